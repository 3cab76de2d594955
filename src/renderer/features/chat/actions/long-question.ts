import { create } from 'zustand'
import type { ChatTarget, Parameters } from '../../../../shared/chat.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import { type ModelWindow, type WindowTable, windowOf } from '../../../../shared/model-window.ts'
import { keptShare } from '../../../../shared/parameter-limits.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { appState } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { chatNow, composerKey, pressArea, useChat } from '../state/chat-store.ts'
import { onDraft } from './drafts.ts'
import { knownWindows } from './use-known-windows.ts'

type Size = CallOutput<'chat.measure'>

interface LongQuestion {
  /** Sends the request if the user agrees; null if nothing is asked. */
  readonly send: (() => void) | null
  /** The composer in which the question is shown. */
  readonly key: string
  readonly model: string
  readonly tokens: number
  readonly window: number
  /** True if the window comes from a list of models instead of the user; it may be wrong for this gateway. */
  readonly isListed: boolean
  readonly fit: Size['fit']
  /** The model that writes a summary; null while none does. */
  readonly summariser: string | null
  readonly error: AppError | null
}

const nothing: LongQuestion = {
  send: null,
  key: '',
  model: '',
  tokens: 0,
  window: 0,
  isListed: false,
  fit: null,
  summariser: null,
  error: null,
}

/** The question before a request that exceeds its model's context window. */
export const useLongQuestion = create<LongQuestion>(() => nothing)

/** A requested model, and the tokens that it receives. */
interface Asked {
  readonly model: string
  readonly tokens: number
}

/**
 * Returns the model with the least room left in its context window; null if no window is known. Windows come from the
 * user's settings and from `known`.
 */
export function tightest(
  asked: readonly Asked[],
  own: WindowTable,
  known: WindowTable = {},
): (Asked & { readonly window: ModelWindow }) | null {
  const windows = asked.flatMap((one) => {
    const window = windowOf(one.model, own, known)
    return window === null ? [] : [{ ...one, window }]
  })
  return windows.toSorted((a, b) => a.window.tokens - a.tokens - (b.window.tokens - b.tokens))[0] ?? null
}

/** A request that may exceed context windows. */
export interface WindowRequest {
  readonly targets: readonly ChatTarget[]
  /** Tokens of content that is not stored yet. */
  readonly tokens: number
  readonly parameters: Pick<Parameters, 'maxTokens' | 'whole'>
  /** The stored message at its end; null for none, undefined for the end of the shown branch. */
  readonly endId?: string | null
  /** True if a new message of the user follows it; true by default. */
  readonly isFollowed?: boolean
}

/**
 * Resolves to true if a request fits into the context windows of its models. Otherwise the user is asked, and `send`
 * sends it if they agree. Lists of models may be wrong for this gateway: once the user sent everything in a chat, only
 * their own figures lead to a question.
 */
export async function isWithinWindow(request: WindowRequest, send: () => void): Promise<boolean> {
  useLongQuestion.setState(nothing)
  const { endId, isFollowed = true, parameters, targets, tokens: messageTokens } = request
  const { maxTokens } = parameters
  const { modelWindowOf } = appState().settings
  const known = parameters.whole === true ? {} : await knownWindows(targets)
  const own = messageTokens + (maxTokens ?? 0)
  const rooms = targets.map(({ model }) => {
    const window = windowOf(model, modelWindowOf, known)
    return window === null ? null : Math.floor(window.tokens * keptShare) - own
  })
  if (rooms.every((room) => room === null)) return true
  const key = composerKey(useChat.getState())
  const conversationId = chatNow().open?.conversation.id
  const asked = targets.map(({ connectionId, model }, index) => ({
    connectionId,
    model,
    within: rooms[index] == null ? null : Math.max(0, rooms[index]),
  }))
  const measured =
    conversationId === undefined
      ? null
      : await call('chat.measure', {
          conversationId,
          within: null,
          asked,
          isFollowed,
          ...(endId === undefined ? {} : { endId }),
        })
  const size = measured?.ok === true ? measured.value : null
  const least = tightest(
    targets.map(({ model }, index) => ({ model, tokens: (size?.asked?.[index] ?? 0) + own })),
    modelWindowOf,
    known,
  )
  if (least === null || least.tokens <= least.window.tokens) return true
  const { model, tokens, window } = least
  // if the new message alone is too long, nothing fits
  const fit = rooms.some((room) => room !== null && room < 0) ? null : (size?.fit ?? null)
  const isListed = window.from === 'known'
  useLongQuestion.setState({ ...nothing, send, key, model, tokens, window: window.tokens, isListed, fit })
  return false
}

export function forgetLong(): void {
  useLongQuestion.setState(nothing)
}

/** Cancels the request; the next press is a new one. */
export function cancelLong(): void {
  forgetLong()
  paidPresses.noteContentChange(pressArea('send'))
}

// a changed text is asked about again
onDraft(() => {
  if (useLongQuestion.getState().send !== null) forgetLong()
})
