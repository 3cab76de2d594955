import { z } from 'zod'
import { AppFailure } from '../../../shared/errors.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { type ChatPictureParts, chatPictures, pictureNumber } from '../tools/chat-pictures.ts'
import type { Fields, Tool, ToolContext, ToolResult } from '../tools/tool.ts'
import { type ImageToolParts, requestOf, submitted } from './image-tool.ts'
import type { SourceService } from './source-service.ts'

export interface ImageEditToolParts extends ImageToolParts, ChatPictureParts {
  readonly sources: Pick<SourceService, 'prepareSource'>
}

const inputSchema = z.object({ picture: z.number().optional() })

/**
 * Changes a picture of the chat through its connection. Like `make_image`, the request is a job of the studio with the
 * id of the call.
 */
export function imageEditTool(parts: ImageEditToolParts): Tool {
  return {
    id: 'builtin:edit_image',
    server: null,
    name: 'edit_image',
    title: 'Edit an image',
    description:
      'Changes a picture of this chat, attached or made in it, and shows the result to the person. It costs money. Describe in "prompt" what the changed picture shows.',
    parameters: {
      type: 'object',
      properties: {
        prompt: { type: 'string', minLength: 1, description: 'What to change.' },
        picture: { ...pictureNumber, description: `${pictureNumber.description} Usually 1.` },
        model: { type: 'string', description: 'Id of an image model; leave it out for the usual one.' },
        size: { type: 'string', description: 'Width and height in pixels, such as 1024x1024.' },
      },
      required: ['prompt'],
      additionalProperties: false,
    },
    hints: { readOnly: false, destructive: false, openWorld: true, costs: true },
    defaultRule: 'ask',
    run: async (input, context) => await edited(input, context, parts),
  }
}

async function edited(input: Fields, context: ToolContext, parts: ImageEditToolParts): Promise<ToolResult> {
  const pictures = chatPictures(context.messageId, parts)
  const picture = pictures.at(-(inputSchema.parse(input).picture ?? 1))
  if (picture === undefined) return refusal(`There are ${pictures.length} pictures in this chat.`)
  const source = await prepared(picture, parts)
  if (source === null) return refusal('The picture cannot be read.')
  const edit = { sourceId: source.id, sourceImageId: null, maskId: null, keepOutside: false }
  const request = requestOf(input, context.connectionId, parts, edit)
  return typeof request === 'string' ? refusal(request) : await submitted(request, context, parts)
}

async function prepared({ id }: MediaItem, { sources }: ImageEditToolParts): Promise<MediaItem | null> {
  try {
    return await sources.prepareSource({ from: { kind: 'media', mediaId: id } })
  } catch (cause) {
    if (cause instanceof AppFailure) return null
    throw cause
  }
}

const refusal = (text: string): ToolResult => ({ text, isError: true, isUntrusted: false })
