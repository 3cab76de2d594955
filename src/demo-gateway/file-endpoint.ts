import { open } from 'node:fs/promises'
import type { FileShelf, ShelvedFile } from './file-shelf.ts'
import type { Endpoint, Exchange } from './http/exchange.ts'
import { GatewayError } from './http/gateway-error.ts'
import { pause } from './http/pause.ts'
import { sendText, writeBytes } from './http/reply.ts'

/** Creates `GET /files/…`: generated pictures and videos, with byte ranges. Needs no key, like signed links. */
export function createFileEndpoint(shelf: FileShelf): Endpoint {
  return async (exchange) => {
    const direct = exchange.path.endsWith('/direct') ? exchange.path.slice(0, -'/direct'.length) : undefined
    const file = shelf.find(direct ?? exchange.path)
    if (!file || file.trouble.dead)
      throw new GatewayError(404, 'file_not_found', 'The file is not there, or not any more.')
    const { trouble } = file
    if (trouble.slow) await pause(trouble.slow, exchange.signal)
    if (trouble.redirect && direct === undefined) {
      exchange.response.writeHead(302, { location: `${exchange.path}/direct` }).end()
      return
    }
    if (trouble.web) {
      await sendText(exchange, 'text/html', '<!DOCTYPE html><title>Gallery</title><p>Sign in to see this picture.</p>')
      return
    }
    await sendFile(exchange, file)
  }
}

async function sendFile(exchange: Exchange, file: ShelvedFile): Promise<void> {
  const { content } = file
  if (Buffer.isBuffer(content)) {
    await sendRange(exchange, file, content.length, async (start, end) => content.subarray(start, end))
    return
  }
  const handle = await open(content.path)
  try {
    const { size } = await handle.stat()
    await sendRange(exchange, file, size, async (start, end) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
      return buffer.subarray(0, bytesRead)
    })
  } finally {
    await handle.close()
  }
}

const pieceSize = 64 * 1024

async function sendRange(
  exchange: Exchange,
  file: ShelvedFile,
  size: number,
  read: (start: number, end: number) => Promise<Buffer>,
): Promise<void> {
  const { request, response } = exchange
  const range = readRange(request.headers.range, size)
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${size}` }).end()
    return
  }
  const { start, end } = range ?? { start: 0, end: size }
  response.writeHead(range ? 206 : 200, {
    'content-type': file.type,
    'content-length': end - start,
    'accept-ranges': 'bytes',
    etag: `"${file.type}-${size}"`,
    ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${size}` } : {}),
  })
  const stop = file.trouble.cut ? start + Math.floor((end - start) / 2) : end
  for (let at = start; at < stop; at += pieceSize) {
    await writeBytes(exchange, await read(at, Math.min(stop, at + pieceSize)))
  }
  if (!file.trouble.cut) response.end()
  else {
    await pause(30, exchange.signal)
    exchange.record.outcome = 'closed-early'
    response.destroy()
  }
}

/** Reads one byte range with an exclusive end; undefined for no range or a form that may be ignored. */
function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const last = match[2] === '' ? size - 1 : Number(match[2])
  if (match[1] === '') return last === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size }
  const start = Number(match[1])
  if (start >= size || last < start) return start >= size ? 'unsatisfiable' : undefined
  return { start, end: Math.min(size, last + 1) }
}
