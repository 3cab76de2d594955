import { randomUUID } from 'node:crypto'
import type { FeatureParts } from '../../feature-parts.ts'
import { Bin } from '../../jobs/bin.ts'
import { Conversations } from '../../storage/conversations.ts'
import { Drafts } from '../../storage/drafts.ts'
import { Journal } from '../../storage/journal.ts'
import { Messages } from '../../storage/messages.ts'
import { Preferences } from '../../storage/preferences.ts'
import { AnswerRounds } from './answer-rounds.ts'
import { AnswerRunner } from './answer-runner.ts'
import { ChatReader } from './chat-reader.ts'
import { ChatService } from './chat-service.ts'
import { ChatDraftPictures } from './draft-pictures.ts'

/** The chat feature of main. */
export interface Chat {
  readonly service: ChatService
  readonly answers: AnswerRunner
  readonly reader: ChatReader
  readonly draftPictures: ChatDraftPictures
  readonly bin: Bin
  start(): void
  close(): Promise<void>
}

/** Composes the chat, in order of dependency. */
export function createChat(parts: FeatureParts): Chat {
  const { database, keeper, library, tools } = parts
  const conversations = new Conversations(database)
  const messages = new Messages(database)
  const drafts = new Drafts(database)
  const rounds = new AnswerRounds(tools)
  const answers = new AnswerRunner({ ...parts, conversations, messages, journal: new Journal(database), rounds })
  const draftPictures = new ChatDraftPictures(new Preferences(database), library)
  const reader = new ChatReader({ conversations, messages, drafts, answers, keeper, tools: tools.service })
  const bin = new Bin({
    ...parts,
    oldest: () => conversations.oldestDeletion(),
    purge: (before) => [...draftPictures.forget(conversations.deletedIds(before)), ...conversations.purge(before)],
  })
  const service = new ChatService({
    ...parts,
    conversations,
    messages,
    drafts,
    answers,
    reader,
    bin,
    newId: randomUUID,
  })
  return {
    service,
    answers,
    reader,
    draftPictures,
    bin,
    start() {
      bin.start()
    },
    async close() {
      await Promise.all([answers.close(), bin.close()])
    },
  }
}
