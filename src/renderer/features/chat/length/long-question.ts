import { create } from 'zustand'
import type { ChatTarget, Parameters } from '../../../../shared/chat.ts'
import { keptShare } from '../../../../shared/context-limits.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import { type ModelWindow, type WindowTable, windowOf } from '../../../../shared/model-window.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { appState } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { chatNow, composerKey, pressArea, useChat } from '../chat-store.ts'
import { onDraft } from '../composer/drafts.ts'
import { knownWindows } from './use-known-windows.ts'

type Size = CallOutput<'chat.measure'>

interface LongQuestion {
  /** What is sent if the person agrees; null where nothing is asked. */
  readonly send: (() => void) | null
  /** The composer that it is asked in. */
  readonly key: string
  readonly model: string
  readonly tokens: number
  readonly window: number
  /** Whether a list of models names the window, not the person: it may be wrong for this gateway. */
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

/** The question before a request that is longer than its model takes. */
export const useLongQuestion = create<LongQuestion>(() => nothing)

/** The smallest window among models: those that the person set, and those of `known`. Null where there is none. */
export function smallestWindow(
  models: readonly string[],
  own: WindowTable,
  known: WindowTable = {},
): (ModelWindow & { readonly model: string }) | null {
  const windows = models.flatMap((model) => {
    const window = windowOf(model, own, known)
    return window === null ? [] : [{ model, ...window }]
  })
  return windows.toSorted((a, b) => a.tokens - b.tokens)[0] ?? null
}

interface Request {
  readonly targets: readonly ChatTarget[]
  /** Tokens of what is not stored yet. */
  readonly tokens: number
  readonly parameters: Pick<Parameters, 'maxTokens' | 'whole'>
  /** The stored message that it ends with; null for none, absent for the shown branch. */
  readonly endId?: string | null
  /** Whether a new message of the person follows it; absent for yes. */
  readonly isFollowed?: boolean
}

/**
 * Whether a request fits into what its models take. Else the person is asked, and `send` sends it if they agree. Lists of
 * models may be wrong for this gateway: once the person sent everything in a chat, only their own figures are asked about.
 */
export async function isWithinWindow(request: Request, send: () => void): Promise<boolean> {
  useLongQuestion.setState(nothing)
  const { endId, isFollowed = true, parameters, targets, tokens: messageTokens } = request
  const { maxTokens } = parameters
  const smallest = smallestWindow(
    targets.map(({ model }) => model),
    appState().settings.modelWindowOf,
    parameters.whole === true ? {} : await knownWindows(targets),
  )
  if (smallest === null) return true
  const key = composerKey(useChat.getState())
  const conversationId = chatNow().open?.conversation.id
  const own = messageTokens + (maxTokens ?? 0)
  const room = Math.floor(smallest.tokens * keptShare) - own
  const measured =
    conversationId === undefined
      ? null
      : await call('chat.measure', {
          conversationId,
          // beside a new message that is too long itself nothing fits
          within: room < 0 ? null : room,
          isFollowed,
          ...(endId === undefined ? {} : { endId }),
        })
  const size = measured?.ok === true ? measured.value : null
  const tokens = (size?.tokens ?? 0) + own
  if (tokens <= smallest.tokens) return true
  const { from, model, tokens: window } = smallest
  const isListed = from === 'known'
  useLongQuestion.setState({ ...nothing, send, key, model, tokens, window, isListed, fit: size?.fit ?? null })
  return false
}

export function forgetLong(): void {
  useLongQuestion.setState(nothing)
}

/** Sends nothing: the next press is a new one. */
export function cancelLong(): void {
  forgetLong()
  paidPresses.changed(pressArea('send'))
}

// another text is asked about anew
onDraft(() => {
  if (useLongQuestion.getState().send !== null) forgetLong()
})
