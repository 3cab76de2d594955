import { AppFailure, appError, fail } from '../../../shared/errors.ts'
import type { McpProblem, McpState } from '../../../shared/mcp.ts'
import type { McpInsert, McpOffer } from '../../../shared/mcp-offers.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Clock } from '../../platform.ts'
import type { Fields, Tool, ToolContext, ToolResult } from '../tools/tool.ts'
import { insertedPrompt, insertedResource } from './inserted-text.ts'
import { LaunchFailure } from './launch-failure.ts'
import { type ListKind, listKinds } from './listed-offers.ts'
import type { ListedTool } from './listed-tools.ts'
import type { LongStrings } from './long-strings.ts'
import type { ServerConnection } from './server-connection.ts'
import type { ServerLog } from './server-log.ts'
import { toolResultOf } from './tool-result.ts'

/** Waits before a server that ended on its own restarts, in ms. After the last one it stays failed. */
export const restartDelays: readonly number[] = [1000, 2000, 4000, 8000, 16_000]
/** Run time after which a server starts again with the first wait, in ms. */
const steadyMs = 60_000
/** Changes of a list within this time count as one, in ms. */
export const listDebounceMs = 300

/** Events that a running server can report at any time. */
export interface LaunchEvents {
  readonly listChanged: (kind: ListKind) => void
  /** Called when it cannot continue without the user. */
  readonly refused: (failure: LaunchFailure) => void
}

/** A started server. */
export interface Launched {
  readonly connection: ServerConnection
  /** The file that was started; null for an address. */
  readonly program: string | null
}

/** Prompts and resources of a server. */
export type Offers = Pick<McpOffer, 'prompts' | 'resources'>

const noOffers: Offers = { prompts: [], resources: [] }

export interface SupervisedServerParts {
  readonly id: string
  readonly name: string
  readonly clock: Clock
  readonly log: ServerLog
  readonly library: Pick<MediaLibrary, 'addMedia'>
  /** Long strings of results. */
  readonly strings: Pick<LongStrings, 'takeString'>
  /** Starts the server. Rejects with a LaunchFailure, or with the signal's reason. */
  readonly launch: (events: LaunchEvents, signal: AbortSignal) => Promise<Launched>
  /** Called when the state or the tools changed. */
  readonly onServerChanged: () => void
}

export interface ServerStatus {
  readonly state: Extract<McpState, 'starting' | 'ready' | 'failed' | 'stopped'>
  readonly problem: McpProblem | null
  readonly detail: string
  readonly program: string | null
  readonly listProblem: string
}

const starting: ServerStatus = { state: 'starting', problem: null, detail: '', program: null, listProblem: '' }

/** Keeps one server running: starts it, reads its tools, and restarts it after a crash, a limited number of times. */
export class SupervisedServer {
  private readonly parts: SupervisedServerParts
  private readonly ending = new AbortController()
  private current: ServerStatus = starting
  private listed: readonly Tool[] = []
  private connection: ServerConnection | null = null
  private restarts = 0
  private readonly undoTimers = new Set<() => void>()
  private listedOffers: Offers = noOffers
  private readonly awaitedLists = new Set<ListKind>()
  private reading: Promise<void> = Promise.resolve()
  private work: Promise<void> = Promise.resolve()

  constructor(parts: SupervisedServerParts) {
    this.parts = parts
  }

  get status(): ServerStatus {
    return this.current
  }

  /** Returns the tools of the server; known ones stay while it starts again. */
  get tools(): readonly Tool[] {
    return this.current.state === 'failed' || this.current.state === 'stopped' ? [] : this.listed
  }

  /** Returns the prompts and resources of the server; none unless it is ready. */
  get offers(): Offers {
    return this.current.state === 'ready' ? this.listedOffers : noOffers
  }

