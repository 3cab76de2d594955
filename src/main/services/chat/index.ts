import { randomUUID } from 'node:crypto'
import type { chatCalls } from '../../../shared/ipc/chat-calls.ts'
import type { chatOrderCalls } from '../../../shared/ipc/chat-order-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { fileCalls } from '../../../shared/ipc/file-calls.ts'
import type { folderCalls } from '../../../shared/ipc/folder-calls.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import { Bin } from '../../jobs/bin.ts'
import { ChatFolders } from '../../storage/chat-folders.ts'
import { ChatPictures } from '../../storage/chat-pictures.ts'
import { ConversationCopies } from '../../storage/conversation-copies.ts'
import { Conversations, type StoredConversation } from '../../storage/conversations.ts'
import { Drafts } from '../../storage/drafts.ts'
import { Journal } from '../../storage/journal.ts'
import { MarkedMessages } from '../../storage/marked-messages.ts'
import { MessageDeletions } from '../../storage/message-deletions.ts'
import { MessageFiles } from '../../storage/message-files.ts'
import { Messages } from '../../storage/messages.ts'
import { Preferences } from '../../storage/preferences.ts'
import { DocumentReader } from '../documents/index.ts'
import { UsageRefusals } from '../questions/usage-refusals.ts'
import { AnswerRequests } from './answer-requests.ts'
import { AnswerRounds } from './answer-rounds.ts'
import { AnswerRunner } from './answer-runner.ts'
import { AttachedChats } from './attached-chats.ts'
import { AttachedFiles } from './attached-files.ts'
import { BranchText } from './branch-text.ts'
import { ChatFind } from './chat-find.ts'
import { type ChatServices, chatHandlers } from './chat-handlers.ts'
import { ChatReader } from './chat-reader.ts'
import { ChatService } from './chat-service.ts'
import { ContextSizes } from './context-size.ts'
import { DeletedMessages } from './deleted-messages.ts'
import { DeletionMarks } from './deletion-marks.ts'
import { ChatDraftFiles } from './draft-files.ts'
import { ChatDraftPictures } from './draft-pictures.ts'
import { fileTool } from './file-tool.ts'
import { FoldersService, folderHandlers } from './folders-service.ts'
import { Forks } from './forks.ts'
import { HeadingList } from './heading-list.ts'
import { noteRefusal } from './model-refusals.ts'
import { QuestionList } from './question-list.ts'
import { Summaries } from './summaries.ts'
import { TextDocuments } from './text-documents.ts'
import { TextSender } from './text-sender.ts'
import { Titles } from './titles.ts'

/** Messages removed for good in one step; some milliseconds. */
const purgedAtOnce = 50
/** Maximum number of chats in the shell's menus. */
const recentMax = 5

/** The chat feature of main. */
export interface Chat extends Feature, ChatServices {
  readonly handlers: HandlersOf<typeof chatCalls & typeof chatOrderCalls & typeof fileCalls & typeof folderCalls>
  readonly bin: Bin
  /** Returns the chats that were active last. */
  recent(): readonly Pick<StoredConversation, 'id' | 'title'>[]
}

/**
 * Composes the chat, in order of dependency. `spendsFirst`: the spending is the only trace of its requests on the disk.
 */
