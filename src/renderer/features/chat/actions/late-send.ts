import { create } from 'zustand'
import type { Message, MessageState } from '../../../../shared/chat.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { composerKey, pressArea, useChat } from '../state/chat-store.ts'
import { columnsOf, endOf, runningAnswer } from '../state/messages.ts'
import { composerFilesOf, isTooLong, useComposerFiles } from './composer-files.ts'
import { composerText, isComposing, onComposerGone, onDraft } from './drafts.ts'
import { type Composed, type LateStep, lateStep, type Pressed, pressedNow, type Unsent } from './late-step.ts'

type Waits = Extract<LateStep, { readonly to: 'wait' }>['on']

interface LateSend {
  /** The message that is sent once its files are read and no answer runs; null while none waits. */
  readonly waiting: {
    readonly key: string
    readonly pressed: Pressed
    readonly on: Waits
    readonly send: () => void
  } | null
  /** The last message that waited and was not sent, until it is dismissed or Send is pressed again. */
  readonly unsent: { readonly key: string; readonly reason: Unsent } | null
}

/** The message that waits for its files or for a running answer. */
export const useLateSend = create<LateSend>(() => ({ waiting: null, unsent: null }))

function composed(key: string): Composed {
  const { chat, pictureFailures, pictures } = useChat.getState()
  return {
    files: composerFilesOf(key).map((entry) => {
      const { file, name, refusal } = entry
      return { key: entry.key, name, refusal, isRead: file !== null, isTooLong: isTooLong(entry) }
    }),
    pictures: (pictures[key] ?? []).map(({ item }) => ({ isRead: item !== null })),
    failures: pictureFailures,
    hasText: composerText().trim() !== '',
    isTyping: isComposing() || isBeingChanged(),
    isAnswering: runningAnswer(endOf(chat.open)) !== undefined,
    isAnswerLost: isLost(endOf(chat.open).at(-1)),
  }
}

/** Returns true if the newest answer was cut short or failed; side by side, if all of them were. */
function isLost(last: Message | undefined): boolean {
  return last?.role === 'assistant' && columnsOf(last).every(({ status: { state } }) => lost.has(state))
}

const lost: ReadonlySet<MessageState> = new Set(['failed', 'interrupted'])

/** A waiting message that is changed is sent only after this long without a change, in ms. */
export const changeRestMs = 3_000
/** When the waiting message was last changed, on the clock of `performance.now`; null if it was not. */
let changedAt: number | null = null
let rest: ReturnType<typeof setTimeout> | undefined

function isBeingChanged(): boolean {
  return changedAt !== null && performance.now() - changedAt < changeRestMs
}

/** Records a change of the text, so that nothing is sent in the middle of a sentence. */
function noteChange(): void {
  if (useLateSend.getState().waiting === null) return
  changedAt = performance.now()
  clearTimeout(rest)
  rest = setTimeout(lateSendChanged, changeRestMs)
}

/**
 * Holds a press of Send back while files of the open composer are being read, or an answer of its chat runs. `send` is
 * called once, when nothing has to be waited for any more. Returns false if that is already so: the caller sends.
 */
export function isHeldBack(send: () => void): boolean {
  follow()
  changedAt = null
  const key = composerKey(useChat.getState())
  const now = composed(key)
  const before = useLateSend.getState().waiting
  const pressed = before?.key === key ? before.pressed : pressedNow(now)
  const step = lateStep(now, pressed)
  switch (step.to) {
    case 'wait':
      useLateSend.setState({ waiting: { key, pressed: step.pressed, on: step.on, send }, unsent: null })
      return true
    case 'stop':
      useLateSend.setState({ waiting: null, unsent: { key, reason: step.unsent } })
      return true
    case 'send':
    case 'over':
      useLateSend.setState({ waiting: null, unsent: null })
      return false
    default:
      return step satisfies never
  }
}

/** Cancels the press. Returns false if nothing waits. */
export function cancelLateSend(): boolean {
  if (useLateSend.getState().waiting === null) return false
  useLateSend.setState({ waiting: null })
  // the next press is a new one
  paidPresses.noteContentChange(pressArea('send'))
  return true
}

export function dismissUnsent(): void {
  useLateSend.setState({ unsent: null })
}

/** Cancels the waiting message of a chat that is being left; the reason shows when the chat is opened again. */
function leave(): void {
  const { waiting } = useLateSend.getState()
  if (waiting !== null) useLateSend.setState({ waiting: null, unsent: { key: waiting.key, reason: { why: 'left' } } })
}

function check(): void {
  const { waiting } = useLateSend.getState()
  if (waiting === null) return
  if (waiting.key !== composerKey(useChat.getState())) {
    leave()
    return
  }
  const step = lateStep(composed(waiting.key), waiting.pressed)
  switch (step.to) {
    case 'wait':
      useLateSend.setState({ waiting: { ...waiting, pressed: step.pressed, on: step.on } })
      return
    case 'stop':
      useLateSend.setState({ waiting: null, unsent: { key: waiting.key, reason: step.unsent } })
      return
    case 'over':
      useLateSend.setState({ waiting: null })
      return
    case 'send':
      useLateSend.setState({ waiting: null })
      paidPresses.noteContentChange(pressArea('send'))
      waiting.send()
      return
    default:
      step satisfies never
  }
}

let isDue = false

/** Checks the waiting message after a change, once all related changes have been made. */
export function lateSendChanged(): void {
  if (isDue || useLateSend.getState().waiting === null) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    check()
  })
}

let isFollowing = false

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  useChat.subscribe(lateSendChanged)
  useComposerFiles.subscribe(lateSendChanged)
  onComposerGone(leave)
  onDraft(noteChange)
}