  /** Resolves to a prompt with its arguments, for the composer. Throws an AppFailure `server_failed`. */
  async prompt(name: string, given: Readonly<Record<string, string>>): Promise<McpInsert> {
    const answer = await this.asked((connection) => connection.prompt(name, given))
    return this.cleaned(await insertedPrompt(answer, this.parts.name, this.parts.library))
  }

  /** Resolves to a resource, for the composer. Throws an AppFailure `server_failed`. */
  async resource(uri: string): Promise<McpInsert> {
    const name = this.listedOffers.resources.find((resource) => resource.uri === uri)?.title ?? uri
    const answer = await this.asked((connection) => connection.resource(uri))
    return this.cleaned(await insertedResource(answer, { name, server: this.parts.name }, this.parts.library))
  }

  start(): void {
    this.work = this.attempt()
  }

  /** Ends the server. Resolves once its process is gone, within a time limit. */
  async stop(): Promise<void> {
    this.ending.abort()
    for (const undo of this.undoTimers) undo()
    this.undoTimers.clear()
    this.set({ ...this.current, state: 'stopped' })
    await this.connection?.close().catch(() => {})
    await this.work
    await this.connection?.close().catch(() => {})
  }

  /** Makes one attempt to start the server. After a temporary failure, plans the next one. Never rejects. */
  private async attempt(): Promise<void> {
    const { clock, launch, log } = this.parts
    this.set({ ...starting, listProblem: this.current.listProblem })
    try {
      const events: LaunchEvents = {
        listChanged: (kind) => this.listChanged(kind),
        refused: (failure) => this.refused(failure),
      }
      const { connection, program } = await launch(events, this.ending.signal)
      this.connection = connection
      if (this.ending.signal.aborted) return
      const startedAt = clock.now()
      connection.onEnd(() => this.connectionEnded(connection, startedAt))
      this.set({ ...this.current, program })
      await Promise.all(listKinds.map((kind) => this.readList(kind, connection)))
      if (this.connection === connection && this.current.state === 'starting')
        this.set({ ...this.current, state: 'ready' })
    } catch (cause) {
      if (this.ending.signal.aborted) return
      const failure = cause instanceof LaunchFailure ? cause : new LaunchFailure('not_started', String(cause))
      log.addLine(`[${failure.problem}] ${failure.message}`)
      if (failure.isTemporary && this.restarts > 0) this.startLater(failure)
      else this.setFailed(failure)
    }
  }

  private connectionEnded(connection: ServerConnection, startedAt: number): void {
    if (this.connection !== connection) return
    this.connection = null
    if (this.ending.signal.aborted) return
    const { clock, log } = this.parts
    const failure = new LaunchFailure('exited', log.reason(), true)
    log.addLine('[exited] The server ended by itself.')
    if (clock.now() - startedAt >= steadyMs) this.restarts = 0
    this.startLater(failure)
  }

  private startLater(failure: LaunchFailure): void {
    const delay = restartDelays[this.restarts]
    if (delay === undefined) {
      this.setFailed(failure)
      return
    }
    this.restarts += 1
    this.set({ ...this.current, state: 'starting', problem: failure.problem, detail: failure.message })
    this.later(delay, () => {
      this.work = this.attempt()
    })
  }

  /** Handles a server that cannot continue: another attempt waits for the user. */
  private refused(failure: LaunchFailure): void {
    const { connection } = this
    if (connection === null || this.ending.signal.aborted) return
    this.connection = null
    this.setFailed(failure)
    void connection.close().catch(() => {})
  }

  private setFailed({ problem, message }: LaunchFailure): void {
    this.set({ ...this.current, state: 'failed', problem, detail: message })
  }

  /** Reads a list once for all changes that are reported within a short time. */
  private listChanged(kind: ListKind): void {
    if (this.awaitedLists.has(kind)) return
    this.awaitedLists.add(kind)
    this.later(listDebounceMs, () => {
      this.awaitedLists.delete(kind)
      const { connection } = this
      if (connection !== null) this.reading = this.reading.then(() => this.readList(kind, connection))
    })
  }

