import type { Parameters } from '../../../shared/chat.ts'
import type { MediaItem } from '../../../shared/media.ts'
import type { ChatTurn } from '../../gateway/chat-stream.ts'
import type { ContextMessage } from '../../storage/messages.ts'

/** Asks a model to continue. Always in English: models follow it and keep the language of their text. */
const continueInstruction =
  'Continue your last answer from exactly where it broke off: begin with the very next character, repeat nothing, and add no introduction.'

/**
 * Messages of a request: the system prompt, then the last of the branch, oldest first. Answers without text (failed
 * ones) are left out.
 * A final answer in the branch is one to continue.
 */
export async function contextTurns(
  branch: readonly ContextMessage[],
  parameters: Parameters,
  readMedia: (item: MediaItem) => Promise<Uint8Array>,
): Promise<readonly ChatTurn[]> {
  const said = branch.filter((message) => message.text !== '' || message.attachments.length > 0)
  const sent = parameters.contextMessages === null ? said : said.slice(-parameters.contextMessages)
  const turns: ChatTurn[] = parameters.system.trim() === '' ? [] : [{ role: 'system', content: parameters.system }]
  for (const message of sent) turns.push(await turnOf(message, readMedia))
  if (sent.at(-1)?.role === 'assistant') turns.push({ role: 'user', content: continueInstruction })
  return turns
}

async function turnOf(message: ContextMessage, readMedia: (item: MediaItem) => Promise<Uint8Array>): Promise<ChatTurn> {
  if (message.role === 'assistant') return { role: 'assistant', content: message.text }
  if (message.attachments.length === 0) return { role: 'user', content: message.text }
  const pictures = await Promise.all(
    message.attachments.map(async (item) => ({
      type: 'image_url' as const,
      image_url: { url: `data:${item.mime};base64,${Buffer.from(await readMedia(item)).toString('base64')}` },
    })),
  )
  return { role: 'user', content: message.text === '' ? pictures : [{ type: 'text', text: message.text }, ...pictures] }
}
