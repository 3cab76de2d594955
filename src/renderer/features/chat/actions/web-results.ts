import { create } from 'zustand'
import type { ChatTarget } from '../../../../shared/chat.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallInput } from '../../../../shared/ipc/contract.ts'
import type { Retrieval } from '../../../../shared/knowledge.ts'
import { searchQueryMax } from '../../../../shared/web-tool-ids.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { call } from '../../../platform/bridge/client.ts'
import { composerKey, pressArea, useChat } from '../state/chat-store.ts'
import { composerText } from './drafts.ts'

type SentResults = NonNullable<CallInput<'chat.send'>['search']>

interface WebResults {
  /** The composer that the results are for; null while there are none. */
  readonly key: string | null
  readonly isSearching: boolean
  readonly retrieval: Retrieval | null
  readonly error: AppError | null
  /** Indexes of results that are not sent. */
  readonly unchecked: ReadonlySet<number>
}

const nothing: WebResults = { key: null, isSearching: false, retrieval: null, error: null, unchecked: new Set() }

/** Results of the web for the message in the composer, of a model that calls no tools. */
export const useWebResults = create<WebResults>(() => nothing)

export function toggleResult(index: number): void {
  useWebResults.setState(({ unchecked }) => {
    const next = new Set(unchecked)
    if (!next.delete(index)) next.add(index)
    return { unchecked: next }
  })
  paidPresses.noteContentChange(pressArea('send'))
}

/** Searches the web for the composer's text. `again`: the user wants it although there is a result. */
export async function searchWeb(again: boolean): Promise<void> {
  const key = composerKey(useChat.getState())
  const text = composerText().slice(0, searchQueryMax)
  const now = useWebResults.getState()
  if (text.trim() === '' || (now.key === key && now.isSearching)) return
  useWebResults.setState({ ...nothing, key, isSearching: true })
  const answer = await call('web.find', { text, conversationId: key, again })
  // another chat was opened meanwhile, and its search has begun
  if (useWebResults.getState().key !== key) return
  const found = answer.ok ? { retrieval: answer.value } : { error: answer.error }
  useWebResults.setState({ ...nothing, key, ...found })
  paidPresses.noteContentChange(pressArea('send'))
}

/**
 * Resolves to true if one of the models is known not to call tools, so that results have to be attached to the message.
 */
export async function needsResults(targets: readonly ChatTarget[]): Promise<boolean> {
  const facts = await Promise.all(targets.map((target) => call('models.facts', { ...target, ask: false })))
  return facts.some((answer) => answer.ok && answer.value.tools?.value === false)
}

/**
 * Resolves to the results to send; null for none. `shown`: the search ran just now, so the user sees the results and
 * presses Send again.
 */
export async function resultsFor(targets: readonly ChatTarget[]): Promise<SentResults | null | 'shown'> {
  if (composerText().trim() === '' || !(await needsResults(targets))) return null
  const { key, retrieval, unchecked } = useWebResults.getState()
  if (key !== composerKey(useChat.getState()) || retrieval === null) {
    await searchWeb(false)
    return 'shown'
  }
  const passages = retrieval.passages.flatMap((_, index) => (unchecked.has(index) ? [] : [index]))
  return passages.length === 0 ? null : { id: retrieval.id, passages }
}

export function forgetResults(): void {
  useWebResults.setState(nothing)
}
