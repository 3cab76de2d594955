import type { ReadableText, TextPart } from '../../../shared/passages/chunker.ts'
import { splitThinking } from '../../../shared/thinking.ts'
import { Conversations } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import { MessageDeletions } from '../../storage/message-deletions.ts'
import { Messages } from '../../storage/messages.ts'
import { TranscriptSegments } from '../../storage/transcript-segments.ts'
import { Transcripts } from '../../storage/transcripts.ts'

/** Maximum number of messages of a chat that are read: far more than a user writes. */
const messagesMax = 20_000

/** The present state of a chat or transcript. */
export interface ItemState {
  readonly title: string
  /** Text that differs whenever the text of the item does. */
  readonly fingerprint: string
}

/** The texts of chats and transcripts, read from the app's database. */
export class ItemTexts {
  private readonly database: Database
  private readonly conversations: Conversations
  private readonly messages: Messages
  private readonly deletions: MessageDeletions
  private readonly transcripts: Transcripts
  private readonly segments: TranscriptSegments

  constructor(database: Database) {
    this.database = database
    this.conversations = new Conversations(database)
    this.messages = new Messages(database)
    this.deletions = new MessageDeletions(database)
    this.transcripts = new Transcripts(database)
    this.segments = new TranscriptSegments(database)
  }

  /** A number that changes whenever another connection writes. */
  version(): number {
    return Number(this.database.pragma('data_version'))
  }

  /** Returns the state of a chat or transcript; null if it was removed or is in the bin. */
  itemState(kind: 'chat' | 'transcript', id: string): ItemState | null {
    if (kind === 'chat') {
      const chat = this.conversations.findConversation(id)
      return (
        chat && {
          title: chat.title,
          fingerprint: `${chat.leafId ?? ''} ${chat.activeAt} ${chat.title}${this.deletions.stampOf(id)}`,
        }
      )
    }
    const transcript = this.transcripts.findTranscript(id)
    return transcript && { title: transcript.title, fingerprint: `${transcript.revision} ${transcript.title}` }
  }

  /** Returns the text of a chat: its shown branch, a part for each message. */
  chat(id: string): ReadableText {
    const leafId = this.conversations.findConversation(id)?.leafId ?? null
    const said = leafId === null ? [] : this.messages.context(leafId, messagesMax)
    const texts = said.map(({ id: messageId, role, text }) => ({
      id: messageId,
      ms: null,
      text: role === 'assistant' ? (splitThinking(text, false).answer ?? '') : text,
    }))
    return { ...joined(texts, '\n\n'), shape: 'markdown', joinsParts: false }
  }

  /** Returns the text of a transcript: a part for each segment, with its time. */
  transcript(id: string): ReadableText {
    const segments = this.segments.segmentsOf(id)
    const texts = segments.map(({ from, id: segmentId, text }) => ({ id: segmentId, ms: from, text }))
    return { ...joined(texts, '\n'), shape: 'prose', joinsParts: true }
  }
}

function joined(
  texts: readonly { readonly id: string; readonly ms: number | null; readonly text: string }[],
  separator: string,
): Pick<ReadableText, 'text' | 'parts'> {
  const parts: TextPart[] = []
  const pieces: string[] = []
  let at = 0
  for (const { id, ms, text } of texts) {
    if (text.trim() === '') continue
    const piece = `${text}${separator}`
    pieces.push(piece)
    parts.push({ start: at, end: at + piece.length, id, ms })
    at += piece.length
  }
  return { text: pieces.join(''), parts }
}
