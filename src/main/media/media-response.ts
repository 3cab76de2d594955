import type { FileHandle } from 'node:fs/promises'
import type { StoredMedia } from '../media/library.ts'
import { openOwn, openReferred } from '../security/referred-file.ts'
import { answerRange } from './byte-range.ts'

/** Bytes per read: large enough for a video, small enough that seeking wastes little. */
const chunkBytes = 256 * 1024

/** Opens a file for reading; a parameter, so that a test can count descriptors. */
export type OpenFile = (path: string) => Promise<Pick<FileHandle, 'read' | 'stat' | 'close'>>

/**
 * Answers a request for a library file in both shells: `GET` and `HEAD`, whole or by range.
 * Never throws: a missing file is a 404. The descriptor is closed when the body ends, fails or is cancelled, as seeking
 * often does.
 */
export async function mediaResponse(
  request: { readonly method: string; readonly range: string | null },
  media: StoredMedia | null,
  openFile: OpenFile = openOwn,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return empty(405, { allow: 'GET, HEAD' })
  if (media === null) return empty(404)
  let file: Awaited<ReturnType<OpenFile>>
  let size: number
  try {
    const found = await opened(media, openFile)
    if (found === null) return empty(404)
    file = found
  } catch {
    return empty(404)
  }
  try {
    size = (await file.stat()).size
  } catch {
    await file.close()
    return empty(404)
  }
  const answer = answerRange(request.range, size)
  if (answer.status === 416) {
    await file.close()
    return empty(416, { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' })
  }
  const headers = {
    ...baseHeaders,
    'content-type': media.mime,
    'content-length': String(answer.length),
    'accept-ranges': 'bytes',
    // a deleted file must not stay in the browser's cache, and reloading it from this computer is as fast
    'cache-control': 'no-store',
    ...(answer.status === 206
      ? { 'content-range': `bytes ${answer.start}-${answer.start + answer.length - 1}/${size}` }
      : {}),
  }
  if (request.method === 'HEAD' || answer.length === 0) {
    await file.close()
    return new Response(null, { status: answer.status, headers })
  }
  return new Response(fileStream(file, answer.start, answer.length), { status: answer.status, headers })
}

async function opened(media: StoredMedia, openFile: OpenFile): Promise<Awaited<ReturnType<OpenFile>> | null> {
  const { bytes, modifiedAt, path } = media
  return modifiedAt === undefined ? await openFile(path) : await openReferred({ path, bytes, modifiedAt })
}

const baseHeaders = {
  'x-content-type-options': 'nosniff',
  // a file opened as a separate page must not be able to do anything
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const

function empty(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...baseHeaders, ...headers } })
}

/**
 * Creates a custom stream, because `Readable.toWeb` can throw an uncatchable error when cancelled under back-pressure
 * (nodejs/node#64529). `closed` is set synchronously, so that a pending read adds nothing.
 */
function fileStream(
  file: Pick<FileHandle, 'read' | 'close'>,
  start: number,
  length: number,
): ReadableStream<Uint8Array> {
  let position = start
  let left = length
  let closed = false
  async function end(): Promise<void> {
    if (closed) return
    closed = true
    await file.close()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const buffer = new Uint8Array(Math.min(chunkBytes, left))
          const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
          if (closed) return
          if (bytesRead === 0) throw new Error('the file is shorter than it was')
          position += bytesRead
          left -= bytesRead
          controller.enqueue(buffer.subarray(0, bytesRead))
          if (left > 0) return
          await end()
          controller.close()
        } catch (cause) {
          if (closed) return
          await end()
          controller.error(cause)
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
