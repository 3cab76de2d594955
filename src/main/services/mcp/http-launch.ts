import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { AppFailure } from '../../../shared/errors.ts'
import { failureOf } from '../../faults.ts'
import { createServerFetch } from '../../gateway/server-fetch.ts'
import type { Fetch } from '../../platform.ts'
import type { StoredServer } from '../../storage/mcp-servers.ts'
import { mcpAddress } from './server-address.ts'
import { ServerConnection, type ServerLimits, silenceOf } from './server-connection.ts'
import type { ServerLog } from './server-log.ts'
import { messageBytesMax } from './stdio-transport.ts'
import { type Launched, LaunchFailure } from './supervised-server.ts'

export interface HttpLaunchParts {
  readonly server: StoredServer
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: Fetch
  readonly log: ServerLog
  readonly version: string
  readonly limits: ServerLimits
  readonly listChanged: () => void
  readonly signal: AbortSignal
}

/** Connects to the address of a server. Rejects with a LaunchFailure. */
export async function launchHttp(parts: HttpLaunchParts): Promise<Launched> {
  const { server, headers, log, signal } = parts
  const address = mcpAddress(server.url)
  if (address === null) throw new LaunchFailure('address_refused', server.url)
  let refused: unknown = null
  let status: number | null = null
  const fetch = createServerFetch(parts.fetch, {
    origin: address.origin,
    bytesMax: messageBytesMax,
    signal,
    failed: (cause) => {
      refused = cause
    },
    answered: (answer) => {
      if (answer >= 400) log.add(`[The server answered with status ${answer}.]`)
      status = answer
    },
  })
  const transport = new StreamableHTTPClientTransport(address, { fetch, requestInit: { headers: { ...headers } } })
  try {
    const connection = await ServerConnection.open(transport, parts.version, parts.limits, parts.listChanged)
    return { connection, program: null }
  } catch (cause) {
    signal.throwIfAborted()
    throw failureAt(cause, refused, status)
  }
}

function failureAt(cause: unknown, refused: unknown, status: number | null): LaunchFailure {
  if (status === 401 || status === 403) return new LaunchFailure('unauthorised', `HTTP ${status}`)
  if (refused instanceof AppFailure && refused.error.code === 'redirected')
    return new LaunchFailure('redirected', refused.error.detail)
  if (refused !== null) return new LaunchFailure('unreachable', failureOf(refused).detail, true)
  if (status !== null && status >= 500) return new LaunchFailure('unreachable', `HTTP ${status}`, true)
  if (silenceOf(cause) === 'timeout') return new LaunchFailure('no_answer', '', true)
  return new LaunchFailure('not_mcp', status !== null && status >= 400 ? `HTTP ${status}` : '')
}
