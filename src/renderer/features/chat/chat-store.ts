import { create } from 'zustand'
import type { Parameters } from '../../../shared/chat.ts'
import { defaultParameters } from '../../../shared/chat-limits.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { type ChatAction, type ChatState, chatReducer, emptyChat } from './chat-reducer.ts'
import type { ModelDoubt } from './composer/model-doubt.ts'
import type { Find } from './find/find.ts'
import { StreamTexts } from './stream-texts.ts'

/** A picture at the composer. */
export interface Picture {
  readonly key: string
  readonly name: string
  /** The library's item once it is there. */
  readonly item: MediaItem | null
}

export interface PictureFailure {
  readonly name: string
  readonly error: AppError
  /** Refused for there being too many, not for what it is. */
  readonly tooMany: boolean
}

export interface ChatUi {
  readonly chat: ChatState
  readonly listError: AppError | null
  /** The conversation that is being opened, while it takes. */
  readonly opening: string | null
  readonly openError: { readonly conversationId: string; readonly error: AppError } | null
  readonly loadingEarlier: boolean

  /** The id that the next new conversation will have. */
  readonly newId: string
  /** The person's choice for the next new conversation; null follows the last one. */
  readonly newTarget: { readonly connectionId: string; readonly model: string } | null
  readonly newParameters: Parameters

  /** Text for the composer to show. The number changes with each new text; the text itself lives in the composer. */
  readonly draft: { readonly serial: number; readonly text: string; readonly focus: boolean }
  readonly sending: boolean
  readonly sendError: AppError | null
  /** An action on a message (retry, continue, …) that was refused. */
  readonly actionError: AppError | null
  /** A message that waits for a confirmation, because its model cannot take it. */
  readonly doubted: { readonly model: string; readonly doubt: ModelDoubt; readonly send: () => void } | null
  /** Doubts that the person has set aside, as `doubt model`. */
  readonly trusted: ReadonlySet<string>
  readonly pictures: Readonly<Record<string, readonly Picture[]>>
  /** The pictures of the last drop or choice that were not added. */
  readonly pictureFailures: readonly PictureFailure[]

  /** Going from hit to hit of a search; null where nothing is looked for. */
  readonly find: Find | null
  readonly loadingLater: boolean

  readonly editing: string | null
  /** The conversation whose row is edited. */
  readonly renaming: string | null
  /** Whether the title of the open conversation is edited in the header. */
  readonly renamingOpen: boolean
  /** Search text of the conversation list; empty shows all. */
  readonly search: string
  readonly pickerOpen: boolean
  readonly parametersOpen: boolean
  /** In a narrow window the list lies over the conversation. */
  readonly listShown: boolean
}

export const useChat = create<ChatUi>(() => ({
  chat: emptyChat,
  listError: null,
  opening: null,
  openError: null,
  loadingEarlier: false,
  newId: crypto.randomUUID(),
  newTarget: null,
  newParameters: defaultParameters,
  draft: { serial: 0, text: '', focus: false },
  sending: false,
  sendError: null,
  actionError: null,
  doubted: null,
  trusted: new Set(),
  pictures: {},
  pictureFailures: [],
  find: null,
  loadingLater: false,
  editing: null,
  renaming: null,
  renamingOpen: false,
  search: '',
  pickerOpen: false,
  parametersOpen: false,
  listShown: false,
}))

export const streamTexts = new StreamTexts(() => performance.now())

export function dispatch(action: ChatAction): void {
  useChat.setState((state) => ({ chat: chatReducer(state.chat, action) }))
}

export function chatNow(): ChatState {
  return useChat.getState().chat
}

/** The paid actions of a conversation. */
export type PaidAction = 'send' | 'retry' | 'continue' | 'edit'

/** The area of the open conversation's sends, retries, … in the guard of paid presses. */
export function pressArea(action: PaidAction): string {
  return `chat ${action} ${composerKey(useChat.getState())}`
}

/** The key under which things of the composer are kept: the open conversation's id, or that of the next one. */
export function composerKey(state: ChatUi): string {
  return state.chat.open?.conversation.id ?? state.newId
}
