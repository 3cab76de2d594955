import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { type McpLeftover, type McpServer, mcpServersMax } from '../../../shared/mcp.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { Turns } from '../../media/turns.ts'
import type { Ports } from '../../platform.ts'
import type { McpServers, StoredServer } from '../../storage/mcp-servers.ts'
import type { ToolRules } from '../../storage/tool-rules.ts'
import type { Tool, ToolSource } from '../tools/tool.ts'
import type { Leftovers } from './leftovers.ts'
import { joinedPath, loginPath } from './program-path.ts'
import { checkDefinition } from './server-address.ts'
import { accountOf, definitionOf } from './server-definition.ts'
import { baseEnvironment, type Environment } from './server-environment.ts'
import { ServerLog } from './server-log.ts'
import type { ServerSecrets } from './server-secrets.ts'
import { type Launched, LaunchFailure, SupervisedServer } from './supervised-server.ts'

export interface McpServiceParts extends Pick<Ports, 'clock' | 'events' | 'fetch' | 'log'> {
  readonly version: string
  /** The app's own environment, of which servers get a few names. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly servers: McpServers
  readonly secrets: ServerSecrets
  readonly rules: ToolRules
  readonly leftovers: Leftovers
  readonly library: MediaLibrary
  /** The tools of servers changed. */
  readonly toolsChanged: () => void
}

/** A server with what runs for it. */
interface Held {
  readonly log: ServerLog
  running: SupervisedServer | null
  secretsKept: McpServer['secretsKept']
}

/** The servers of tools: stored, confirmed, kept running, and ended with the app. */
export class McpService implements ToolSource {
  private readonly parts: McpServiceParts
  private readonly held = new Map<string, Held>()
  private readonly turns = new Turns()
  private environment: Promise<Environment> | null = null
  private isClosed = false
  private toldTools = ''

  constructor(parts: McpServiceParts) {
    this.parts = parts
  }

  /** The tools of all servers. */
  tools(): readonly Tool[] {
    return [...this.held.values()].flatMap(({ running }) => running?.tools ?? [])
  }

  /** Looks for processes of the last run, then starts what is on and confirmed. Never rejects. */
  async start(): Promise<void> {
    try {
      await this.parts.leftovers.look()
      const found = this.parts.leftovers.list()
      if (found.length > 0) this.parts.events.emit('mcp.leftoversChanged', found)
      await Promise.all(this.parts.servers.all().map((server) => this.turns.take(server.id, () => this.run(server.id))))
    } catch (cause) {
      this.parts.log('error', 'servers of tools did not start', { reason: String(cause) })
    }
  }

  list(): readonly McpServer[] {
    return this.parts.servers.all().map((server) => this.shapeOf(server))
  }

  async save(input: CallInput<'mcp.save'>): Promise<readonly McpServer[]> {
    return await this.turns.take(input.id, async () => {
      const { clock, rules, secrets, servers } = this.parts
      const before = servers.find(input.id)
      if (before === null && servers.all().length >= mcpServersMax) fail('invalid_input', 'too many servers')
      const isStdio = input.kind === 'stdio'
      const server: StoredServer = {
        id: input.id,
        name: input.name,
        kind: input.kind,
        command: isStdio ? input.command.trim() : '',
        arguments: isStdio ? input.arguments : [],
        environmentNames: isStdio ? input.environment.map(({ name }) => name) : [],
        url: isStdio ? '' : input.url.trim(),
        headerNames: isStdio ? [] : input.headers.map(({ name }) => name),
        isEnabled: before?.isEnabled ?? true,
        trusted: before?.trusted ?? null,
        createdAt: before?.createdAt ?? clock.now(),
      }
      checkDefinition(server, isStdio ? input.environment : input.headers)
      await this.end(input.id)
      // what was allowed to another server is not allowed to this one
      if (before !== null && definitionOf(before) !== definitionOf(server)) rules.forget(`${server.id}:`)
      servers.put(server)
      await secrets.put(server, input.environment, input.headers)
      if (before !== null && accountOf(before) !== accountOf(server)) await secrets.remove(before)
      await this.run(server.id)
      return this.told()
    })
  }

  async confirm({ id, definition }: CallInput<'mcp.confirm'>): Promise<readonly McpServer[]> {
    return await this.turns.take(id, async () => {
      const server = this.stored(id)
      if (definitionOf(server) !== definition) fail('not_found', 'the server has changed since it was shown')
      this.parts.servers.put({ ...server, trusted: definition, isEnabled: true })
      await this.end(id)
      await this.run(id)
      return this.told()
    })
  }

  async setEnabled({ id, isEnabled }: CallInput<'mcp.setEnabled'>): Promise<readonly McpServer[]> {
    return await this.turns.take(id, async () => {
      this.parts.servers.put({ ...this.stored(id), isEnabled })
      await this.end(id)
      await this.run(id)
      return this.told()
    })
  }

