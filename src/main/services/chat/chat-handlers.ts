import type { chatCalls } from '../../../shared/ipc/chat-calls.ts'
import type { chatOrderCalls } from '../../../shared/ipc/chat-order-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { fileCalls } from '../../../shared/ipc/file-calls.ts'
import type { AnswerRequests } from './answer-requests.ts'
import type { AnswerRunner } from './answer-runner.ts'
import type { AttachedChats } from './attached-chats.ts'
import type { AttachedFiles } from './attached-files.ts'
import type { BranchText } from './branch-text.ts'
import type { ChatFind } from './chat-find.ts'
import type { ChatReader } from './chat-reader.ts'
import type { ChatService } from './chat-service.ts'
import type { ContextSizes } from './context-size.ts'
import type { DeletedMessages } from './deleted-messages.ts'
import type { ChatDraftFiles } from './draft-files.ts'
import type { ChatDraftPictures } from './draft-pictures.ts'
import type { Forks } from './forks.ts'
import type { HeadingList } from './heading-list.ts'
import type { QuestionList } from './question-list.ts'
import type { Summaries } from './summaries.ts'
import type { TextDocuments } from './text-documents.ts'
import type { Titles } from './titles.ts'

/** Services that the handlers of the calls use. */
export interface ChatServices {
  readonly service: ChatService
  readonly requests: AnswerRequests
  readonly answers: AnswerRunner
  readonly reader: ChatReader
  readonly draftPictures: ChatDraftPictures
  readonly files: AttachedFiles
  readonly attachedChats: AttachedChats
  readonly draftFiles: ChatDraftFiles
  readonly texts: TextDocuments
  readonly sizes: ContextSizes
  readonly questions: QuestionList
  readonly headings: HeadingList
  readonly finding: ChatFind
  readonly branches: BranchText
  readonly summaries: Summaries
  readonly forks: Forks
  readonly deleted: DeletedMessages
  readonly titles: Titles
}

/** Handlers of the calls about conversations. */
export function chatHandlers({
  answers,
  attachedChats,
  branches,
  deleted,
  draftFiles,
  draftPictures,
  files,
  finding,
  forks,
  headings,
  questions,
  reader,
  requests,
  service: chat,
  sizes,
  summaries,
  texts,
  titles,
}: ChatServices): HandlersOf<typeof chatCalls & typeof chatOrderCalls & typeof fileCalls> {
  return {
    'chat.list': (input) => reader.listChats(input),
    'chat.open': (input) => reader.openChat(input),
    'chat.earlier': (input) => reader.earlier(input),
    'chat.later': (input) => reader.later(input),
    'chat.around': (input) => chat.around(input),
    'chat.questions': (input) => questions.readQuestions(input),
    'chat.headings': (input) => headings.readHeadings(input),
    'chat.find': (input) => finding.findInChat(input),
    'chat.copy': (input) => branches.readBranch(input),
    'chat.send': (input) => chat.sendMessage(input),
    'chat.retry': (input) => requests.retryAnswer(input),
    'chat.edit': (input) => chat.edit(input),
    'chat.continue': (input) => requests.continue(input),
    'chat.stop': ({ messageId }) => answers.stop(messageId),
    'chat.editAnswer': (input) => chat.editAnswer(input),
    'chat.select': (input) => chat.select(input),
    'chat.readText': (input) => texts.readDocument(input),
    'chat.goOn': (input) => texts.continueDocument(input),
    'chat.measure': (input) => sizes.measure(input),
    'chat.summarise': (input) => summaries.makeSummary(input),
    'chat.stopSummary': ({ conversationId }) => summaries.stop(conversationId),
    'chat.update': (input) => chat.updateChat(input),
    'chat.delete': (input) => chat.deleteChat(input),
    'chat.restore': (input) => chat.restoreChat(input),
    'chat.fork': (input) => forks.makeFork(input),
    'chat.stopFork': (input) => forks.stop(input),
    'chat.deleteMessage': (input) => deleted.deleteMessages(input),
    'chat.restoreMessages': (input) => deleted.restoreMessages(input),
    'chat.deletedMessages': () => ({ count: deleted.countDeleted() }),
    'chat.archive': (input) => chat.archive(input),
    'titles.choice': () => titles.choice(),
    'titles.choose': (input) => titles.chooseModel(input),
    'chat.saveDraft': (input) => chat.saveDraft(input),
    'chat.draft': (input) => reader.draft(input),
    'chat.saveDraftPictures': (input) => draftPictures.set(input),
    'chat.draftPictures': (input) => draftPictures.get(input),
    'files.read': (input) => files.readAttached(input),
    'files.readChat': (input) => attachedChats.readChat(input),
    'files.decode': (input) => files.decode(input),
    'files.drawPages': (input) => files.drawPages(input),
    'files.text': (input) => files.attachedText(input),
    'files.cut': (input) => files.cut(input),
    'files.saveDraft': (input) => draftFiles.set(input),
    'files.draft': (input) => draftFiles.get(input),
  }
}
