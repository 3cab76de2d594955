/** Reads the text of files: for chats in a thread of its own, for collections in theirs. */
export type { DocumentAnswer, DocumentTask, PageAnswer, PageTask } from './document-messages.ts'
export { DocumentReader } from './document-reader.ts'
