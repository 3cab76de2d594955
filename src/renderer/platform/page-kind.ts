import { quickDraftId, quickQuery } from '../../shared/quick-states.ts'

/** True if this page is the quick window. Tests without a browser have no address. */
export const isQuickPage = globalThis.location?.search === quickQuery

/** Owner of the unsent text of a new chat: each kind of window has its own. */
export const newChatOwner: string | null = isQuickPage ? quickDraftId : null
