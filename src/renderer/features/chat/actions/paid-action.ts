import type { ChatTarget } from '../../../../shared/chat.ts'
import { appState } from '../../../platform/app-store.ts'
import { useModels } from '../../../platform/models-store.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import { doubtAbout } from '../state/model-doubt.ts'
import { isWithinBudget } from './budget-question.ts'
import { isWithinWindow, type WindowRequest } from './long-question.ts'

/**
 * The questions about one paid request that the user has agreed to. `no results`: to send without results of the web.
 * A doubted model is trusted for the whole run.
 */
export type Agreed = readonly ('window' | 'budget' | 'no results')[]

export const agreedToNothing: Agreed = []

/** A paid request that may have to wait for the user. */
interface PaidRequest {
  readonly agreed: Agreed
  /** Makes the request again with the user's agreement. */
  readonly again: (agreed: Agreed) => void
  /** The request to measure against context windows; null or absent if there is nothing to measure. */
  readonly window?: WindowRequest | null
  /** The models that may be unsuitable; absent if they have answered before. */
  readonly doubted?: { readonly targets: readonly ChatTarget[]; readonly hasPictures: boolean }
  /** Returns false if the content changed while it was measured, so that nothing is sent. */
  readonly isUnchanged?: () => boolean
}

/** Asks the questions about a paid request, in order and one at a time. Resolves to true if it may be sent now. */
export async function mayBeSent({ again, agreed, doubted, isUnchanged, window = null }: PaidRequest): Promise<boolean> {
  if (window !== null && !agreed.includes('window')) {
    const key = composerKey(useChat.getState())
    if (!(await isWithinWindow(window, () => again([...agreed, 'window'])))) return false
    // the user may have left the chat meanwhile
    if (composerKey(useChat.getState()) !== key || isUnchanged?.() === false) return false
  }
  if (!agreed.includes('budget') && !isWithinBudget(() => again([...agreed, 'budget']))) return false
  if (doubted === undefined) return true
  for (const { connectionId, model } of doubted.targets) {
    const listed = useModels.getState().catalogues[connectionId]?.models ?? []
    const doubt = doubtAbout(model, listed, doubted.hasPictures, appState().settings.modelAbilityOf)
    if (doubt === null || useChat.getState().trusted.has(`${doubt} ${model}`)) continue
    useChat.setState({ doubted: { model, doubt, send: () => again(agreed) } })
    return false
  }
  useChat.setState({ doubted: null })
  return true
}