  private async readList(kind: ListKind, connection: ServerConnection): Promise<void> {
    if (kind === 'tools') await this.readTools(connection)
    else await this.readOffers(kind, connection)
  }

  /** Reads the prompts or the resources. A list that cannot be read leaves the known ones unchanged. */
  private async readOffers(kind: 'prompts' | 'resources', connection: ServerConnection): Promise<void> {
    try {
      const offers =
        kind === 'prompts' ? { prompts: await connection.prompts() } : { resources: await connection.resources() }
      if (this.connection !== connection) return
      this.listedOffers = { ...this.listedOffers, ...offers }
      this.parts.onServerChanged()
    } catch (cause) {
      this.parts.log.addLine(`The list of ${kind} could not be read: ${this.reasonOf(cause)}`)
    }
  }

  private async asked<T>(ask: (connection: ServerConnection) => Promise<T>): Promise<T> {
    const { connection } = this
    if (connection === null) return fail('server_failed', 'the server is not running')
    try {
      return await ask(connection)
    } catch (cause) {
      const reason = this.reasonOf(cause)
      this.parts.log.addLine(`[failed] ${reason}`)
      throw new AppFailure(appError('server_failed', reason), { cause })
    }
  }

  /** Reads the list of tools. A list that cannot be read leaves the known tools unchanged. */
  private async readTools(connection: ServerConnection): Promise<void> {
    try {
      const { tools, problems } = await connection.tools()
      if (this.connection !== connection) return
      this.listed = tools.map((tool) => this.toolOf(tool))
      for (const problem of problems.slice(0, 20)) this.parts.log.addLine(problem)
      this.set({ ...this.current, listProblem: problems[0] ?? '' })
    } catch (cause) {
      if (this.connection !== connection) return
      const why = this.reasonOf(cause)
      this.parts.log.addLine(`The list of tools could not be read: ${why}`)
      this.set({ ...this.current, listProblem: why })
    }
  }

  private toolOf({ name, title, description, parameters, hints }: ListedTool): Tool {
    const { id, name: server } = this.parts
    return {
      id: `${id}:${name}`,
      server,
      name,
      title,
      description,
      parameters,
      hints,
      defaultRule: 'ask',
      run: (input, context) => this.run(name, input, context),
    }
  }

  private async run(name: string, input: Fields, context: ToolContext): Promise<ToolResult> {
    const { connection } = this
    if (connection === null) return refusal(`The server ${JSON.stringify(this.parts.name)} is not running.`)
    const outcome = await connection.call(name, input, context)
    const { library, log, strings } = this.parts
    if (!outcome.ok) return refusal(log.filter.withoutSecrets(outcome.text))
    return await toolResultOf(outcome.answer, { library, strings, filter: log.filter })
  }

  private later(ms: number, run: () => void): void {
    const undo = this.parts.clock.after(ms, () => {
      this.undoTimers.delete(undo)
      if (!this.ending.signal.aborted) run()
    })
    this.undoTimers.add(undo)
  }

  private set(status: ServerStatus): void {
    const { filter } = this.parts.log
    const clean = {
      ...status,
      detail: filter.withoutSecrets(status.detail),
      listProblem: filter.withoutSecrets(status.listProblem),
    }
    this.current = this.ending.signal.aborted ? { ...clean, state: 'stopped' } : clean
    this.parts.onServerChanged()
  }

  /** Removes secrets from the joined text once more, because one may be split over several parts. */
  private cleaned(insert: McpInsert): McpInsert {
    return { ...insert, text: this.parts.log.filter.withoutSecrets(insert.text) }
  }

  /** Returns the words of an error, which may be the server's. */
  private reasonOf(cause: unknown): string {
    return cause instanceof Error ? this.parts.log.filter.plain(cause.message).slice(0, 500) : 'no reason'
  }
}

/** Returns a refusal, which is untrusted because the words of an error may be the server's too. */
const refusal = (text: string): ToolResult => ({ text, isError: true, isUntrusted: true })
