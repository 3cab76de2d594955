import { z } from 'zod'
import { AppFailure } from '../../../shared/errors.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { modelKind } from '../../../shared/model-kind.ts'
import { type VideoRequest, videoRequestSchema } from '../../../shared/video.ts'
import { videoDurations } from '../../../shared/video-models.ts'
import type { Catalogues } from '../../storage/catalogues.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import { type ChatPictureParts, chatPictures, pictureNumber } from '../tools/chat-pictures.ts'
import type { Fields, Tool, ToolContext, ToolResult } from '../tools/tool.ts'
import type { VideoQueue } from './video-queue.ts'

/** Prepares a library picture for sending. Throws an AppFailure for one that cannot be read or sent. */
export type PreparesSource = (input: {
  readonly from: { readonly kind: 'media'; readonly mediaId: string }
}) => Promise<MediaItem>

export interface VideoToolParts extends ChatPictureParts {
  readonly catalogues: Catalogues
  readonly connections: Pick<ConnectionsService, 'firstPictures'>
  readonly queue: Pick<VideoQueue, 'submit'>
  readonly prepareSource: PreparesSource
}

const inputSchema = z.object({
  prompt: z.string(),
  model: z.string().optional(),
  duration: z.number().optional(),
  picture: z.number().optional(),
})

/**
 * Submits a video through the connection of the chat. The job has the id of the call, so that the same call never
 * submits a second one. The tool does not wait: videos take minutes. It takes a picture only while a connection has a
 * field for it.
 */
export function videoTool(parts: VideoToolParts): Tool {
  const picture = {
    ...pictureNumber,
    description: `Picture of this chat that the video begins with. ${pictureNumber.description} Leave it out for none.`,
  }
  return {
    id: 'builtin:make_video',
    server: null,
    name: 'make_video',
    title: 'Make a video',
    description:
      'Submits a video to the queue. It costs money and takes minutes; the person finds the video in the video panel.',
    parameters: {
      type: 'object',
      properties: {
        prompt: { type: 'string', minLength: 1, description: 'What the video shows.' },
        model: { type: 'string', description: 'Id of a video model; leave it out for the usual one.' },
        duration: { type: 'integer', enum: [...videoDurations], description: 'Seconds; usually 5.' },
        ...(parts.connections.firstPictures.isWayUsed('data') ? { picture } : {}),
      },
      required: ['prompt'],
      additionalProperties: false,
    },
    hints: { readOnly: false, destructive: false, openWorld: true, costs: true },
    defaultRule: 'ask',
    run: async (input, context) => await submitted(input, context, parts),
  }
}

async function submitted(input: Fields, context: ToolContext, parts: VideoToolParts): Promise<ToolResult> {
  const { picture, ...wanted } = inputSchema.parse(input)
  const request = requestOf(wanted, context.connectionId, parts.catalogues)
  if (typeof request === 'string') return refusal(request)
  const first = picture === undefined ? null : await firstPicture(picture, context, parts)
  if (typeof first === 'string') return refusal(first)
  const jobs = [{ jobId: context.callId, request: first === null ? request : { ...request, firstPicture: first } }]
  parts.queue.submit({ jobs })
  return {
    text: 'The video is in the queue. The person finds it in the video panel.',
    isError: false,
    isUntrusted: false,
  }
}

/** Returns the picture as the request names it, or a sentence for the model about why there is none. */
async function firstPicture(
  number: number,
  { connectionId, messageId }: ToolContext,
  parts: VideoToolParts,
): Promise<{ readonly mediaId: string } | string> {
  if (parts.connections.firstPictures.fieldOf(connectionId)?.way !== 'data')
    return 'This gateway takes no first picture. Leave "picture" out.'
  const pictures = chatPictures(messageId, parts)
  const picture = pictures.at(-number)
  if (picture === undefined) return `There are ${pictures.length} pictures in this chat.`
  try {
    return { mediaId: (await parts.prepareSource({ from: { kind: 'media', mediaId: picture.id } })).id }
  } catch (cause) {
    if (cause instanceof AppFailure) return 'The picture cannot be read.'
    throw cause
  }
}

function requestOf(
  { prompt, model, duration }: Omit<z.infer<typeof inputSchema>, 'picture'>,
  connectionId: string,
  catalogues: Catalogues,
): VideoRequest | string {
  const listed = (catalogues.get(connectionId)?.models ?? []).filter(({ id }) => modelKind(id) === 'video')
  const chosen = model ?? listed[0]?.id
  if (chosen === undefined) return 'The gateway of this chat lists no video model.'
  const request = videoRequestSchema.safeParse({ connectionId, model: chosen, prompt, duration: duration ?? 5 })
  return request.success
    ? request.data
    : `Not possible: ${request.error.issues.map(({ message }) => message).join(', ')}.`
}

const refusal = (text: string): ToolResult => ({ text, isError: true, isUntrusted: false })