export function createChat(parts: FeatureParts, { spendsFirst = false } = {}): Chat {
  const { database, keeper, knowledge, library, tools } = parts
  const { passages, retrievals } = knowledge
  const conversations = new Conversations(database)
  const messages = new Messages(database)
  const drafts = new Drafts(database)
  const deletions = new MessageDeletions(database)
  const messageFiles = new MessageFiles(database)
  const documents = new DocumentReader()
  const files = new AttachedFiles({ ...parts, documents })
  const reading = fileTool({ messages, files: messageFiles, library, documents })
  tools.registry.addToolSource({ tools: () => [reading] })
  const rounds = new AnswerRounds({
    ...tools,
    conversations,
    passages,
    files: messageFiles,
    callsTools: (connectionId, model) => parts.facts.knownFacts(connectionId, model).tools?.value !== false,
  })
  const preferences = new Preferences(database)
  const usageRefusals = new UsageRefusals(preferences)
  const texting = new TextSender(messages, preferences, usageRefusals)
  const journal = new Journal(database)
  const answers = new AnswerRunner({
    ...parts,
    conversations,
    messages,
    journal,
    rounds,
    texting,
    usageRefusals,
    spendsFirst,
    onEnded(answer) {
      noteRefusal(parts, answer)
      if (answer.state === 'done') titles.afterAnswer(answer.messageId, answer.conversationId)
    },
  })
  const draftPictures = new ChatDraftPictures(preferences, library)
  const draftFiles = new ChatDraftFiles(preferences, library)
  const reader = new ChatReader({
    conversations,
    messages,
    drafts,
    answers,
    keeper,
    tools: tools.service,
    passages,
    files: messageFiles,
  })
  const bin = new Bin({
    ...parts,
    oldest: () => earliest(conversations.oldestDeletion(), deletions.oldest()),
    purge: (before) => {
      const gone = conversations.deletedIds(before)
      database.transaction(() => {
        conversations.expire(before)
        deletions.expire(before)
      })
      return [...draftPictures.forgetDrafts(gone), ...draftFiles.forgetDrafts(gone)]
    },
    async *purgeSteps() {
      let indexAgain: (() => void) | null = null
      const next = () => conversations.purgeNext(purgedAtOnce) ?? deletions.purgeNext(purgedAtOnce)
      try {
        for await (const media of parts.erasure.removingInSteps(next)) {
          indexAgain ??= parts.restIndex()
          yield media
        }
      } finally {
        indexAgain?.()
      }
    },
  })
  const requests = new AnswerRequests({
    ...parts,
    conversations,
    messages,
    drafts,
    answers,
    reader,
    newId: randomUUID,
  })
  const changing = {
    ...parts,
    conversations,
    messages,
    drafts,
    answers,
    requests,
    reader,
    bin,
    passages,
    files: messageFiles,
    retrievals,
    newId: randomUUID,
    onNamed: (id: string) => titles.recordUserTitle(id),
    stopSummary: (id: string) => void summaries.stop(id),
  }
  const service = new ChatService(changing)
  const folders = new ChatFolders(database)
  const foldersService = new FoldersService({ ...parts, folders, service })
  const texts = new TextDocuments(changing)
  const sizes = new ContextSizes({ ...parts, conversations, messages, rounds, reader })
  const questions = new QuestionList(conversations, messages)
  const headings = new HeadingList({ conversations, messages, answers })
  const branches = new BranchText({ conversations, messages, answers, calls: tools.calls })
  const finding = new ChatFind({ conversations, messages, answers })
  const attachedChats = new AttachedChats({ conversations, messages, answers, library })
  const summaries = new Summaries({
    ...parts,
    conversations,
    messages,
    rounds,
    usageRefusals,
    answers,
    reader,
    spendsFirst,
  })
  const titles = new Titles({
    ...parts,
    conversations,
    messages,
    files: messageFiles,
    preferences,
    usageRefusals,
    reader,
  })
  const marks = new DeletionMarks({
    ...parts,
    messages: new MarkedMessages(database),
    pictures: new ChatPictures(database),
  })
  const deleting = { ...parts, conversations, messages, deletions, marks, answers, reader, summaries, bin }
  const deleted = new DeletedMessages(deleting)
  const copies = new ConversationCopies(database)
  const forks = new Forks({ ...parts, conversations, messages, copies, answers, reader, newId: randomUUID })
  const chat = {
    service,
    requests,
    sizes,
    questions,
    headings,
    finding,
    attachedChats,
    branches,
    summaries,
    forks,
    deleted,
    titles,
    answers,
    reader,
    draftPictures,
    files,
    draftFiles,
    texts,
    bin,
  }
  return {
    ...chat,
    handlers: { ...chatHandlers(chat), ...folderHandlers(folders, foldersService) },
    recent: () => conversations.recent(recentMax),
    interrupted: () => answers.runningAnswers + summaries.count,
    flush: () => answers.flush(),
    start() {
      bin.start()
      void forks.recoverForks()
      void deleted.recoverDeletions()
    },
    async close() {
      summaries.close()
      await Promise.all([
        ...[answers.close(), forks.close(), deleted.close(), titles.close(), bin.close(), documents.close()],
      ])
    },
  }
}

function earliest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}
