import type { McpServer } from '../../../shared/mcp.ts'
import type { StoredServer } from '../../storage/mcp-servers.ts'
import { definitionOf } from './server-definition.ts'
import type { ServerLog } from './server-log.ts'
import type { SignInView } from './sign-ins.ts'
import type { SupervisedServer } from './supervised-server.ts'

/** A server with its running parts. */
export interface Held {
  readonly log: ServerLog
  running: SupervisedServer | null
  secretsKept: McpServer['secretsKept']
  isSignedIn: boolean
  /** Scopes of the server's last request; empty for its usual ones. */
  scope: string
}

/**
 * Returns true if a server may run. A command must match its confirmation; an address starts no program on this
 * computer.
 */
export function mayRun(server: StoredServer): boolean {
  return server.kind === 'http' || server.trusted === definitionOf(server)
}

/** Returns a server as the page sees it. */
export function serverShape(server: StoredServer, held: Held | undefined, signIn: SignInView): McpServer {
  const status = held?.running?.status
  const idle = server.isEnabled ? 'unconfirmed' : 'off'
  const { trusted: _, createdAt: __, ...shown } = server
  return {
    ...shown,
    definition: definitionOf(server),
    isTrusted: mayRun(server),
    state: status?.state ?? (server.isEnabled && mayRun(server) ? 'starting' : idle),
    problem: status?.problem ?? null,
    detail: status?.detail ?? '',
    program: status?.program ?? null,
    toolCount: held?.running?.tools.length ?? 0,
    listProblem: status?.listProblem ?? '',
    secretsKept: held?.secretsKept ?? 'none',
    signIn: signInState(held, signIn),
    signInHost: signIn.host,
    signInProblem: signIn.problem,
    signInDetail: signIn.detail,
  }
}

function signInState(held: Held | undefined, { host }: SignInView): McpServer['signIn'] {
  if (host !== '') return 'open'
  if (held?.running?.status.problem === 'sign_in_needed') return 'needed'
  return held?.isSignedIn ? 'in' : 'none'
}
