import type { MediaItem } from '../../../shared/media.ts'
import type { ChatEnd } from '../../gateway/answer-stream.ts'
import { leftoversOf, type Unused } from '../../gateway/chat-answer.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { shownPicture } from '../../media/picture-conversion.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredAnswer } from '../../storage/kept-answers.ts'
import { linkAttachments } from '../../storage/message-attachments.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'

export interface AnswerBesidesParts {
  readonly database: Database
  readonly keeper: Pick<KeepsAnswers, 'keepAnswer' | 'recordRead'>
  readonly library: MediaLibrary
  /** True in a temporary chat, which leaves no file. */
  readonly spendsFirst: boolean
}

/** Stores the parts of an answer besides its text: its pictures, and the unused parts. */
export class AnswerBesides {
  private readonly parts: AnswerBesidesParts

  constructor(parts: AnswerBesidesParts) {
    this.parts = parts
  }

  /** Stores the pictures of an answer with its message. Pictures that cannot be stored become leftovers. */
  async withPictures(messageId: string, end: ChatEnd): Promise<ChatEnd> {
    if (end.pictures === undefined) return end
    const items: MediaItem[] = []
    const unused: Unused[] = []
    for (const bytes of end.pictures) {
      // temporary chats leave no file
      const picture = this.parts.spendsFirst ? null : await shownPicture(bytes)
      if (picture === null) {
        unused.push({ what: 'item', text: Buffer.from(bytes).toString('base64') })
        continue
      }
      const { bytes: shown, ...about } = picture
      items.push(await this.parts.library.addMedia(shown, about))
    }
    this.parts.database.durably(() => linkAttachments(this.parts.database, messageId, items))
    if (unused.length === 0) return end
    const { skipped, unused: before } = end.besides ?? { unused: [], skipped: 0 }
    return { ...end, besides: { unused: [...before, ...unused], skipped } }
  }

  /** Stores the parts outside the text. Removes the body of an answer if its text holds everything. */
  async keepBesides(messageId: string, body: StoredAnswer | null, { besides, error }: ChatEnd): Promise<void> {
    const { keeper } = this.parts
    if (besides === undefined) {
      if (error === null) await keeper.recordRead(body, null)
      return
    }
    const texts = besides.unused.map(({ text }) => text).join('\n\n')
    const raw = { status: 200, contentType: 'text/plain', body: Buffer.from(texts), whole: error === null }
    const kept = body ?? (await keeper.keepAnswer({ kind: 'chat', ownerId: messageId, part: 0 }, raw))
    await keeper.recordRead(kept, leftoversOf(besides.unused, besides.skipped))
  }
}
