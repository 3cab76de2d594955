import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type LoopbackServer, loopbackServer } from './loopback-server.ts'

/** A real video of 5 seconds. */
export const videoBytes = readFileSync(join(import.meta.dirname, '../../resources/demo-gateway/portrait-5.mp4'))

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A gateway's answers in a test; each can be changed at run time. */
export interface VideoGatewaySays {
  /** Answer to a submission. */
  submission: (origin: string) => unknown
  /** Answer to a poll; `turn` counts from 1. */
  poll: (origin: string, turn: number) => unknown
  /** Answer to a file request. */
  file: Answer
}

export interface VideoGateway extends LoopbackServer {
  readonly baseUrl: string
  readonly says: VideoGatewaySays
  readonly submissions: number
  readonly polls: number
  /** `Range` header of each file request; null for the whole file. */
  readonly ranges: readonly (string | null)[]
}

/** Resolves when this many bytes of the file have been received. */
type Taken = (bytes: number) => Promise<unknown>

/** Serves a file whole or in ranges, as most servers do. `most` limits the bytes; after them the connection breaks. */
export function servesFile(
  bytes: Uint8Array = videoBytes,
  most = Number.POSITIVE_INFINITY,
  etag = '"one"',
  taken: Taken = () => Promise.resolve(),
): Answer {
  return (request, response) => {
    const wanted = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const same = [undefined, etag].includes(request.headers['if-range']?.toString())
    const from = same ? wanted : 0
    const rest = bytes.subarray(from)
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': rest.byteLength,
      ...(etag === '' ? {} : { etag }),
      ...(from > 0 ? { 'content-range': `bytes ${from}-${bytes.byteLength - 1}/${bytes.byteLength}` } : {}),
    })
    if (rest.byteLength <= most) response.end(rest)
    else response.write(rest.subarray(0, most), () => void taken(from + most).then(() => response.destroy()))
  }
}

/** A gateway that accepts every video and answers as the test sets; needs no key. */
export async function openVideoGateway(says: Partial<VideoGatewaySays> = {}): Promise<VideoGateway> {
  const saying: VideoGatewaySays = {
    submission: () => ({ id: 'task-1', status: 'pending' }),
    poll: (origin) => ({ id: 'task-1', status: 'completed', video_url: `${origin}/files/one.mp4` }),
    file: servesFile(),
    ...says,
  }
  const count = { submissions: 0, polls: 0 }
  const ranges: (string | null)[] = []
  const server = await loopbackServer((request, response) => {
    const { method, url = '' } = request
    if (!url.startsWith('/v1/')) {
      ranges.push(request.headers.range ?? null)
      saying.file(request, response)
      return
    }
    request.resume()
    if (method === 'POST') count.submissions += 1
    else count.polls += 1
    const said = method === 'POST' ? saying.submission(server.origin) : saying.poll(server.origin, count.polls)
    const [status, body] = said instanceof Failing ? [said.status, said.body] : [200, JSON.stringify(said)]
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    says: saying,
    ranges,
    get submissions() {
      return count.submissions
    },
    get polls() {
      return count.polls
    },
  }
}

/** An answer with a status of its own, and any body. */
export class Failing {
  readonly status: number
  readonly body: string
  constructor(status: number, body = '{"error":{"message":"no"}}') {
    this.status = status
    this.body = body
  }
}
