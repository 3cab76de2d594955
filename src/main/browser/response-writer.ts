import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a web `Response` to a Node response. Cancels the body when the browser disconnects, as it does at every seek.
 */
export async function writeResponse(
  from: Response,
  to: ServerResponse,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  to.writeHead(from.status, { ...headers, ...Object.fromEntries(from.headers) })
  if (from.body === null) {
    to.end()
    return
  }
  try {
    await pipeline(Readable.from(chunks(from.body)), to)
  } catch {
    // the headers are sent, so only a cut body can signal the error; the browser asks again
    to.destroy()
  }
}

/** Uses its own reader: `Readable.fromWeb` has the same trap as `Readable.toWeb`, see media-response.ts. */
async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}
