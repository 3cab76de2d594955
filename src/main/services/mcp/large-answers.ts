import { AppFailure, appError } from '../../../shared/errors.ts'
import { largeBytesMin, type MessageReader } from './message-reader.ts'
import { type StreamedEvent, StreamedEvents } from './streamed-events.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns an answer over HTTP in which `reader` has shortened large messages, so that the library parses short ones.
 */
export function withLightMessages(response: Response, reader: MessageReader): Response {
  const type = response.headers.get('content-type') ?? ''
  if (response.body === null || !response.ok) return response
  const light = type.startsWith('text/event-stream') ? lightEvents(reader) : lightBody(reader)
  return new Response(response.body.pipeThrough(light), { status: response.status, headers: response.headers })
}

/** Shortens a message; a short one stays unchanged. */
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

/** Events, each passed on when it has ended. The data of one event are one message, however many lines they have. */
function lightEvents(reader: MessageReader): TransformStream<Bytes, Bytes> {
  const events = new StreamedEvents()
  return new TransformStream({
    async transform(chunk, controller) {
      const parts: Bytes[] = []
      for (const event of events.push(chunk)) parts.push(await lightEvent(event, reader))
      if (parts.length > 0) controller.enqueue(Buffer.concat(parts))
    },
  })
}

async function lightEvent({ data, fields }: StreamedEvent, reader: MessageReader): Promise<Bytes> {
  if (data === null) return Buffer.concat([fields, Buffer.from('\n')])
  const light = await lightJson(data, reader)
  // short data as they came; JSON that was made here has no line ends
  const lines = light.includes(0x0a)
    ? Buffer.from(light.toString('latin1').replaceAll('\n', '\ndata: '), 'latin1')
    : light
  return Buffer.concat([fields, Buffer.from('data: '), lines, Buffer.from('\n\n')])
}

async function lightJson(bytes: Buffer<ArrayBuffer>, reader: MessageReader): Promise<Buffer<ArrayBuffer>> {
  if (bytes.length < largeBytesMin) return bytes
  const read = await reader.readMessage(bytes)
  if (read === 'too_large') throw new AppFailure(appError('answer_too_large', 'a message of a server'))
  return Buffer.from(JSON.stringify(read?.value ?? null))
}
