/**
 * Reads the text of files: for chats in a thread of its own, for collections in theirs. The text of a short page in HTML
 * can be had at once.
 */
export type { DocumentAnswer, DocumentTask, PageAnswer, PageTask } from './document-messages.ts'
export { DocumentReader } from './document-reader.ts'
export { htmlText } from './html-text.ts'
