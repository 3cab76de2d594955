import { create } from 'zustand'
import type { TitleOffer } from '../../../../shared/titles.ts'

/** The offer to let a model name chats, until the user decides; null if there is none. */
export const useTitleOffer = create<{ readonly offer: TitleOffer | null }>(() => ({ offer: null }))
