/**
 * Reads files of chats and collections, and writes Word files (`word/`), in threads that can be ended. Only a short HTML
 * page may be read at once.
 */
export type {
  DocumentAnswer,
  DocumentTask,
  PageAnswer,
  PageTask,
  PassagesAnswer,
  PassagesTask,
} from './document-messages.ts'
export { DocumentReader } from './document-reader.ts'
export { htmlText } from './html-text.ts'
