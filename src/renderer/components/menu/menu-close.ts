import { createContext } from 'react'

/** Runs an action once the surrounding menu has closed and its button has regained the focus. */
export const AfterClose = createContext<(run: () => void) => void>((run) => run())
