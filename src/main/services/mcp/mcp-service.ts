import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { type McpLeftover, type McpServer, mcpServersMax } from '../../../shared/mcp.ts'
import type { McpInsert, McpOffer } from '../../../shared/mcp-offers.ts'
import type { Sought } from '../../gateway/key-filter.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { StoredServer } from '../../storage/mcp-servers.ts'
import type { ToolRules } from '../../storage/tool-rules.ts'
import { KeyedMutex } from '../../threads/keyed-mutex.ts'
import type { Tool, ToolSource } from '../tools/tool.ts'
import type { Leftovers } from './leftovers.ts'
import { checkDefinition } from './server-address.ts'
import { accountOf, definitionOf } from './server-definition.ts'
import { ServerFilter } from './server-filter.ts'
import { ServerLauncher, type ServerLauncherParts } from './server-launcher.ts'
import { ServerLog } from './server-log.ts'
import { type Held, mayRun, serverShape } from './server-shape.ts'
import { SignIns } from './sign-ins.ts'
import { SupervisedServer } from './supervised-server.ts'

export interface McpServiceParts extends ServerLauncherParts, Pick<Ports, 'events' | 'log'> {
  readonly rules: ToolRules
  readonly leftovers: Leftovers
  readonly library: MediaLibrary
  /** Secrets that no server may return. */
  readonly known: Sought
  /** Called when the tools of servers changed. */
  readonly toolsChanged: () => void
}

/** The servers of tools: stored, confirmed, kept running, and ended with the app. */
export class McpService implements ToolSource {
  private readonly parts: McpServiceParts
  private readonly held = new Map<string, Held>()
  private readonly turns = new KeyedMutex()
  private readonly signIns: SignIns
  private readonly launcher: ServerLauncher
  private isClosed = false
  private looked: Promise<void> = Promise.resolve()
  private toldTools: readonly Tool[] = []
  private toldOffers = '[]'

  constructor(parts: McpServiceParts) {
    this.parts = parts
    this.launcher = new ServerLauncher(parts)
    this.signIns = new SignIns({
      ...parts,
      onSignInsChanged: () => void this.emitServers(),
      signedIn: async (server, outcome) =>
        await this.turns.run(server.id, async () => {
          const now = parts.servers.findServer(server.id)
          if (now === null || definitionOf(now) !== definitionOf(server)) return
          await parts.tokens.putTokens(now, outcome)
          await this.anew(now.id)
        }),
    })
  }

  /** Returns the tools of all servers. */
  tools(): readonly Tool[] {
    return [...this.held.values()].flatMap(({ running }) => running?.tools ?? [])
  }

  /** Looks for processes of the last run, then starts the servers that are on and confirmed. Never rejects. */
  async start(): Promise<void> {
    try {
      this.looked = this.parts.leftovers.endLeftProcesses()
      await this.looked
      const found = this.parts.leftovers.listLeftovers()
      if (found.length > 0) this.parts.events.emit('mcp.leftoversChanged', found)
      // a server may have been started meanwhile
      const start = async ({ id }: StoredServer): Promise<void> => {
        if (!this.held.get(id)?.running) await this.run(id)
      }
      await Promise.all(this.parts.servers.allServers().map((server) => this.turns.run(server.id, () => start(server))))
    } catch (cause) {
      this.parts.log('error', 'servers of tools did not start', { reason: String(cause) })
    }
  }

  listServers(): readonly McpServer[] {
    const shapeOf = (server: StoredServer): McpServer =>
      serverShape(server, this.held.get(server.id), this.signIns.view(server.id))
    return this.parts.servers.allServers().map(shapeOf)
  }

  async saveServer(input: CallInput<'mcp.save'>): Promise<readonly McpServer[]> {
    return await this.turns.run(input.id, async () => {
      const { clock, rules, secrets, servers, tokens } = this.parts
      const before = servers.findServer(input.id)
      if (before === null && servers.allServers().length >= mcpServersMax) fail('invalid_input', 'too many servers')
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
      this.signIns.cancelSignIn(input.id)
      await this.endServer(input.id)
      // permissions given to another server do not hold for this one
      if (before !== null && definitionOf(before) !== definitionOf(server)) {
        rules.forgetRules(`${server.id}:`)
        await tokens.removeTokens(before)
      }
      servers.putServer(server)
      await secrets.putSecrets(server, input.environment, input.headers)
      if (before !== null && accountOf(before) !== accountOf(server)) await secrets.removeSecrets(before)
      await this.run(server.id)
      return this.emitServers()
    })
  }

  async confirm({ id, definition }: CallInput<'mcp.confirm'>): Promise<readonly McpServer[]> {
    return await this.turns.run(id, async () => {
      const server = this.stored(id)
      if (definitionOf(server) !== definition) fail('not_found', 'the server has changed since it was shown')
      this.parts.servers.putServer({ ...server, trusted: definition, isEnabled: true })
      return await this.anew(id)
    })
  }

  async setEnabled({ id, isEnabled }: CallInput<'mcp.setEnabled'>): Promise<readonly McpServer[]> {
    return await this.turns.run(id, async () => {
      this.parts.servers.putServer({ ...this.stored(id), isEnabled })
      return await this.anew(id)
    })
  }

  async restart({ id }: CallInput<'mcp.restart'>): Promise<readonly McpServer[]> {
    return await this.turns.run(id, async () => {
      this.stored(id)
      return await this.anew(id)
    })
  }

  async removeServer({ id }: CallInput<'mcp.remove'>): Promise<readonly McpServer[]> {
    return await this.turns.run(id, async () => {
      const server = this.stored(id)
      this.signIns.cancelSignIn(id)
      await this.endServer(id)
      this.held.delete(id)
      this.parts.servers.removeServer(id)
      this.parts.rules.forgetRules(`${id}:`)
      await this.parts.secrets.removeSecrets(server)
      await this.parts.tokens.removeTokens(server)
      return this.emitServers()
    })
  }

