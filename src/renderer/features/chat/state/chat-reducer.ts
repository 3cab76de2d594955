import type { Conversation, Message, MessagePage, MessageStatus } from '../../../../shared/chat.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import type { ToolCall } from '../../../../shared/tools.ts'
import { keptTexts, mergeReopened, placeMessage, replaceMessage, withCall, withoutMessage } from './messages.ts'

export interface OpenConversation {
  readonly conversation: Conversation
  /**
   * The loaded part of the selected branch, oldest first. It reaches the end unless an earlier message was opened.
   * Texts of running answers are in StreamTexts.
   */
  readonly messages: readonly Message[]
  readonly hasEarlier: boolean
  readonly hasLater: boolean
  /** End of the list that changed last; the virtual list keeps its position accordingly. */
  readonly edge: 'start' | 'end' | 'later'
  /** The message to scroll to, after another version was selected; null follows the end. */
  readonly show: string | null
}

export interface ChatState {
  /** Loaded conversations in no folder, pinned first, then by activity. */
  readonly list: readonly Conversation[]
  readonly hasMore: boolean
  /** Chats that exist only in memory, newest first. */
  readonly temporary: readonly Conversation[]
  readonly open: OpenConversation | null
  /** Numbers of recently ended streams, so that late deltas cannot restart them. */
  readonly ended: readonly number[]
  /** Conversations in which calls wait for the user, by id of the call. */
  readonly asking: Readonly<Record<string, string>>
}

export const emptyChat: ChatState = { list: [], hasMore: false, temporary: [], open: null, ended: [], asking: {} }

export type ChatAction =
  | {
      readonly type: 'listed'
      readonly offset: number
      readonly conversations: readonly Conversation[]
      readonly hasMore: boolean
    }
  | { readonly type: 'temporaries'; readonly conversations: readonly Conversation[] }
  | { readonly type: 'conversation'; readonly conversation: Conversation }
  | { readonly type: 'removed'; readonly conversationId: string }
  | {
      readonly type: 'opened'
      readonly conversation: Conversation
      readonly page: MessagePage
      readonly show: string | null
    }
  | { readonly type: 'reopened'; readonly conversation: Conversation; readonly page: MessagePage }
  | { readonly type: 'closed' }
  /** A message was deleted; with `rest`, everything after it too. */
  | {
      readonly type: 'dropped'
      readonly conversation: Conversation
      readonly messageId: string
      readonly rest: boolean
    }
  | { readonly type: 'earlier'; readonly conversationId: string; readonly beforeId: string; readonly page: MessagePage }
  | { readonly type: 'later'; readonly conversationId: string; readonly afterId: string; readonly page: MessagePage }
  | { readonly type: 'message'; readonly message: Message }
  | {
      readonly type: 'exchanged'
      readonly conversation: Conversation
      readonly messages: readonly Message[]
      readonly begins: boolean
    }
  | {
      readonly type: 'status'
      readonly messageId: string
      readonly conversationId: string
      readonly stream: number | null
      readonly status: MessageStatus
      readonly attachments?: readonly MediaItem[] | undefined
      readonly passages?: readonly number[] | undefined
      /** The streamed text and its stream number, if this change ends the stream. */
      readonly ended: { readonly text: string; readonly thinking?: string; readonly stream: number } | null
    }
  | { readonly type: 'call'; readonly conversationId: string; readonly call: ToolCall }
  /** All calls that wait, as reported by main. */
  | { readonly type: 'asking'; readonly calls: readonly { readonly conversationId: string; readonly call: ToolCall }[] }
  | { readonly type: 'forgetStreams' }

/** Compares conversations for the list: pinned first, then by activity. */
export function byPlace(a: Conversation, b: Conversation): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1
  if (a.activeAt !== b.activeAt) return b.activeAt - a.activeAt
  return a.id < b.id ? -1 : 1
}

function withConversation(state: ChatState, conversation: Conversation): ChatState {
  const open = state.open?.conversation.id === conversation.id ? { ...state.open, conversation } : state.open
  if (isTemporaryChat(conversation.id)) {
    const temporary = [...without(state.temporary, conversation.id), conversation].sort(
      (a, b) => b.createdAt - a.createdAt,
    )
    return { ...state, temporary, open }
  }
  const others = without(state.list, conversation.id)
  const last = others.at(-1)
  // one beyond the loaded part is left to a later page, because the pages would not fit together otherwise
  const beyond = state.hasMore && last !== undefined && byPlace(conversation, last) > 0
  const isElsewhere = conversation.archived === true || conversation.folderId !== undefined
  const list = beyond || isElsewhere ? others : [...others, conversation].sort(byPlace)
  return { ...state, list, open }
}

function without(list: readonly Conversation[], id: string): readonly Conversation[] {
  return list.filter((other) => other.id !== id)
}

function withMessages(state: ChatState, open: OpenConversation, messages: readonly Message[]): ChatState {
  if (messages === open.messages) return state
  // a message that was not known is the end of its branch
  const hasLater = open.hasLater && messages.at(-1)?.id === open.messages.at(-1)?.id
  return { ...state, open: { ...open, messages, hasLater, edge: 'end', show: null } }
}

function withAsking(asking: ChatState['asking'], call: ToolCall, conversationId: string): ChatState['asking'] {
  if (call.state === 'asking') return asking[call.id] === undefined ? { ...asking, [call.id]: conversationId } : asking
  if (asking[call.id] === undefined) return asking
  return Object.fromEntries(Object.entries(asking).filter(([id]) => id !== call.id))
}

