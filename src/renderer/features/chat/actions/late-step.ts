import type { PictureFailure } from '../state/chat-store.ts'
import type { ComposerFile, FileRefusal } from './composer-files.ts'

/** Why a waiting message was not sent. */
export type Unsent =
  | { readonly why: 'unread'; readonly name: string; readonly refusal: FileRefusal | { readonly by: 'pictures' } }
  | { readonly why: 'tooLong'; readonly name: string }
  | { readonly why: 'answerFailed' }
  | { readonly why: 'left' }

/** Snapshot of the composer when Send was pressed; later changes are reported. */
export interface Pressed {
  /** Keys of the files that were refused before; the message is sent without them. */
  readonly refused: ReadonlySet<string>
  readonly failures: ReadonlySet<PictureFailure>
  readonly hasText: boolean
  /** True if the message waits, or waited, for a running answer. */
  readonly isAnswering: boolean
}

/** Current content of a composer. */
export interface Composed {
  readonly files: readonly (Pick<ComposerFile, 'key' | 'name' | 'refusal'> & {
    readonly isRead: boolean
    readonly isTooLong: boolean
  })[]
  readonly pictures: readonly { readonly isRead: boolean }[]
  readonly failures: readonly PictureFailure[]
  readonly hasText: boolean
  /** True if the user is in the middle of a change, including a word in an input method. */
  readonly isTyping: boolean
  readonly isAnswering: boolean
  /** True if the newest answer was cut short or failed; side by side, if all of them were. */
  readonly isAnswerLost: boolean
}

/** Next step of a waiting message. `over`: nothing is left to send. */
export type LateStep =
  | { readonly to: 'wait'; readonly pressed: Pressed; readonly on: 'files' | 'answer' | 'typing' }
  | { readonly to: 'send' }
  | { readonly to: 'over' }
  | { readonly to: 'stop'; readonly unsent: Unsent }

/** Takes a snapshot of the composer for a press now. */
export function pressedNow({ failures, files, hasText, isAnswering }: Composed): Pressed {
  const refused = files.flatMap(({ key, refusal }) => (refusal === null ? [] : [key]))
  return { refused: new Set(refused), failures: new Set(failures), hasText, isAnswering }
}

/** Decides the next step of a message that waits for its files or for a running answer. */
export function lateStep(now: Composed, pressed: Pressed): LateStep {
  const unread = unreadOf(now, pressed)
  if (unread !== undefined) return { to: 'stop', unsent: unread }
  const taken = now.files.filter(({ refusal }) => refusal === null)
  const isEmpty = !now.hasText && taken.length === 0 && now.pictures.length === 0
  // a user who empties the field no longer wants to send it
  if (isEmpty || (pressed.hasText && !now.hasText)) return { to: 'over' }
  const long = taken.find(({ isTooLong }) => isTooLong)
  if (long !== undefined) return { to: 'stop', unsent: { why: 'tooLong', name: long.name } }
  // also waits for a file that is being read again with a password
  const refused = new Set(now.files.flatMap(({ key, refusal }) => (refusal === null ? [] : [key])))
  const isAnswering = now.isAnswering || pressed.isAnswering
  const waits = { to: 'wait', pressed: { ...pressed, refused, isAnswering } } as const
  if (taken.some(({ isRead }) => !isRead) || now.pictures.some(({ isRead }) => !isRead))
    return { ...waits, on: 'files' }
  if (now.isAnswering) return { ...waits, on: 'answer' }
  // the next message may make no sense without the answer
  if (isAnswering && now.isAnswerLost) return { to: 'stop', unsent: { why: 'answerFailed' } }
  return now.isTyping ? { ...waits, on: 'typing' } : { to: 'send' }
}

/** Returns the first file that could not be read since the press. */
function unreadOf({ failures, files }: Composed, pressed: Pressed): Unsent | undefined {
  for (const { key, name, refusal } of files)
    if (refusal !== null && !pressed.refused.has(key)) return { why: 'unread', name, refusal }
  const failure = failures.find((other) => !pressed.failures.has(other))
  if (failure === undefined) return undefined
  const { error, name, tooMany } = failure
  return { why: 'unread', name, refusal: tooMany ? { by: 'pictures' } : { by: 'error', code: error.code } }
}
