import { z } from 'zod'
import { modelKind } from '../../../shared/model-kind.ts'
import { type VideoRequest, videoRequestSchema } from '../../../shared/video.ts'
import { videoDurations } from '../../../shared/video-models.ts'
import type { Catalogues } from '../../storage/catalogues.ts'
import type { Tool } from '../tools/tool.ts'
import type { VideoQueue } from './video-queue.ts'

const inputSchema = z.object({ prompt: z.string(), model: z.string().optional(), duration: z.number().optional() })

/**
 * Submits a video through the connection of the chat. The job has the id of the call, so that the same call never
 * submits a second one. The tool does not wait: videos take minutes.
 */
export function videoTool({
  catalogues,
  queue,
}: {
  readonly catalogues: Catalogues
  readonly queue: VideoQueue
}): Tool {
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
      },
      required: ['prompt'],
      additionalProperties: false,
    },
    hints: { readOnly: false, destructive: false, openWorld: true, costs: true },
    defaultRule: 'ask',
    async run(input, { callId, connectionId }) {
      const request = requestOf(inputSchema.parse(input), connectionId, catalogues)
      if (typeof request === 'string') return { text: request, isError: true, isUntrusted: false }
      queue.submit({ jobs: [{ jobId: callId, request }] })
      return {
        text: 'The video is in the queue. The person finds it in the video panel.',
        isError: false,
        isUntrusted: false,
      }
    },
  }
}

function requestOf(
  { prompt, model, duration }: z.infer<typeof inputSchema>,
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
