import { z } from 'zod'
import { type ImageEdit, type ImageRequest, imageRequestSchema } from '../../../shared/image.ts'
import { imageKindOf, imageKinds } from '../../../shared/image-kinds.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import { modelKind } from '../../../shared/model-kind.ts'
import { endOfJob } from '../../jobs/job-end.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Catalogues } from '../../storage/catalogues.ts'
import type { StoredImageJob } from '../../storage/image-jobs.ts'
import type { Images } from '../../storage/images.ts'
import type { Fields, Tool, ToolContext, ToolResult } from '../tools/tool.ts'
import type { ImageJobStore } from './image-job-store.ts'
import type { ImageQueue } from './image-queue.ts'

export interface ImageToolParts {
  readonly queue: ImageQueue
  readonly store: ImageJobStore
  readonly images: Images
  readonly library: MediaLibrary
  readonly catalogues: Catalogues
}

const inputSchema = z.object({
  prompt: z.string(),
  model: z.string().optional(),
  size: z.string().optional(),
  n: z.number().optional(),
})

/**
 * Makes images through the connection of the chat. The request is a job of the studio with the id of the call, so that
 * the same call never makes a second one. Stopping the answer leaves the job in the studio.
 */
export function imageTool(parts: ImageToolParts): Tool {
  return {
    id: 'builtin:make_image',
    server: null,
    name: 'make_image',
    title: 'Make images',
    description:
      'Makes images from a description and shows them to the person. It costs money. Describe the image fully in "prompt".',
    parameters: {
      type: 'object',
      properties: {
        prompt: { type: 'string', minLength: 1, description: 'What the image shows.' },
        model: { type: 'string', description: 'Id of an image model; leave it out for the usual one.' },
        size: { type: 'string', description: 'Width and height in pixels, such as 1024x1024.' },
        n: { type: 'integer', minimum: 1, maximum: 4, description: 'How many images; usually 1.' },
      },
      required: ['prompt'],
      additionalProperties: false,
    },
    hints: { readOnly: false, destructive: false, openWorld: true, costs: true },
    defaultRule: 'ask',
    run: async (input, context) => await made(input, context, parts),
  }
}

async function made(input: Fields, context: ToolContext, parts: ImageToolParts): Promise<ToolResult> {
  const request = requestOf(input, context.connectionId, parts, null)
  if (typeof request === 'string') return { text: request, isError: true, isUntrusted: false }
  return await submitted(request, context, parts)
}

/** Makes a request a job with the id of the call, and waits for its end. */
export async function submitted(
  request: ImageRequest,
  context: ToolContext,
  parts: ImageToolParts,
): Promise<ToolResult> {
  const { images, library, queue, store } = parts
  queue.submit({ jobId: context.callId, request })
  const job = await endOfJob(
    store,
    context.callId,
    ({ status }) => hasEnded(status),
    context.signal,
    ({ status }) => context.progress(status, null),
  )
  const media = images
    .idsOfJob(context.callId)
    .flatMap((id) => library.findMedia(images.findImage(id)?.mediaId ?? '') ?? [])
  return { ...outcomeOf(job, media.length), isUntrusted: false, media }
}

/** Returns the request that a tool's arguments ask for, or a sentence for the model about why there is none. */
export function requestOf(
  input: Fields,
  connectionId: string,
  { catalogues }: ImageToolParts,
  edit: ImageEdit | null,
): ImageRequest | string {
  const { prompt, model, size, n } = inputSchema.parse(input)
  const listed = (catalogues.get(connectionId)?.models ?? []).filter(({ id }) => modelKind(id) === 'image')
  const usual = edit === null ? listed : listed.filter(({ id }) => mayEdit(id))
  const chosen = model ?? usual[0]?.id
  if (chosen === undefined) return 'The gateway of this chat lists no image model.'
  const request = imageRequestSchema.safeParse({
    connectionId,
    model: chosen,
    prompt,
    n: n ?? 1,
    size: size ?? null,
    quality: null,
    responseFormat: null,
    edit,
  })
  return request.success
    ? request.data
    : `Not possible: ${request.error.issues.map(({ message }) => message).join(', ')}.`
}

/** Returns true if a model is not known to refuse edits. */
function mayEdit(model: string): boolean {
  const kind = imageKindOf(model, {})
  return imageKinds.find(({ id }) => id === kind)?.edits !== false
}

function outcomeOf(job: StoredImageJob | null, count: number): Pick<ToolResult, 'text' | 'isError'> {
  if (job === null) return { text: 'The request is in the image studio and not finished.', isError: false }
  switch (job.status) {
    case 'done':
      return { text: `${count} of ${job.request.n} images are made. The person sees them.`, isError: false }
    case 'cancelled':
      return { text: 'The person cancelled the request.', isError: true }
    case 'unknown':
      return { text: 'The answer was lost. The images may have been made and charged.', isError: true }
    default:
      return { text: `No image was made: ${job.error?.code ?? job.status}.`, isError: true }
  }
}
