import { join } from 'node:path'
import { z } from 'zod'
import { linkTroubleOf } from '../faults/link-trouble.ts'
import type { FileShelf } from '../file-shelf.ts'
import { type Endpoint, jsonBody, requireModel } from '../http/exchange.ts'
import { errorType, GatewayError } from '../http/gateway-error.ts'
import { parseRequest } from '../http/parse-request.ts'
import { sendJson } from '../http/reply.ts'
import type { VideoTask, VideoTasks } from './video-tasks.ts'

export interface VideoEndpointOptions {
  readonly tasks: VideoTasks
  readonly shelf: FileShelf
  /** Origin of result links, without a trailing slash. */
  readonly origin: string
  /** The folder with the demo videos. */
  readonly filesFolder: string
}

const schema = z.object({
  model: z.string().min(1),
  prompt: z.string().trim().min(1).max(32_000),
  duration: z.union([z.literal(5), z.literal(10), z.literal(15), z.literal(20)]).nullish(),
  async: z.boolean().nullish(),
})

/** Creates `POST /v1/videos/generations`: submits a task, with or without `async`. */
export function createSubmitEndpoint({ tasks }: VideoEndpointOptions): Endpoint {
  return async (exchange) => {
    const body = parseRequest(schema, jsonBody(exchange))
    const model = requireModel(exchange, body.model, 'video')
    const task = tasks.submit({
      model: model.id,
      prompt: body.prompt,
      orientation: model.orientation ?? 'portrait',
      duration: body.duration ?? 5,
      faults: exchange.faults,
      trouble: linkTroubleOf(exchange.faults),
    })
    await sendJson(exchange, { id: task.id, status: 'pending', created_at: Math.floor(task.createdAt / 1000) })
  }
}

/** Creates `GET /v1/videos/generations/{id}`: the task's current state; 404 after 24 hours. */
export function createStatusEndpoint(options: VideoEndpointOptions): Endpoint {
  return async (exchange, id) => {
    const task = options.tasks.find(id)
    if (!task || task.faults.has('video-lost')) {
      const code = task?.faults.textParam('video-lost', 'code') ?? 'task_not_found'
      throw new GatewayError(404, code, `The task "${id}" does not exist or has expired.`)
    }
    task.polls += 1
    failPoll(task)
    await sendJson(exchange, {
      id: task.id,
      created_at: Math.floor(task.createdAt / 1000),
      ...describe(task, options),
    })
  }
}

function failPoll({ faults, polls }: VideoTask): void {
  if (!faults.has('poll-fails') || polls > (faults.number('poll-fails', 'times') ?? Number.POSITIVE_INFINITY)) return
  const status = faults.number('poll-fails', 'status') ?? 503
  const code = status === 503 || status === 429 ? null : errorType(status)
  throw new GatewayError(status, code, 'The status cannot be told at the moment.')
}

function describe(task: VideoTask, options: VideoEndpointOptions): Record<string, unknown> {
  const { faults } = task
  const phase = options.tasks.phase(task)
  const word = faults.has('video-word') ? (faults.textParam('video-word', 'word') ?? 'queued') : undefined
  if (phase !== 'over') return { status: word ?? phase }
  if (word !== undefined && faults.textParam('video-word', 'final') === 'true') return { status: word }
  if (faults.has('video-fails')) return { status: 'failed', ...failure(task) }
  if (faults.has('video-no-url')) return { status: 'completed' }
  const name = `${task.orientation}-${task.duration}.mp4`
  const content = { path: join(options.filesFolder, name) }
  // The link expires before the task does; a status request renews it.
  if (!task.videoPath || !options.shelf.find(task.videoPath)) {
    task.videoPath = options.shelf.add({ type: 'video/mp4', content, trouble: task.trouble }, 'mp4')
  }
  return { status: 'completed', video_url: options.origin + task.videoPath }
}

function failure({ faults }: VideoTask): Record<string, unknown> {
  const message = faults.textParam('video-fails', 'message') ?? 'The video could not be generated: change the prompt.'
  switch (faults.textParam('video-fails', 'error') ?? 'string') {
    case 'none':
      return {}
    case 'object':
      return { error: { message, code: 'generation_failed', type: 'server_error' } }
    default:
      return { error: message }
  }
}