  async restart({ id }: CallInput<'mcp.restart'>): Promise<readonly McpServer[]> {
    return await this.turns.take(id, async () => {
      this.stored(id)
      await this.end(id)
      await this.run(id)
      return this.told()
    })
  }

  async remove({ id }: CallInput<'mcp.remove'>): Promise<readonly McpServer[]> {
    return await this.turns.take(id, async () => {
      const server = this.stored(id)
      await this.end(id)
      this.held.delete(id)
      this.parts.servers.remove(id)
      this.parts.rules.forget(`${id}:`)
      await this.parts.secrets.remove(server)
      return this.told()
    })
  }

  log({ id }: CallInput<'mcp.log'>): string {
    this.stored(id)
    return this.held.get(id)?.log.text() ?? ''
  }

  leftovers(): readonly McpLeftover[] {
    return this.parts.leftovers.list()
  }

  async endLeftover(pid: number): Promise<readonly McpLeftover[]> {
    await this.parts.leftovers.end(pid)
    const list = this.leftovers()
    this.parts.events.emit('mcp.leftoversChanged', list)
    return list
  }

  /** Ends all servers with their processes. Resolves within bounds. */
  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all([...this.held.values()].map(({ running }) => running?.stop()))
  }

  /** Starts a server if it is on and confirmed. */
  private async run(id: string): Promise<void> {
    const { clock, library, secrets, servers } = this.parts
    const server = servers.find(id)
    if (server === null || this.isClosed) return
    const held = this.heldOf(id)
    const values = await secrets.get(server)
    held.secretsKept = values?.kept ?? 'none'
    if (this.isClosed || !server.isEnabled || !mayRun(server)) {
      this.told()
      return
    }
    held.running = new SupervisedServer({
      id,
      name: server.name,
      clock,
      log: held.log,
      library,
      launch: async (listChanged, signal) => await this.launch(server, held.log, listChanged, signal),
      changed: () => void this.told(),
    })
    held.running.start()
    this.told()
  }

  private async launch(
    server: StoredServer,
    log: ServerLog,
    listChanged: () => void,
    signal: AbortSignal,
  ): Promise<Launched> {
    const { clock, fetch, platform, servers, version } = this.parts
    const values = await this.parts.secrets.get(server)
    if (values === null) throw new LaunchFailure('secret_missing', '')
    log.hide([...Object.values(values.environment), ...Object.values(values.headers)])
    const { launchHttp, launchStdio, serverLimits: limits } = await import('./launches.ts')
    const common = { server, log, version, limits, listChanged, signal }
    if (server.kind === 'http') return await launchHttp({ ...common, headers: values.headers, fetch })
    return await launchStdio({
      ...common,
      environment: { ...(await this.base()), ...values.environment },
      platform,
      clock,
      started: (process) => servers.addProcess(process),
      gone: (pid) => forgetQuietly(() => servers.forgetProcess(pid)),
    })
  }

  /** The part of the app's environment for servers, with the login shell's path; looked up once. */
  private async base(): Promise<Environment> {
    this.environment ??= (async () => {
      const { clock, environment, platform } = this.parts
      const base = baseEnvironment(environment, platform)
      const login = platform === 'win32' ? null : await loginPath(base, clock)
      return { ...base, PATH: joinedPath(login, base.PATH) }
    })()
    return await this.environment
  }

  private async end(id: string): Promise<void> {
    const held = this.held.get(id)
    const running = held?.running ?? null
    if (held === undefined || running === null) return
    await running.stop()
    held.running = null
  }

  private heldOf(id: string): Held {
    const held = this.held.get(id) ?? { log: new ServerLog(), running: null, secretsKept: 'none' }
    this.held.set(id, held)
    return held
  }

  private stored(id: string): StoredServer {
    return this.parts.servers.find(id) ?? fail('not_found', 'no such server')
  }

  /** Tells the pages, and whoever offers tools if those are others. */
  private told(): readonly McpServer[] {
    if (this.isClosed) return []
    const list = this.list()
    this.parts.events.emit('mcp.changed', list)
    const tools = JSON.stringify(
      this.tools().map(({ id, title, description, hints }) => [id, title, description, hints]),
    )
    if (tools !== this.toldTools) {
      this.toldTools = tools
      this.parts.toolsChanged()
    }
    return list
  }

  private shapeOf(server: StoredServer): McpServer {
    const held = this.held.get(server.id)
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
    }
  }
}

/** A command starts only as it was confirmed; an address starts nothing on this computer. */
function mayRun(server: StoredServer): boolean {
  return server.kind === 'http' || server.trusted === definitionOf(server)
}

/** A database that is closed by now finds the record at the next start, and that its process is gone. */
function forgetQuietly(forget: () => void): void {
  try {
    forget()
  } catch {
    // closed
  }
}
