import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { AppFailure } from '../../../shared/errors.ts'
import { failureOf } from '../../faults.ts'
import { createServerFetch } from '../../gateway/server-fetch.ts'
import type { Fetch } from '../../platform.ts'
import type { StoredServer } from '../../storage/mcp-servers.ts'
import { FilteredTransport } from './filtered-transport.ts'
import { withLightMessages } from './large-answers.ts'
import { messageBytesMax } from './large-message.ts'
import { LaunchFailure } from './launch-failure.ts'
import { isLegacyServer } from './legacy-server.ts'
import type { MessageReader } from './message-reader.ts'
import { mcpAddress } from './server-address.ts'
import { ServerAuthorization } from './server-authorization.ts'
import { ServerConnection, type ServerLimits, SessionLost, silenceOf } from './server-connection.ts'
import type { ServerLog } from './server-log.ts'
import type { ServerTokens } from './server-tokens.ts'
import type { LaunchEvents, Launched } from './supervised-server.ts'

export interface HttpLaunchParts {
  readonly server: StoredServer
  readonly headers: Readonly<Record<string, string>>
  readonly tokens: ServerTokens
  readonly fetch: Fetch
  readonly linkFetch: Fetch
  readonly log: ServerLog
  readonly version: string
  readonly limits: ServerLimits
  readonly reader: MessageReader
  readonly events: LaunchEvents
  /** Called when the server requires the user to sign in, with these scopes; empty for its usual ones. */
  readonly signInNeeded: (scope: string) => void
  readonly signal: AbortSignal
}

/** Connects to the address of a server. Rejects with a LaunchFailure. */
export async function launchHttp(parts: HttpLaunchParts): Promise<Launched> {
  const { server, headers, log, signal } = parts
  const address = mcpAddress(server.url)
  if (address === null) throw new LaunchFailure('address_refused', server.url)
  let refused: unknown = null
  let status: number | null = null
  const authorization = authorizationOf(parts)
  const ask = createServerFetch(parts.fetch, {
    origin: address.origin,
    bytesMax: messageBytesMax,
    signal,
    failed: (cause) => {
      refused = cause
    },
    answered: (response) => {
      if (response.status >= 400) log.addLine(`[The server answered with status ${response.status}.]`)
      status = response.status
    },
  })
  let hasStream = false
  const transport = new StreamableHTTPClientTransport(address, {
    fetch: async (input, init) => {
      const response = await ask(input, init)
      const sent = new Headers(init?.headers)
      authorization?.examineAnswer(response, sent.get('authorization'))
      // a server that has no stream of events may answer a GET like any unknown address
      const isKnown = init?.method !== 'GET' || hasStream || sent.has('last-event-id')
      if (response.status === 404 && sent.has('mcp-session-id') && isKnown) {
        await response.body?.cancel()
        log.addLine('[The server no longer knows the session.]')
        throw new SessionLost()
      }
      hasStream ||= init?.method === 'GET' && response.ok
      return withLightMessages(response, parts.reader)
    },
    requestInit: { headers: { ...headers } },
    ...(authorization === null ? {} : { authProvider: authorization }),
  })
  try {
    const filtered = new FilteredTransport(transport, log.filter)
    const connection = await ServerConnection.connect(filtered, parts.version, parts.limits, parts.events.listChanged)
    return { connection, program: null }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof LaunchFailure) throw cause
    if (cause instanceof SessionLost) throw new LaunchFailure('exited', '', true)
    if (authorization !== null && status === 401) throw new LaunchFailure('sign_in_needed', '')
    const failure = failureAt(cause, refused, status)
    if (failure.problem === 'not_mcp' && (await isLegacyServer(ask, address, headers, signal)))
      throw new LaunchFailure('legacy', failure.message)
    throw failure
  }
}

/** Returns the sign-in of a server by OAuth; null for a server to which the user gave an authorization header. */
function authorizationOf(parts: HttpLaunchParts): ServerAuthorization | null {
  if (Object.keys(parts.headers).some((name) => name.toLowerCase() === 'authorization')) return null
  return new ServerAuthorization({
    ...parts,
    hide: (secrets) => parts.log.filter.hideAlso(secrets),
    needed: (failure, scope) => {
      parts.signInNeeded(scope)
      parts.events.refused(failure)
    },
  })
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
