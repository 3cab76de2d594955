import type OpenAI from 'openai'
import type { ImageRequest } from '../../shared/image.ts'
import type { PictureField } from '../../shared/image-kinds.ts'
import type { Result } from '../../shared/ipc/result.ts'
import { extensionOf } from '../../shared/media-types.ts'
import { readPicture } from '../media/picture.ts'
import type { Clock } from '../platform.ts'
import { systemClock } from '../system-clock.ts'
import { AnswerReader } from './answer-reader.ts'
import type { GatewayAccess } from './client.ts'
import { type Answer, type ExchangeIo, exchange } from './exchange.ts'
import type { ImageAnswer } from './image-answer.ts'
import type { Deadlines } from './request-watch.ts'

/** Largest answer, in bytes: ten large pictures as base64. */
const answerBytesMax = 400 * 1024 * 1024

/** Pictures take minutes to generate, then arrive at once. */
const imageDeadlines: Deadlines = { headersMs: 10 * 60_000, silenceMs: 2 * 60_000, totalMs: 30 * 60_000 }

export interface ImageIo extends Omit<ExchangeIo, 'clock'> {
  readonly clock?: Clock
  /** Reads the body; a large one is empty afterwards. */
  readonly reader?: AnswerReader
}

/** The files of an edit: PNG, JPEG or WebP, and a mask of the source's size as PNG. */
export interface EditFiles {
  readonly source: Uint8Array
  /** Further pictures, in order. */
  readonly others: readonly Uint8Array[]
  /** Name of the form field if there are further pictures; a single one is always `image`. */
  readonly field: PictureField
  readonly mask: Uint8Array | null
}

/**
 * `POST /v1/images/generations`, or with `files` `POST /v1/images/edits` (gateway-api.md, Endpoints and Image result).
 * Sends one request, once.
 * Never throws: `cancelled` when the signal was aborted, `cut_short` for a truncated answer.
 */
export async function requestImages(
  access: GatewayAccess,
  request: ImageRequest,
  files: EditFiles | null,
  { clock = systemClock, reader = new AnswerReader(), ...io }: ImageIo,
): Promise<Result<ImageAnswer>> {
  return await exchange(
    access,
    { ...io, clock },
    {
      deadlines: imageDeadlines,
      bytesMax: answerBytesMax,
      send: (client, signal) => sent(client, request, files, signal),
      decode: (answer) => read(answer, reader, request.n),
    },
  )
}

/** Most state answers are small, but the last one may hold the pictures. */
const pollDeadlines: Deadlines = { headersMs: 30_000, silenceMs: 30_000, totalMs: 10 * 60_000 }

/**
 * Polls once for a request that is still running. The address is below the gateway's base URL, and gets the key. Never
 * throws: a state without pictures has a `task`.
 */
export async function pollImages(
  access: GatewayAccess,
  address: string,
  asked: number,
  { clock = systemClock, reader = new AnswerReader(), ...io }: ImageIo,
): Promise<Result<ImageAnswer>> {
  return await exchange(
    access,
    { ...io, clock },
    {
      deadlines: pollDeadlines,
      bytesMax: answerBytesMax,
      send: (client, signal) => client.get(address, { signal }).asResponse(),
      decode: (answer) => read(answer, reader, asked),
    },
  )
}

/** Reads an answer. If the request is still running, its headers may hold the polling address. */
async function read({ body, headers, secrets, status }: Answer, reader: AnswerReader, asked: number) {
  const link = headers.get('operation-location') ?? headers.get('location')
  if (body.byteLength === 0 && status === 202 && link !== null)
    return {
      pieces: [],
      reason: null,
      leftovers: null,
      task: { link, id: null, word: null, isDone: false, goesOn: true },
    }
  let answer: ImageAnswer
  try {
    answer = await reader.images(body, secrets, asked)
  } catch (cause) {
    // accepted: the header has the polling address, whatever the body says
    if (status !== 202 || link === null) throw cause
    return {
      pieces: [],
      reason: null,
      leftovers: null,
      task: { link, id: null, word: null, isDone: false, goesOn: true },
    }
  }
  const { task } = answer
  return task === null || task.link !== null ? answer : { ...answer, task: { ...task, link } }
}

async function sent(
  client: OpenAI,
  request: ImageRequest,
  files: EditFiles | null,
  signal: AbortSignal,
): Promise<Response> {
  const { images } = client
  const { model, prompt, n, size, quality, responseFormat } = request
  const sized = {
    ...(size === null ? {} : { size }),
    ...(request.background == null ? {} : { background: request.background }),
    ...(request.format == null ? {} : { output_format: request.format }),
  }
  if (files === null) {
    const options = {
      ...(quality === null ? {} : { quality }),
      ...(responseFormat === null ? {} : { response_format: responseFormat }),
    }
    return await images.generate({ model, prompt, n, ...sized, ...options }, { signal }).asResponse()
  }
  const masked = files.mask === null ? {} : { mask: pictureFile(files.mask, 'mask') }
  const pictures = [files.source, ...files.others].map((bytes, index) =>
    pictureFile(bytes, index === 0 ? 'image' : `image-${index + 1}`),
  )
  const [first] = pictures
  if (pictures.length > 1 && files.field === 'image')
    return await client
      .post('/images/edits', { body: repeated({ model, prompt, n, ...masked, ...sized }, pictures), signal })
      .asResponse()
  const image = pictures.length === 1 && first !== undefined ? first : pictures
  return await images.edit({ model, prompt, n, image, ...masked, ...sized }, { signal }).asResponse()
}

/** Returns a form that repeats the field `image`. The SDK writes a list as `image[]` alone. */
function repeated(
  fields: Readonly<Record<string, string | number | null | File>>,
  pictures: readonly File[],
): FormData {
  const form = new FormData()
  for (const picture of pictures) form.append('image', picture)
  for (const [name, value] of Object.entries(fields))
    if (value !== null) form.append(name, value instanceof File ? value : String(value))
  return form
}

function pictureFile(bytes: Uint8Array, name: string): File {
  const type = readPicture(bytes)?.mime ?? 'image/png'
  return new File([new Uint8Array(bytes)], `${name}${extensionOf(type)}`, { type })
}
