import type { Ports } from '../../platform.ts'
import type { McpServers, StoredServer } from '../../storage/mcp-servers.ts'
import { LaunchFailure } from './launch-failure.ts'
import type { MessageReader } from './message-reader.ts'
import { joinedPath, loginPath } from './program-path.ts'
import { baseEnvironment, type Environment, markName } from './server-environment.ts'
import { type ServerSecrets, secretsOf } from './server-secrets.ts'
import type { Held } from './server-shape.ts'
import type { ServerTokens } from './server-tokens.ts'
import type { LaunchEvents, Launched } from './supervised-server.ts'

export interface ServerLauncherParts extends Pick<Ports, 'clock' | 'fetch' | 'linkFetch'> {
  readonly version: string
  /** The app's environment, of which servers get a few names. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly servers: McpServers
  /** Returns a new mark for the processes of a server. */
  readonly newMark: (serverId: string) => string
  readonly secrets: ServerSecrets
  readonly tokens: ServerTokens
  readonly reader: MessageReader
}

/** Starts servers with their secrets and their part of the environment. */
export class ServerLauncher {
  private readonly parts: ServerLauncherParts
  private environment: Promise<Environment> | null = null

  constructor(parts: ServerLauncherParts) {
    this.parts = parts
  }

  /** Starts a command or connects to an address. Rejects with a LaunchFailure, or with the signal's reason. */
  async launch(server: StoredServer, held: Held, events: LaunchEvents, signal: AbortSignal): Promise<Launched> {
    const { clock, fetch, linkFetch, platform, reader, servers, tokens, version } = this.parts
    const { log } = held
    const values = await this.parts.secrets.get(server)
    if (values === null) throw new LaunchFailure('secret_missing', '')
    log.filter.hide(secretsOf(values).map(({ value }) => value))
    const signedIn = await tokens.get(server)
    if (signedIn !== null) log.filter.hideAlso([signedIn.tokens.access_token, signedIn.tokens.refresh_token ?? ''])
    const { launchHttp, launchStdio, serverLimits: limits } = await import('./launches.ts')
    const common = { server, log, version, limits, reader, events, signal }
    if (server.kind === 'http') {
      const signInNeeded = (scope: string): void => {
        held.scope = scope
        held.isSignedIn = false
      }
      return await launchHttp({ ...common, headers: values.headers, tokens, fetch, linkFetch, signInNeeded })
    }
    return await launchStdio({
      ...common,
      environment: { ...(await this.base()), ...values.environment, [markName]: this.parts.newMark(server.id) },
      platform,
      clock,
      started: (process) => forgetQuietly(() => servers.addProcess(process)),
      gone: (pid) => forgetQuietly(() => servers.forgetProcess(pid)),
    })
  }

  /** Resolves to the part of the app's environment for servers, with the login shell's path; looked up once. */
  private async base(): Promise<Environment> {
    this.environment ??= (async () => {
      const { clock, environment, platform } = this.parts
      const base = baseEnvironment(environment, platform)
      const login = platform === 'win32' ? null : await loginPath(base, clock)
      return { ...base, PATH: joinedPath(login, base.PATH) }
    })()
    return await this.environment
  }
}

/**
 * Forgets a process record. If the database is already closed, the next start finds the record, and that its process is
 * gone.
 */
function forgetQuietly(forget: () => void): void {
  try {
    forget()
  } catch {
    // closed
  }
}
