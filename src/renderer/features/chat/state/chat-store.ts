import { flushSync } from 'react-dom'
import { create } from 'zustand'
import type { ChatTarget, Parameters } from '../../../../shared/chat.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { afterThisFrame, showsKey } from '../../../platform/after-frame.ts'
import { type ChatAction, type ChatState, chatReducer, emptyChat } from './chat-reducer.ts'
import type { Find } from './find.ts'
import type { ModelDoubt } from './model-doubt.ts'
import { SharedFrame } from './shared-frame.ts'
import { StreamTexts } from './stream-texts.ts'

/** A picture in the composer. */
export interface Picture {
  readonly key: string
  readonly name: string
  /** The library item; null until it is stored. */
  readonly item: MediaItem | null
}

export interface PictureFailure {
  readonly name: string
  readonly error: AppError
  /** Refused because there were too many, not because of its content. */
  readonly tooMany: boolean
}

/** The folder of the next new conversation, and what it did to the model. */
interface NewFolder {
  readonly id: string
  readonly name: string
  /** The `newTarget` that it gave; null if it gave none. */
  readonly target: ChatUi['newTarget']
  /** The `newTarget` before that. */
  readonly targetBefore: ChatUi['newTarget']
}

export interface ChatUi {
  readonly chat: ChatState
  readonly listError: AppError | null
  /** The conversation being opened; null when none is. */
  readonly opening: string | null
  readonly openError: { readonly conversationId: string; readonly error: AppError } | null
  readonly loadingEarlier: boolean

  /** Id for the next new conversation. */
  readonly newId: string
  /** The user's choice for the next new conversation; null follows the last one. */
  readonly newTarget: { readonly connectionId: string; readonly model: string } | null
  readonly newParameters: Parameters
  /** The folder of the next new conversation. */
  readonly newFolder: NewFolder | null

  /**
   * Text for the composer to show. The number changes with each new text; the text itself is stored in the composer.
   */
  readonly draft: { readonly serial: number; readonly text: string; readonly focus: boolean }
  readonly sending: boolean
  /** A temporary chat is being opened: nothing may be sent in the previous chat, which is on disk. */
  readonly openingTemporary: boolean
  readonly sendError: AppError | null
  /** Error of a refused action on a message (retry, continue, …). */
  readonly actionError: AppError | null
  /** A message that waits for a confirmation, because its model may be unsuitable. */
  readonly doubted: { readonly model: string; readonly doubt: ModelDoubt; readonly send: () => void } | null
  /** Keys `<doubt> <model>` of the model warnings that the user dismissed. */
  readonly trusted: ReadonlySet<string>
  /** The models that answer the next message alone, by composer. */
  readonly onceBy: Readonly<Record<string, ChatTarget>>
  readonly pictures: Readonly<Record<string, readonly Picture[]>>
  /** Pictures of the last drop or choice that were not added. */
  readonly pictureFailures: readonly PictureFailure[]

  /** Navigation between the hits of a search; null without a search. */
  readonly find: Find | null
  readonly loadingLater: boolean

  readonly editing: string | null
  /** The conversation whose title is edited in the list. */
  readonly renaming: string | null
  /** True if the title of the open conversation is edited in the header. */
  readonly renamingOpen: boolean
  /** Search text of the conversation list; empty shows all. */
  readonly search: string
  /** True if the list shows the archive. */
  readonly archiveShown: boolean
  readonly pickerOpen: boolean
  /** The answer that another model is being chosen for; null while none is. */
  readonly askingOther: string | null
  readonly parametersOpen: boolean
  readonly toolsOpen: boolean
  readonly knowledgeOpen: boolean
  /** True if the models that answer side by side are being selected. */
  readonly compareOpen: boolean
  /** Comparisons that the user opened although the chat continues with one model. */
  readonly compared: ReadonlySet<string>
  /** True if the list covers the conversation in a narrow window. */
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
  newFolder: null,
  draft: { serial: 0, text: '', focus: false },
  sending: false,
  openingTemporary: false,
  sendError: null,
  actionError: null,
  doubted: null,
  trusted: new Set(),
  onceBy: {},
  pictures: {},
  pictureFailures: [],
  find: null,
  loadingLater: false,
  editing: null,
  renaming: null,
  renamingOpen: false,
  search: '',
  archiveShown: false,
  pickerOpen: false,
  askingOther: null,
  parametersOpen: false,
  toolsOpen: false,
  knowledgeOpen: false,
  compareOpen: false,
  compared: new Set(),
  listShown: false,
}))

// texts and thoughts of several streams are painted together
const sharedFrame = new SharedFrame({
  request: (step) => requestAnimationFrame(step),
  now: () => performance.now(),
  run: flushSync,
  onDrawn: afterThisFrame,
  showsKey,
})
export const streamTexts = new StreamTexts(() => performance.now(), sharedFrame)
/** The thinking of the models that are answering. */
export const streamThoughts = new StreamTexts(() => performance.now(), sharedFrame)

export function dispatch(action: ChatAction): void {
  useChat.setState((state) => ({ chat: chatReducer(state.chat, action) }))
}

export function chatNow(): ChatState {
  return useChat.getState().chat
}

/** The paid actions of a conversation. */
export type PaidAction = 'send' | 'retry' | 'continue' | 'edit'

/** Returns the press-guard area of the open conversation's sends, retries and the like. */
export function pressArea(action: PaidAction): string {
  return `chat ${action} ${composerKey(useChat.getState())}`
}

/** Returns the key of composer data: the id of the open conversation, or of the next new one. */
export function composerKey(state: ChatUi): string {
  return state.chat.open?.conversation.id ?? state.newId
}

/** Returns true if the open conversation, or the next new one, is a document. */
export function isTextOpen(state: ChatUi): boolean {
  return (state.chat.open?.conversation.parameters ?? state.newParameters).text !== undefined
}