  async signIn({ id }: CallInput<'mcp.signIn'>): Promise<{ readonly address: string | null }> {
    const server = this.stored(id)
    if (server.kind !== 'http' || this.isClosed) fail('invalid_input', 'a command needs no sign-in')
    return { address: await this.signIns.beginSignIn(server, this.heldOf(id).scope) }
  }

  cancelSignIn({ id }: CallInput<'mcp.cancelSignIn'>): readonly McpServer[] {
    this.signIns.cancelSignIn(this.stored(id).id)
    return this.emitServers()
  }

  async signOut({ id }: CallInput<'mcp.signOut'>): Promise<readonly McpServer[]> {
    return await this.turns.run(id, async () => {
      const server = this.stored(id)
      this.signIns.cancelSignIn(id)
      await this.endServer(id)
      await this.parts.tokens.removeTokens(server)
      return await this.anew(id)
    })
  }

  /** Returns the prompts and resources of the running servers. */
  offers(): readonly McpOffer[] {
    return this.parts.servers.allServers().flatMap(({ id, name }): McpOffer[] => {
      const offers = this.held.get(id)?.running?.offers
      if (offers === undefined || offers.prompts.length + offers.resources.length === 0) return []
      return [{ serverId: id, server: name, ...offers }]
    })
  }

  async prompt({ serverId, name, arguments: given }: CallInput<'mcp.prompt'>): Promise<McpInsert> {
    return await this.runningOf(serverId).prompt(name, given)
  }

  async resource({ serverId, uri }: CallInput<'mcp.resource'>): Promise<McpInsert> {
    return await this.runningOf(serverId).resource(uri)
  }

  log({ id }: CallInput<'mcp.log'>): string {
    this.stored(id)
    return this.held.get(id)?.log.logText() ?? ''
  }

  leftovers(): readonly McpLeftover[] {
    return this.parts.leftovers.listLeftovers()
  }

  async endLeftover(pid: number): Promise<readonly McpLeftover[]> {
    await this.parts.leftovers.endProcess(pid)
    const list = this.leftovers()
    this.parts.events.emit('mcp.leftoversChanged', list)
    return list
  }

  /** Ends all servers with their processes. Resolves within bounds. */
  async close(): Promise<void> {
    this.isClosed = true
    this.signIns.closeAll()
    await Promise.all([...this.held.values()].map(({ running }) => running?.stop()))
    await this.parts.reader.close()
  }

  /** Ends a server and restarts it if it may run. */
  private async anew(id: string): Promise<readonly McpServer[]> {
    await this.endServer(id)
    await this.run(id)
    return this.emitServers()
  }

  /** Starts a server if it is on and confirmed. */
  private async run(id: string): Promise<void> {
    const { clock, library, reader, secrets, servers, tokens } = this.parts
    // processes left by the last run are ended before a new one is started
    await this.looked.catch(() => {})
    const server = servers.findServer(id)
    if (server === null || this.isClosed) return
    const held = this.heldOf(id)
    const [values, signedIn] = [await secrets.get(server), await tokens.get(server)]
    held.isSignedIn = signedIn !== null
    held.secretsKept = signedIn?.kept === 'run' ? 'run' : (values?.kept ?? 'none')
    if (this.isClosed || !server.isEnabled || !mayRun(server)) {
      this.emitServers()
      return
    }
    held.running = new SupervisedServer({
      id,
      name: server.name,
      clock,
      log: held.log,
      library,
      strings: reader.strings,
      launch: async (events, signal) => await this.launcher.launch(server, held, events, signal),
      onServerChanged: () => void this.emitServers(),
    })
    held.running.start()
    this.emitServers()
  }

  private async endServer(id: string): Promise<void> {
    const held = this.held.get(id)
    const running = held?.running ?? null
    if (held === undefined || running === null) return
    await running.stop()
    held.running = null
  }

  private heldOf(id: string): Held {
    const held = this.held.get(id) ?? {
      log: new ServerLog(new ServerFilter(this.parts.known)),
      running: null,
      secretsKept: 'none',
      isSignedIn: false,
      scope: '',
    }
    this.held.set(id, held)
    return held
  }

  private runningOf(id: string): SupervisedServer {
    return this.held.get(id)?.running ?? fail('server_failed', 'the server is not running')
  }

  private stored(id: string): StoredServer {
    return this.parts.servers.findServer(id) ?? fail('not_found', 'no such server')
  }

  /** Notifies the pages, and calls `toolsChanged` if the tools differ. */
  private emitServers(): readonly McpServer[] {
    if (this.isClosed) return []
    const list = this.listServers()
    this.parts.events.emit('mcp.changed', list)
    const offers = this.offers()
    const toldOffers = JSON.stringify(offers)
    if (toldOffers !== this.toldOffers) {
      this.toldOffers = toldOffers
      this.parts.events.emit('mcp.offersChanged', offers)
    }
    const tools = this.tools()
    const areAlike = areShownAlike(tools, this.toldTools)
    this.toldTools = tools
    if (!areAlike) this.parts.toolsChanged()
    return list
  }
}

/** Returns true if two lists look the same. Compares texts in place: those of 3,000 tools are too long to join. */
function areShownAlike(tools: readonly Tool[], others: readonly Tool[]): boolean {
  if (tools.length !== others.length) return false
  return tools.every((tool, at) => {
    const other = others[at]
    if (tool === other) return true
    return (
      other !== undefined &&
      tool.id === other.id &&
      tool.title === other.title &&
      tool.description === other.description &&
      JSON.stringify(tool.hints) === JSON.stringify(other.hints)
    )
  })
}
