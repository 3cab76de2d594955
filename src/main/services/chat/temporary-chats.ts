import { z } from 'zod'
import type { Conversation, Parameters } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallName, Handlers, HandlersOf } from '../../../shared/ipc/contract.ts'
import type { temporaryCalls } from '../../../shared/ipc/temporary-calls.ts'
import { isTemporaryChat } from '../../../shared/temporary-chat.ts'
import type { Feature, Instead } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import type { ExchangeRecord } from '../../gateway/exchange-record.ts'
import { MediaLibrary } from '../../media/library.ts'
import { Conversations } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import { Drafts } from '../../storage/drafts.ts'
import { MediaItems } from '../../storage/media-items.ts'
import { openInMemory } from '../../storage/memory-database.ts'
import { MessagePassages } from '../../storage/message-passages.ts'
import { Messages } from '../../storage/messages.ts'
import { copyConversation, eraseConversation } from '../../storage/moved-conversation.ts'
import { ToolRules } from '../../storage/tool-rules.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import { createTools } from '../tools/index.ts'
import { ToolRegistry } from '../tools/tool-registry.ts'
import { type Chat, createChat } from './index.ts'

export interface TemporaryChatsParts extends FeatureParts {
  /** The chat feature for conversations on the disk. */
  readonly kept: Pick<Chat, 'handlers' | 'reader'>
}

/** Chats that are only in memory. */
export interface TemporaryChats extends Feature {
  readonly handlers: HandlersOf<typeof temporaryCalls>
  /** Answers the chat calls that concern a temporary chat. Throws `not_found` for a chat that has ended. */
  readonly instead: Instead
  /** Number of temporary chats with a message or a draft. */
  unkept(): number
}

/** The second chat, over a database in memory. */
interface InMemory {
  readonly chat: Chat
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly drafts: Drafts
}

/** The ids by which calls name a conversation or its messages. */
const aboutSchema = z.object({
  conversationId: z.string().nullish(),
  messageId: z.string().optional(),
  beforeId: z.string().optional(),
  afterId: z.string().optional(),
})

