import type { chatCalls } from '../../../shared/ipc/chat-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { fileCalls } from '../../../shared/ipc/file-calls.ts'
import type { AttachedFiles } from './attached-files.ts'
import type { ChatReader } from './chat-reader.ts'
import type { ChatService } from './chat-service.ts'
import type { ChatDraftFiles } from './draft-files.ts'
import type { ChatDraftPictures } from './draft-pictures.ts'
import type { TextDocuments } from './text-documents.ts'

/** Services that answer the calls. */
export interface ChatServices {
  readonly service: ChatService
  readonly reader: ChatReader
  readonly draftPictures: ChatDraftPictures
  readonly files: AttachedFiles
  readonly draftFiles: ChatDraftFiles
  readonly texts: TextDocuments
}

/** Handlers of the calls about conversations. */
export function chatHandlers({
  draftFiles,
  draftPictures,
  files,
  reader,
  service: chat,
  texts,
}: ChatServices): HandlersOf<typeof chatCalls & typeof fileCalls> {
  return {
    'chat.list': (input) => reader.list(input),
    'chat.open': (input) => reader.open(input),
    'chat.earlier': (input) => reader.earlier(input),
    'chat.later': (input) => reader.later(input),
    'chat.around': (input) => chat.around(input),
    'chat.send': (input) => chat.send(input),
    'chat.retry': (input) => chat.retry(input),
    'chat.edit': (input) => chat.edit(input),
    'chat.continue': (input) => chat.continue(input),
    'chat.stop': (input) => chat.stop(input),
    'chat.select': (input) => chat.select(input),
    'chat.readText': (input) => texts.read(input),
    'chat.goOn': (input) => texts.goOn(input),
    'chat.update': (input) => chat.update(input),
    'chat.delete': (input) => chat.delete(input),
    'chat.restore': (input) => chat.restore(input),
    'chat.saveDraft': (input) => chat.saveDraft(input),
    'chat.draft': (input) => reader.draft(input),
    'chat.saveDraftPictures': (input) => draftPictures.set(input),
    'chat.draftPictures': (input) => draftPictures.get(input),
    'files.read': (input) => files.read(input),
    'files.text': (input) => files.text(input),
    'files.cut': (input) => files.cut(input),
    'files.saveDraft': (input) => draftFiles.set(input),
    'files.draft': (input) => draftFiles.get(input),
  }
}
