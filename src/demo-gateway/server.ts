import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAttemptCounter } from './faults/attempt-counter.ts'
import { type Fault, parseFaults } from './faults/fault-syntax.ts'
import { createFileEndpoint } from './file-endpoint.ts'
import { createFileShelf } from './file-shelf.ts'
import type { Route } from './http/router.ts'
import { type DemoKey, randomKey } from './keys.ts'
import { createRequestHandler } from './request-handler.ts'
import { createRequestLog, type RecordedRequest } from './request-log.ts'
import { createRoutes } from './routes.ts'

export type { DemoKey } from './keys.ts'
export type { RecordedRequest, RequestOutcome, SentChunk } from './request-log.ts'

export interface DemoGatewayOptions {
  /** Port of the server. 0, the default, picks any free port. */
  readonly port?: number
  /** Path of the API, such as `/inference`; `/v1` by default. Requests are recorded under `/v1` in any case. */
  readonly apiPath?: string
  /** One random key for the group `all` by default. The list must not be empty. */
  readonly keys?: readonly DemoKey[]
  /** Pace of a streamed answer; 60 by default. `Infinity` writes as fast as the socket accepts. */
  readonly tokensPerSecond?: number
  /** Speed of video tasks. At 1, the default, a 5 s video is done 12 s after submission. */
  readonly videoSecondsPerSecond?: number
  /** The clock, in milliseconds. It sets time stamps and expiries, not the pace of streams. */
  readonly now?: () => number
  /** Varies the generated content; equal seeds give equal answers. */
  readonly seed?: number
  /** True if transcripts of WAV files name the tones in them instead of an invented text; false by default. */
  readonly hears?: boolean
  /** Folder of the demo videos; `resources/demo-gateway`, two folders above this file, by default. */
  readonly filesFolder?: string
}

export interface DemoGateway {
  /** `http://127.0.0.1:PORT/v1`, or with another `apiPath`. */
  readonly baseUrl: string
  /** Origin of the gateway: `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** The first key. */
  readonly key: string
  /** Returns the last 1,000 requests in their current state, oldest first. */
  requests(): readonly RecordedRequest[]
  /**
   * Applies faults to every request, or to those whose path begins with `path` (`/v1/models`, `/files/`). Intended for
   * clients that can set neither a header nor a model name. Returns a function that removes the faults. Throws for
   * unknown faults.
   */
  addFaults(list: string, path?: string): () => void
  /** Closes all connections and frees the port. */
  close(): Promise<void>
}

/** Starts a gateway on 127.0.0.1. Rejects when the port is taken. */
export async function createDemoGateway(options: DemoGatewayOptions = {}): Promise<DemoGateway> {
  const keys = options.keys ?? [randomKey()]
  const [firstKey] = keys
  if (!firstKey) throw new RangeError('A demo gateway needs at least one key')
  const now = options.now ?? Date.now
  const apiPath = options.apiPath ?? '/v1'
  const seed = options.seed ?? 0
  const log = createRequestLog()
  const closing = new AbortController()
  const ownFaults = new Set<{ path: string; faults: readonly Fault[] }>()

  const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 0 })
  await listen(server, options.port ?? 0)
  const origin = `http://127.0.0.1:${portOf(server)}`

  const shelf = createFileShelf({ now })
  const routes = createRoutes({ ...options, seed, now, origin, shelf })
  const openRoutes: Route[] = [{ method: 'GET', path: '/files/*', endpoint: createFileEndpoint(shelf) }]

  const handle = createRequestHandler({
    apiPath,
    keys,
    routes,
    openRoutes,
    attempts: createAttemptCounter(),
    log,
    now,
    ownFaults: (path) => [...ownFaults].filter((own) => path.startsWith(own.path)).flatMap((own) => own.faults),
    closing: closing.signal,
  })
  server.on('request', (request, response) => void handle(request, response))

  return {
    baseUrl: `${origin}${apiPath}`,
    origin,
    key: firstKey.key,
    requests: () => log.all(),
    addFaults(list, path = '/') {
      const own = { path, faults: parseFaults(list) }
      ownFaults.add(own)
      return () => ownFaults.delete(own)
    },
    async close() {
      closing.abort()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
