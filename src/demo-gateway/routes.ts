import { fileURLToPath } from 'node:url'
import { createTranscriptionEndpoint } from './audio/transcription-endpoint.ts'
import { createChatEndpoint } from './chat/chat-endpoint.ts'
import { createCompletionEndpoint } from './chat/completion-endpoint.ts'
import { createResponsesEndpoint } from './chat/responses-endpoint.ts'
import { createEmbeddings } from './embeddings/embedding-endpoint.ts'
import type { FileShelf } from './file-shelf.ts'
import type { Endpoint } from './http/exchange.ts'
import { modelNotFound } from './http/gateway-error.ts'
import { sendJson } from './http/reply.ts'
import type { Route } from './http/router.ts'
import { createEditEndpoint } from './images/edit-endpoint.ts'
import { createGenerationEndpoint } from './images/generation-endpoint.ts'
import { modelCard, modelsOfGroup } from './models.ts'
import { createStatusEndpoint, createSubmitEndpoint } from './videos/video-endpoints.ts'
import { createVideoTasks } from './videos/video-tasks.ts'

/** Handles `GET /v1/models`: the models of the key's group. */
const listModels: Endpoint = (exchange) =>
  sendJson(exchange, { object: 'list', data: modelsOfGroup(exchange.group).map(modelCard) })

/** Handles `GET /v1/models/{id}`. */
const showModel: Endpoint = async (exchange, id) => {
  const model = modelsOfGroup(exchange.group).find((candidate) => candidate.id === id)
  if (!model) throw modelNotFound(id)
  await sendJson(exchange, modelCard(model))
}

export interface RouteOptions {
  readonly tokensPerSecond?: number
  readonly videoSecondsPerSecond?: number
  readonly filesFolder?: string
  readonly hears?: boolean
  readonly seed: number
  readonly now: () => number
  readonly origin: string
  readonly shelf: FileShelf
}

/** Returns the endpoints of the API; all of them need a key. */
export function createRoutes(options: RouteOptions): Route[] {
  const { seed, shelf, origin, now } = options
  const chat = { tokensPerSecond: options.tokensPerSecond ?? 60, seed }
  const images = { shelf, origin, seed }
  const sound = { seed, hears: options.hears ?? false }
  const videos = {
    tasks: createVideoTasks(now, options.videoSecondsPerSecond ?? 1),
    shelf,
    origin,
    filesFolder: options.filesFolder ?? fileURLToPath(new URL('../../resources/demo-gateway/', import.meta.url)),
  }
  return [
    { method: 'GET', path: '/v1/models', endpoint: listModels },
    { method: 'GET', path: '/v1/models/*', endpoint: showModel },
    { method: 'POST', path: '/v1/chat/completions', endpoint: createChatEndpoint(chat) },
    { method: 'POST', path: '/v1/responses', endpoint: createResponsesEndpoint(chat) },
    { method: 'POST', path: '/v1/completions', endpoint: createCompletionEndpoint(chat) },
    { method: 'POST', path: '/v1/embeddings', endpoint: createEmbeddings },
    { method: 'POST', path: '/v1/images/generations', endpoint: createGenerationEndpoint(images) },
    { method: 'POST', path: '/v1/images/edits', endpoint: createEditEndpoint(images) },
    { method: 'POST', path: '/v1/audio/transcriptions', endpoint: createTranscriptionEndpoint(sound) },
    { method: 'POST', path: '/v1/videos/generations', endpoint: createSubmitEndpoint(videos) },
    { method: 'GET', path: '/v1/videos/generations/*', endpoint: createStatusEndpoint(videos) },
  ]
}