/** Composes the temporary chats. Their database is made for the first of them. */
export function createTemporaryChats(parts: TemporaryChatsParts): TemporaryChats {
  const { clock, database: onDisk, events, kept, spending } = parts
  const onDiskConversations = new Conversations(onDisk)
  let made: InMemory | null = null

  const memory = (): InMemory => {
    made ??= compose(parts)
    return made
  }
  const of = (conversationId: string): InMemory =>
    made?.conversations.findConversation(conversationId) == null
      ? fail('not_found', 'the temporary chat has ended')
      : made

  const begin = (input: CallInput<'temporary.begin'>): Conversation => {
    const { chat, conversations } = memory()
    const now = clock.now()
    if (conversations.findConversation(input.conversationId) === null)
      conversations.insertConversation({
        ...{ id: input.conversationId, title: '', connectionId: input.connectionId, model: input.model },
        ...{
          parameters: withoutTools(input.parameters),
          pinned: false,
          createdAt: now,
          activeAt: now,
          snippet: '',
          leafId: null,
        },
      })
    const conversation = chat.reader.conversation(input.conversationId)
    events.emit('chat.conversation', conversation)
    return conversation
  }

  const list = (): readonly Conversation[] =>
    (made?.chat.reader.listChats({ query: '', offset: 0, limit: 500, place: 'all' }).conversations ?? []).toSorted(
      (a, b) => b.createdAt - a.createdAt,
    )

  const keep = ({ conversationId, keptId }: CallInput<'temporary.keep'>): Conversation => {
    // the same call again
    if (onDiskConversations.findConversation(keptId) !== null) return kept.reader.conversation(keptId)
    const { chat, database } = of(conversationId)
    if (chat.answers.isRunning(conversationId) || chat.summaries.isRunning(conversationId))
      fail('busy', 'an answer is still coming')
    onDisk.durably(() => {
      copyConversation(database, onDisk, conversationId, keptId)
      spending.reassign(conversationId, keptId)
    })
    database.transaction(() => eraseConversation(database, conversationId))
    const conversation = kept.reader.conversation(keptId)
    events.emit('temporary.kept', { conversationId, conversation })
    events.emit('history.changed', {})
    return conversation
  }

  const end = async ({ conversationId }: CallInput<'chat.delete'>): Promise<null> => {
    const { chat, database } = of(conversationId)
    chat.summaries.stop(conversationId)
    await chat.answers.stopConversation(conversationId)
    database.transaction(() => eraseConversation(database, conversationId))
    events.emit('chat.removed', { conversationId })
    return null
  }

  const instead = (name: CallName, input: unknown): Partial<Handlers> | null => {
    const about = Object.hasOwn(kept.handlers, name) ? aboutSchema.safeParse(input).data : undefined
    if (about === undefined) return null
    const { afterId, beforeId, conversationId, messageId } = about
    // a restored file may hold any id: a chat on the disk is not temporary
    const isTemporary =
      conversationId != null &&
      isTemporaryChat(conversationId) &&
      onDiskConversations.findConversation(conversationId) === null
    const isAboutMessage = [messageId, beforeId, afterId].some(
      (id) => id !== undefined && made?.messages.conversationOf(id) != null,
    )
    if (!isTemporary && !isAboutMessage) return null
    const isAboutCopy = name === 'chat.fork' || name === 'chat.stopFork'
    const { chat } = isTemporary && !isAboutCopy ? of(conversationId) : memory()
    // it would be in no list
    if (name === 'chat.fork' && !isTemporary) fail('invalid_input', 'a copy of a temporary chat is one too')
    return {
      ...chat.handlers,
      'chat.delete': end,
      'chat.update': ({ parameters, ...others }) =>
        chat.service.updateChat(
          parameters === undefined ? others : { ...others, parameters: withoutTools(parameters) },
        ),
    }
  }

  return {
    handlers: { 'temporary.begin': begin, 'temporary.list': list, 'temporary.keep': keep },
    instead,
    unkept: () =>
      list().filter(({ id, snippet }) => snippet !== '' || (made !== null && made.drafts.get(id) !== '')).length,
    async close() {
      await made?.chat.close?.()
      made?.database.close()
      made = null
    },
  }
}

/**
 * Composes the same chat over a database in memory. The parts that it shares with the other one get no words: settings,
 * connections and the spending. It has no tools, passages, files and memory, keeps no bodies of answers, and is not recorded by
 * the inspector.
 */
function compose(parts: TemporaryChatsParts): InMemory {
  const database = openInMemory()
  const library = new MediaLibrary(parts.dataFolder, new MediaItems(database), () => parts.clock.now())
  const tools = { ...createTools({ ...parts, database, library }), registry: new ToolRegistry(new ToolRules(database)) }
  const knowledge = { ...parts.knowledge, passages: new MessagePassages(database) }
  const chat = createChat(
    {
      ...{ ...parts, database, library, tools, knowledge },
      ...{ keeper: keepsNothing, requests: { about: () => () => silent }, memories: { sentWith: () => [] } },
    },
    { spendsFirst: true },
  )
  return {
    chat,
    database,
    conversations: new Conversations(database),
    messages: new Messages(database),
    drafts: new Drafts(database),
  }
}

/** Drops the tools and collections that an assistant may bring. */
function withoutTools({ knowledge: _, tools: __, ...others }: Parameters): Parameters {
  return others
}

const keepsNothing: KeepsAnswers = {
  has: () => false,
  keepAnswer: async () => null,
  recordRead: async () => undefined,
  answersOf: () => [],
  bodyOf: async () => fail('not_found', 'answers of temporary chats are not kept'),
  bodyTextOf: async () => fail('not_found', 'answers of temporary chats are not kept'),
}

const silent: ExchangeRecord = {
  sent: () => undefined,
  answered: () => undefined,
  received: () => undefined,
  withhold: () => undefined,
  ended: () => undefined,
  unreadable: () => undefined,
}
