import { create } from 'zustand'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallInput } from '../../../../shared/ipc/contract.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { Retrieval } from '../../../../shared/knowledge.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useCollections } from '../../../platform/knowledge-store.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import { composerText, onDraft } from './drafts.ts'

/** Debounce of the passage search, in ms. */
const pauseMs = 450
/** Length of a long draft's beginning that is used as the query, in UTF-16 units. */
const queryMax = 20_000

interface RetrievalState {
  /** The current query: conversation, collections and text; null while there is none. */
  readonly wanted: string | null
  readonly retrieval: Retrieval | null
  readonly error: AppError | null
  /** Indexes of passages that are not sent. */
  readonly unchecked: ReadonlySet<number>
}

const nothing: RetrievalState = { wanted: null, retrieval: null, error: null, unchecked: new Set() }

/** Passages found for the draft in the composer. */
export const useRetrieval = create<RetrievalState>(() => nothing)

type SentRetrieval = NonNullable<CallInput<'chat.send'>['retrieval']>

/** Returns the selected collections of the open conversation, or of the next new one, that still exist. */
export function chosenCollections(): readonly string[] {
  if (isTemporaryOpen(useChat.getState())) return []
  const { chat, newParameters } = useChat.getState()
  const chosen = (chat.open?.conversation.parameters ?? newParameters).knowledge?.collections ?? []
  const there = new Set(useCollections.getState().collections?.map(({ id }) => id))
  return chosen.filter((id) => there.has(id))
}

let timer: ReturnType<typeof setTimeout> | null = null

/** Searches for passages after a pause in typing. */
function lookSoon(): void {
  if (timer !== null) clearTimeout(timer)
  timer = setTimeout(() => void look(), pauseMs)
}

/** Follows the draft and the selected collections, for the lifetime of the page. */
export function followDraft(): void {
  onDraft(lookSoon)
  useChat.subscribe((state, before) => {
    if (composerKey(state) !== composerKey(before)) forgetRetrieval()
    const parameters = state.chat.open?.conversation.parameters ?? state.newParameters
    const earlier = before.chat.open?.conversation.parameters ?? before.newParameters
    if (parameters.knowledge !== earlier.knowledge) lookSoon()
  })
  useCollections.subscribe(lookSoon)
}

export function forgetRetrieval(): void {
  useRetrieval.setState(nothing)
}

export function togglePassage(index: number): void {
  useRetrieval.setState(({ unchecked }) => {
    const next = new Set(unchecked)
    if (!next.delete(index)) next.add(index)
    return { unchecked: next }
  })
}

async function look(): Promise<void> {
  const text = composerText().slice(0, queryMax)
  const collectionIds = chosenCollections()
  if (text.trim() === '' || collectionIds.length === 0) {
    if (useRetrieval.getState().wanted !== null) forgetRetrieval()
    return
  }
  const wanted = JSON.stringify([composerKey(useChat.getState()), collectionIds, text])
  if (useRetrieval.getState().wanted === wanted) return
  useRetrieval.setState({ wanted, error: null })
  const answer = await call('knowledge.find', { text, collectionIds })
  // the draft changed meanwhile
  if (useRetrieval.getState().wanted !== wanted) return
  if (answer.ok) useRetrieval.setState({ retrieval: answer.value, unchecked: new Set() })
  else useRetrieval.setState({ ...nothing, wanted: null, error: answer.error })
}

/**
 * Resolves to the passages to send with a text: the shown ones, or the result of a new search. Null without
 * collections.
 */
export async function retrievalFor(text: string): Promise<Result<SentRetrieval | null>> {
  if (chosenCollections().length === 0 || text.trim() === '') return { ok: true, value: null }
  if (timer !== null) clearTimeout(timer)
  const wanted = JSON.stringify([composerKey(useChat.getState()), chosenCollections(), text.slice(0, queryMax)])
  if (useRetrieval.getState().wanted !== wanted) await look()
  else if (useRetrieval.getState().retrieval === null) await found()
  const { error, retrieval, unchecked } = useRetrieval.getState()
  if (error !== null) return { ok: false, error }
  const passages = (retrieval?.passages ?? []).flatMap((_, index) => (unchecked.has(index) ? [] : [index]))
  return { ok: true, value: retrieval === null || passages.length === 0 ? null : { id: retrieval.id, passages } }
}

/** Resolves when the running search has ended. */
function found(): Promise<void> {
  return new Promise((resolve) => {
    const undo = useRetrieval.subscribe(({ error, retrieval, wanted }) => {
      if (retrieval === null && error === null && wanted !== null) return
      undo()
      resolve()
    })
  })
}
