import { AppFailure, appError } from '../../../shared/errors.ts'
import { largeBytesMin, type MessageReader } from './message-reader.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An answer over HTTP whose large messages were read and made light by `reader`, so that the library parses short ones. */
export function withLightMessages(response: Response, reader: MessageReader): Response {
  const type = response.headers.get('content-type') ?? ''
  if (response.body === null || response.status !== 200) return response
  const light = type.startsWith('text/event-stream') ? lightEvents(reader) : lightBody(reader)
  return new Response(response.body.pipeThrough(light), { status: response.status, headers: response.headers })
}

/** One message: as it came when it is short. */
function lightBody(reader: MessageReader): TransformStream<Bytes, Bytes> {
  const parts: Bytes[] = []
  return new TransformStream({
    transform(chunk) {
      parts.push(chunk)
    },
    async flush(controller) {
      controller.enqueue(await lightJson(Buffer.concat(parts), reader))
    },
  })
}

/** Lines of events. A line is passed on when it has ended: nobody can use a part of it. */
function lightEvents(reader: MessageReader): TransformStream<Bytes, Bytes> {
  let open: Bytes[] = []
  return new TransformStream({
    async transform(chunk, controller) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1
      if (end === 0) {
        open.push(chunk)
        return
      }
      const ended = Buffer.concat([...open, bytes.subarray(0, end)])
      open = end === bytes.length ? [] : [new Uint8Array(bytes.subarray(end))]
      controller.enqueue(ended.length < largeBytesMin ? ended : await lightLines(ended, reader))
    },
    flush(controller) {
      if (open.length > 0) controller.enqueue(Buffer.concat(open))
    },
  })
}

async function lightLines(bytes: Buffer<ArrayBuffer>, reader: MessageReader): Promise<Bytes> {
  const parts: Bytes[] = []
  for (let from = 0; from < bytes.length; ) {
    const lineFeed = bytes.indexOf(0x0a, from)
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1
    const line = bytes.subarray(from, end)
    from = end
    const isLarge = line.length >= largeBytesMin && line.toString('latin1', 0, 5) === 'data:'
    if (!isLarge) parts.push(line)
    else parts.push(Buffer.from('data: '), await lightJson(Buffer.from(line.subarray(5)), reader), Buffer.from('\n'))
  }
  return Buffer.concat(parts)
}

async function lightJson(bytes: Buffer<ArrayBuffer>, reader: MessageReader): Promise<Bytes> {
  if (bytes.length < largeBytesMin) return bytes
  const read = await reader.read(bytes)
  if (read === 'too_large') throw new AppFailure(appError('answer_too_large', 'a message of a server'))
  return Buffer.from(JSON.stringify(read?.value ?? null))
}
