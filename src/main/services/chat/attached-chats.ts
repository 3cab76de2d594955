import { chatTextMax, fileNameMax } from '../../../shared/attached-file-limits.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { newestFirst } from './branch-steps.ts'
import { type BranchTextParts, presentText } from './branch-text.ts'
import { ChatTextWriter } from './chat-text.ts'

interface AttachedChatsParts extends BranchTextParts {
  readonly library: Pick<MediaLibrary, 'addMedia'>
}

/** Chats that are attached to a message of another chat, as files. */
export class AttachedChats {
  private readonly parts: AttachedChatsParts

  constructor(parts: AttachedChatsParts) {
    this.parts = parts
  }

  /** Writes the newest turns of the shown branch into the library. Throws an AppFailure `not_found`. */
  async readChat({ sourceId }: CallInput<'files.readChat'>): Promise<CallOutput<'files.readChat'>> {
    const { conversations, library, messages } = this.parts
    const { leafId, title } = conversations.findConversation(sourceId) ?? fail('not_found', 'no such conversation')
    const writer = new ChatTextWriter(chatTextMax)
    for await (const message of newestFirst(messages, leafId))
      writer.add({ role: message.role, text: presentText(this.parts, message) })
    const { taken, text, total } = writer.finish(title)
    if (total === 0) return { reading: { state: 'refused', problem: 'empty' }, taken, total }
    const bytes = new TextEncoder().encode(text)
    const { id } = await library.addMedia(bytes, { mime: 'text/plain', width: null, height: null })
    const name = title.slice(0, fileNameMax).toWellFormed() || 'chat'
    const { tokens } = estimateTokens(text)
    const file = { ...{ mediaId: id, textId: id, name, pages: null }, length: text.length, tokens, cutFrom: null }
    return { reading: { state: 'read', file }, taken, total }
  }
}
