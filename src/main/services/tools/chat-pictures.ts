import type { MediaItem } from '../../../shared/media.ts'
import type { Messages } from '../../storage/messages.ts'
import type { ToolCalls } from '../../storage/tool-calls.ts'

export interface ChatPictureParts {
  readonly messages: Pick<Messages, 'context'>
  readonly calls: Pick<ToolCalls, 'among' | 'callsOf'>
}

/** Maximum number of messages that are searched for pictures. */
const messagesMax = 500

/** The argument by which a model names a picture of the chat, for the schema of a tool. */
export const pictureNumber = {
  type: 'integer',
  minimum: 1,
  description: 'Which picture: 1 is the newest of the chat, 2 the one before it.',
} as const

/** Returns the pictures of the branch that ends with an answer, oldest first: attached ones, and those that tools made. */
export function chatPictures(messageId: string, { calls, messages }: ChatPictureParts): readonly MediaItem[] {
  const branch = messages.context(messageId, messagesMax)
  const withCalls = calls.among(branch.map(({ id }) => id))
  const media = branch.flatMap(({ attachments, id }) => [
    ...attachments,
    ...(withCalls.has(id) ? calls.callsOf(id).flatMap((call) => call.media) : []),
  ])
  return media.filter(({ mime }) => mime.startsWith('image/'))
}
