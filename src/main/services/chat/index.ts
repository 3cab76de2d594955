import { randomUUID } from 'node:crypto'
import type { chatCalls } from '../../../shared/ipc/chat-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { fileCalls } from '../../../shared/ipc/file-calls.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import { Bin } from '../../jobs/bin.ts'
import { Conversations } from '../../storage/conversations.ts'
import { Drafts } from '../../storage/drafts.ts'
import { Journal } from '../../storage/journal.ts'
import { MessageFiles } from '../../storage/message-files.ts'
import { Messages } from '../../storage/messages.ts'
import { Preferences } from '../../storage/preferences.ts'
import { DocumentReader } from '../documents/index.ts'
import { AnswerRounds } from './answer-rounds.ts'
import { AnswerRunner } from './answer-runner.ts'
import { AttachedFiles } from './attached-files.ts'
import { type ChatServices, chatHandlers } from './chat-handlers.ts'
import { ChatReader } from './chat-reader.ts'
import { ChatService } from './chat-service.ts'
import { ChatDraftFiles } from './draft-files.ts'
import { ChatDraftPictures } from './draft-pictures.ts'
import { TextDocuments } from './text-documents.ts'
import { TextSender } from './text-sender.ts'
import { UsageRefusals } from './usage-refusals.ts'

/** The chat feature of main. */
export interface Chat extends Feature, ChatServices {
  readonly handlers: HandlersOf<typeof chatCalls & typeof fileCalls>
  readonly answers: AnswerRunner
  readonly bin: Bin
}

/** Composes the chat, in order of dependency. */
export function createChat(parts: FeatureParts): Chat {
  const { database, keeper, knowledge, library, tools } = parts
  const { passages, retrievals } = knowledge
  const conversations = new Conversations(database)
  const messages = new Messages(database)
  const drafts = new Drafts(database)
  const messageFiles = new MessageFiles(database)
  const documents = new DocumentReader()
  const files = new AttachedFiles({ ...parts, documents })
  const rounds = new AnswerRounds({ ...tools, passages, files: messageFiles })
  const preferences = new Preferences(database)
  const usageRefusals = new UsageRefusals(preferences)
  const texting = new TextSender(messages, preferences)
  const journal = new Journal(database)
  const answers = new AnswerRunner({ ...parts, conversations, messages, journal, rounds, texting, usageRefusals })
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
    oldest: () => conversations.oldestDeletion(),
    purge: (before) => {
      const gone = conversations.deletedIds(before)
      return [...draftPictures.forget(gone), ...draftFiles.forget(gone), ...conversations.purge(before)]
    },
  })
  const changing = {
    ...parts,
    conversations,
    messages,
    drafts,
    answers,
    reader,
    bin,
    passages,
    files: messageFiles,
    retrievals,
    newId: randomUUID,
  }
  const service = new ChatService(changing)
  const texts = new TextDocuments(changing)
  const chat = { service, answers, reader, draftPictures, files, draftFiles, texts, bin }
  return {
    ...chat,
    handlers: chatHandlers(chat),
    interrupted: () => answers.running,
    flush: () => answers.flush(),
    start() {
      bin.start()
    },
    async close() {
      await Promise.all([answers.close(), bin.close(), documents.close()])
    },
  }
}
