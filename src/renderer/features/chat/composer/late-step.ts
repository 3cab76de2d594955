import type { PictureFailure } from '../chat-store.ts'
import type { ComposerFile, FileRefusal } from '../files/composer-files.ts'

/** Why a message that waited for its files was not sent. */
export type Unsent =
  | { readonly why: 'unread'; readonly name: string; readonly refusal: FileRefusal | { readonly by: 'pictures' } }
  | { readonly why: 'tooLong'; readonly name: string }
  | { readonly why: 'answering' }
  | { readonly why: 'left' }

/** What the person saw as they pressed Send: what has changed since is told. */
export interface Pressed {
  /** Keys of the files that were refused before; the message goes without them. */
  readonly refused: ReadonlySet<string>
  readonly failures: ReadonlySet<PictureFailure>
  readonly hasText: boolean
}

/** What is in a composer now. */
export interface Composed {
  readonly files: readonly (Pick<ComposerFile, 'key' | 'name' | 'refusal'> & {
    readonly isRead: boolean
    readonly isTooLong: boolean
  })[]
  readonly pictures: readonly { readonly isRead: boolean }[]
  readonly failures: readonly PictureFailure[]
  readonly hasText: boolean
  /** Whether an input method is in the middle of a word. */
  readonly isComposing: boolean
  readonly isAnswering: boolean
}

/** What becomes of a message whose files are being read. `over`: there is nothing left to send. */
export type LateStep =
  | { readonly to: 'wait'; readonly pressed: Pressed }
  | { readonly to: 'send' }
  | { readonly to: 'over' }
  | { readonly to: 'stop'; readonly unsent: Unsent }

/** What a person who presses Send now has seen. */
export function pressedNow({ failures, files, hasText }: Composed): Pressed {
  const refused = files.flatMap(({ key, refusal }) => (refusal === null ? [] : [key]))
  return { refused: new Set(refused), failures: new Set(failures), hasText }
}

/** Decides what becomes of a message whose files are being read. */
export function lateStep(now: Composed, pressed: Pressed): LateStep {
  const unread = unreadOf(now, pressed)
  if (unread !== undefined) return { to: 'stop', unsent: unread }
  const taken = now.files.filter(({ refusal }) => refusal === null)
  const isEmpty = !now.hasText && taken.length === 0 && now.pictures.length === 0
  // who empties the field has something else in mind
  if (isEmpty || (pressed.hasText && !now.hasText)) return { to: 'over' }
  const long = taken.find(({ isTooLong }) => isTooLong)
  if (long !== undefined) return { to: 'stop', unsent: { why: 'tooLong', name: long.name } }
  // a file that is read again, with a password, is waited for
  const refused = new Set(now.files.flatMap(({ key, refusal }) => (refusal === null ? [] : [key])))
  const waits = { to: 'wait', pressed: { ...pressed, refused } } as const
  if (taken.some(({ isRead }) => !isRead) || now.pictures.some(({ isRead }) => !isRead)) return waits
  if (now.isAnswering) return { to: 'stop', unsent: { why: 'answering' } }
  return now.isComposing ? waits : { to: 'send' }
}

/** The first file that could not be read since the press. */
function unreadOf({ failures, files }: Composed, pressed: Pressed): Unsent | undefined {
  for (const { key, name, refusal } of files)
    if (refusal !== null && !pressed.refused.has(key)) return { why: 'unread', name, refusal }
  const failure = failures.find((other) => !pressed.failures.has(other))
  if (failure === undefined) return undefined
  const { error, name, tooMany } = failure
  return { why: 'unread', name, refusal: tooMany ? { by: 'pictures' } : { by: 'error', code: error.code } }
}
