import { create } from 'zustand'

/** True while the settings for width, font and size of the chat text are open. */
export const useLook = create<{ readonly opened: boolean }>(() => ({ opened: false }))
