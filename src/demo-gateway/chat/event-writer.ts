import type { Exchange } from '../http/exchange.ts'
import { breathe } from '../http/pause.ts'
import { writeBytes } from '../http/reply.ts'

/** Writes server-sent events, malformed or delayed according to the request's faults. */
export interface EventWriter {
  /** Sends the status and headers. */
  begin(): Promise<void>
  /** Sends events; each entry is the data of one event. `shown` is their answer text, for the request log. */
  send(events: readonly string[], shown: string): Promise<void>
  /** Sends the events that the fault `burst` is still holding back. */
  flush(): Promise<void>
  /** Flushes and ends the response. */
  end(): Promise<void>
}

/** Creates the writer for one answer. Every method throws ConnectionGone once the client has left. */
export function createEventWriter(exchange: Exchange): EventWriter {
  const { faults, response, record } = exchange
  const lineEnd = faults.has('crlf') ? '\r\n' : faults.has('cr') ? '\r' : '\n'
  const burst = faults.has('burst') ? Math.max(1, faults.number('burst', 'events') ?? 50) : 1
  const splitSize = faults.has('split-bytes') ? Math.max(1, faults.number('split-bytes', 'size') ?? 1) : undefined
  const withComments = faults.has('comments')
  let held: string[] = []
  let heldText = ''
  let written = 0

  function frame(data: string): string {
    const space = faults.has('no-space') ? '' : ' '
    const lines = faults.has('multi-line') ? spread(data) : [data]
    const event = lines.map((line) => `data:${space}${line}${lineEnd}`).join('') + lineEnd
    written += 1
    return withComments ? decorate(written, lineEnd) + event : event
  }

  async function write(text: string): Promise<void> {
    if (lineEnd === '\r\n') {
      for (const piece of text.split(/(?<=\r)/)) await writeInPackets(exchange, Buffer.from(piece), splitSize ?? 65_536)
    } else if (splitSize !== undefined) await writeInPackets(exchange, Buffer.from(text), splitSize)
    else await writeBytes(exchange, text)
  }

  async function flush(): Promise<void> {
    if (held.length === 0) return
    const text = held.join('')
    const shown = heldText
    held = []
    heldText = ''
    await write(text)
    if (shown !== '') record.chunks.push({ at: exchange.now(), text: shown })
  }

  return {
    async begin() {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
        'x-accel-buffering': 'no',
      })
      response.flushHeaders()
      if (faults.has('bom')) await writeBytes(exchange, '\uFEFF')
    },
    async send(events, shown) {
      held.push(...events.map(frame))
      heldText += shown
      if (held.length >= burst) await flush()
    },
    flush,
    async end() {
      await flush()
      response.end()
    },
  }
}

async function writeInPackets(exchange: Exchange, bytes: Buffer, size: number): Promise<void> {
  for (let start = 0; start < bytes.length; start += size) {
    await writeBytes(exchange, bytes.subarray(start, start + size))
    // Waiting for the next event loop iteration sends each write as its own packet.
    await breathe(exchange.signal)
  }
}

function spread(data: string): string[] {
  if (data === '[DONE]' || !data.startsWith('{')) return [data]
  return JSON.stringify(JSON.parse(data), null, 1).split('\n')
}

function decorate(count: number, lineEnd: string): string {
  switch (count % 4) {
    case 0:
      return `: keep-alive${lineEnd}${lineEnd}`
    case 1:
      return `${lineEnd}${lineEnd}`
    case 2:
      return `:${lineEnd}id: ${count}${lineEnd}`
    default:
      return `event: message${lineEnd}retry: 3000${lineEnd}mood: fair${lineEnd}`
  }
}
