import { create } from 'zustand'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { composerKey, pressArea, useChat } from '../chat-store.ts'
import { filesOf, isTooLong, useComposerFiles } from '../files/composer-files.ts'
import { endOf, runningAnswer } from '../messages.ts'
import { composerText, isComposing, onComposerGone } from './drafts.ts'
import { type Composed, lateStep, type Pressed, pressedNow, type Unsent } from './late-step.ts'

interface LateSend {
  /** The message that is sent when its files are read; null while none waits. */
  readonly waiting: { readonly key: string; readonly pressed: Pressed; readonly send: () => void } | null
  /** The last message that waited and was not sent, until it is dismissed or Send is pressed again. */
  readonly unsent: { readonly key: string; readonly reason: Unsent } | null
}

/** The message that waits for its files. */
export const useLateSend = create<LateSend>(() => ({ waiting: null, unsent: null }))

function composed(key: string): Composed {
  const { chat, pictureFailures, pictures } = useChat.getState()
  return {
    files: filesOf(key).map((entry) => {
      const { file, name, refusal } = entry
      return { key: entry.key, name, refusal, isRead: file !== null, isTooLong: isTooLong(entry) }
    }),
    pictures: (pictures[key] ?? []).map(({ item }) => ({ isRead: item !== null })),
    failures: pictureFailures,
    hasText: composerText().trim() !== '',
    isComposing: isComposing(),
    isAnswering: runningAnswer(endOf(chat.open)) !== undefined,
  }
}

/**
 * Holds a press of Send back while files of the open composer are being read. `send` is called once, when the last one
 * is read. Gives false where nothing has to be waited for: the caller sends now.
 */
export function isHeldBack(send: () => void): boolean {
  follow()
  const key = composerKey(useChat.getState())
  const now = composed(key)
  const before = useLateSend.getState().waiting
  const pressed = before?.key === key ? before.pressed : pressedNow(now)
  const step = lateStep(now, pressed)
  switch (step.to) {
    case 'wait':
      useLateSend.setState({ waiting: { key, pressed: step.pressed, send }, unsent: null })
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

/** Takes the press back. Gives false where nothing waits. */
export function cancelLateSend(): boolean {
  if (useLateSend.getState().waiting === null) return false
  useLateSend.setState({ waiting: null })
  // the next press is a new one
  paidPresses.changed(pressArea('send'))
  return true
}

export function dismissUnsent(): void {
  useLateSend.setState({ unsent: null })
}

/** Sends nothing of a chat that is left; it says so when it is opened again. */
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
      useLateSend.setState({ waiting: { ...waiting, pressed: step.pressed } })
      return
    case 'stop':
      useLateSend.setState({ waiting: null, unsent: { key: waiting.key, reason: step.unsent } })
      return
    case 'over':
      useLateSend.setState({ waiting: null })
      return
    case 'send':
      useLateSend.setState({ waiting: null })
      paidPresses.changed(pressArea('send'))
      waiting.send()
      return
    default:
      step satisfies never
  }
}

let isDue = false

/** Looks again after a change, once all that changes with it has changed too. */
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
}