/** Applies every change of the chat's state; pure. */
export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'listed': {
      if (action.offset === 0) return { ...state, list: action.conversations, hasMore: action.hasMore }
      const known = new Set(state.list.map((conversation) => conversation.id))
      const fresh = action.conversations.filter((conversation) => !known.has(conversation.id))
      return { ...state, list: [...state.list, ...fresh].sort(byPlace), hasMore: action.hasMore }
    }
    case 'temporaries':
      return { ...state, temporary: action.conversations }
    case 'conversation':
      return withConversation(state, action.conversation)
    case 'removed': {
      const list = without(state.list, action.conversationId)
      const temporary = without(state.temporary, action.conversationId)
      const open = state.open?.conversation.id === action.conversationId ? null : state.open
      const asking = Object.entries(state.asking).filter(([, id]) => id !== action.conversationId)
      return { ...state, list, temporary, open, asking: Object.fromEntries(asking) }
    }
    case 'opened': {
      const { conversation, page, show } = action
      const messages = keptTexts(state.open?.messages ?? [], page.messages, state.ended)
      const { hasEarlier, hasLater } = page
      const open: OpenConversation = { conversation, messages, hasEarlier, hasLater, edge: 'end', show }
      return withConversation({ ...state, open }, conversation)
    }
    case 'reopened': {
      if (state.open?.conversation.id !== action.conversation.id) return state
      const merged = mergeReopened(state.open, action.page)
      const open: OpenConversation = {
        ...state.open,
        ...merged,
        conversation: action.conversation,
        edge: 'end',
        show: null,
      }
      return withConversation({ ...state, open }, action.conversation)
    }
    case 'dropped': {
      const after = withConversation(state, action.conversation)
      const { open } = after
      if (open === null || open.conversation.id !== action.conversation.id) return after
      const messages = withoutMessage(open.messages, action.messageId, action.rest)
      return messages === open.messages ? after : { ...after, open: { ...open, messages, edge: 'end', show: null } }
    }
    case 'closed':
      return state.open === null ? state : { ...state, open: null }
    case 'earlier': {
      const { open } = state
      if (open === null || open.conversation.id !== action.conversationId) return state
      // a page requested before the branch changed does not fit this branch
      if (open.messages[0]?.id !== action.beforeId) return state
      const messages = [...action.page.messages, ...open.messages]
      return { ...state, open: { ...open, messages, hasEarlier: action.page.hasEarlier, edge: 'start', show: null } }
    }
    case 'later': {
      const { open } = state
      if (open === null || open.conversation.id !== action.conversationId) return state
      if (open.messages.at(-1)?.id !== action.afterId) return state
      const messages = [...open.messages, ...action.page.messages]
      return { ...state, open: { ...open, messages, hasLater: action.page.hasLater, edge: 'later', show: null } }
    }
    case 'message': {
      const { open } = state
      if (open === null || open.conversation.id !== action.message.conversationId) return state
      return withMessages(state, open, placeMessage(open.messages, action.message, state.ended))
    }
    case 'exchanged': {
      const { conversation } = action
      const after = withConversation(state, conversation)
      if (after.open === null && action.begins) {
        const open: OpenConversation = {
          conversation,
          messages: action.messages,
          hasEarlier: false,
          hasLater: false,
          edge: 'end',
          show: null,
        }
        return { ...after, open }
      }
      if (after.open === null || after.open.conversation.id !== conversation.id) return after
      const place = (messages: readonly Message[], message: Message) => placeMessage(messages, message, state.ended)
      return withMessages(after, after.open, action.messages.reduce(place, after.open.messages))
    }
    case 'status': {
      const { open } = state
      const ended = action.ended === null ? state.ended : [...state.ended.slice(-63), action.ended.stream]
      const after = ended === state.ended ? state : { ...state, ended }
      if (open === null || open.conversation.id !== action.conversationId) return after
      const messages = replaceMessage(open.messages, action.messageId, (message) => ({
        ...message,
        text: action.ended?.text ?? message.text,
        ...thoughtAtEnd(message, action),
        stream: action.stream,
        status: action.status,
        attachments: action.attachments ?? message.attachments,
        ...(action.passages === undefined ? {} : { passages: action.passages }),
      }))
      if (messages === open.messages) return after
      return { ...after, open: { ...open, messages, edge: 'end' } }
    }
    case 'call': {
      const { call, conversationId } = action
      const asking = withAsking(state.asking, call, conversationId)
      const after = asking === state.asking ? state : { ...state, asking }
      const { open } = state
      if (open === null || open.conversation.id !== conversationId) return after
      const messages = replaceMessage(open.messages, call.messageId, (message) => withCall(message, call))
      return messages === open.messages ? after : { ...after, open: { ...open, messages, edge: 'end' } }
    }
    case 'asking':
      return {
        ...state,
        asking: Object.fromEntries(action.calls.map(({ call, conversationId }) => [call.id, conversationId])),
      }
    case 'forgetStreams':
      return { ...state, ended: [] }
    default:
      return action satisfies never
  }
}

/** Returns the model's thinking for a message, once its answer has ended. */
function thoughtAtEnd(
  { thinking }: Message,
  { ended, status, stream }: Extract<ChatAction, { type: 'status' }>,
): Pick<Message, 'thinking'> {
  const text = ended?.thinking || thinking?.text
  if (stream !== null || text === undefined || text === '') return {}
  return { thinking: { text, ms: status.timing?.thinkingMs ?? null, isRunning: false } }
}
