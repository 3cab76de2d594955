import type { McpProblem, McpState } from '../../../shared/mcp.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Clock } from '../../platform.ts'
import type { Fields, Tool, ToolContext, ToolResult } from '../tools/tool.ts'
import type { ListedTool } from './listed-tools.ts'
import type { ServerConnection } from './server-connection.ts'
import type { ServerLog } from './server-log.ts'
import { toolResultOf } from './tool-result.ts'

/** Waits before a server that ended by itself is started again, in ms. After the last it stays failed. */
export const restartDelays: readonly number[] = [1000, 2000, 4000, 8000, 16_000]
/** A server that ran so long begins anew with the first wait, in ms. */
const steadyMs = 60_000
/** Changes of the list within this time are one, in ms. */
export const listDebounceMs = 300

/** Why a server did not start. */
export class LaunchFailure extends Error {
  readonly problem: McpProblem
  /** Whether another attempt can help without the person. */
  readonly isTemporary: boolean

  constructor(problem: McpProblem, detail: string, isTemporary = false) {
    super(detail)
    this.problem = problem
    this.isTemporary = isTemporary
  }
}

/** A started server. */
export interface Launched {
  readonly connection: ServerConnection
  /** The file that was started; null for an address. */
  readonly program: string | null
}

export interface SupervisedServerParts {
  readonly id: string
  readonly name: string
  readonly clock: Clock
  readonly log: ServerLog
  readonly library: Pick<MediaLibrary, 'add'>
  /** Starts it. Rejects with a LaunchFailure, or with the signal's reason. `listChanged` may be called at any time. */
  readonly launch: (listChanged: () => void, signal: AbortSignal) => Promise<Launched>
  /** The state or the tools changed. */
  readonly changed: () => void
}

export interface ServerStatus {
  readonly state: Extract<McpState, 'starting' | 'ready' | 'failed' | 'stopped'>
  readonly problem: McpProblem | null
  readonly detail: string
  readonly program: string | null
  readonly listProblem: string
}

const starting: ServerStatus = { state: 'starting', problem: null, detail: '', program: null, listProblem: '' }

/** Keeps one server running: starts it, reads its tools, and starts it again after a crash, a bounded number of times. */
export class SupervisedServer {
  private readonly parts: SupervisedServerParts
  private readonly ending = new AbortController()
  private current: ServerStatus = starting
  private listed: readonly Tool[] = []
  private connection: ServerConnection | null = null
  private restarts = 0
  private readonly undoTimers = new Set<() => void>()
  private isListAwaited = false
  private reading: Promise<void> = Promise.resolve()
  private work: Promise<void> = Promise.resolve()

  constructor(parts: SupervisedServerParts) {
    this.parts = parts
  }

  get status(): ServerStatus {
    return this.current
  }

  /** Its tools; those that are known stay while it starts again. */
  get tools(): readonly Tool[] {
    return this.current.state === 'failed' || this.current.state === 'stopped' ? [] : this.listed
  }

  start(): void {
    this.work = this.attempt()
  }

  /** Ends it. Resolves once its process is gone, within bounds. */
  async stop(): Promise<void> {
    this.ending.abort()
    for (const undo of this.undoTimers) undo()
    this.undoTimers.clear()
    this.set({ ...this.current, state: 'stopped' })
    await this.connection?.close().catch(() => {})
    await this.work
    await this.connection?.close().catch(() => {})
  }

  /** Never rejects. */
  private async attempt(): Promise<void> {
    const { clock, launch, log } = this.parts
    this.set({ ...starting, listProblem: this.current.listProblem })
    try {
      const { connection, program } = await launch(() => this.listChanged(), this.ending.signal)
      this.connection = connection
      if (this.ending.signal.aborted) return
      const startedAt = clock.now()
      connection.onEnd(() => this.ended(connection, startedAt))
      this.set({ ...this.current, program })
      await this.readTools(connection)
      if (this.connection === connection && this.current.state === 'starting')
        this.set({ ...this.current, state: 'ready' })
    } catch (cause) {
      if (this.ending.signal.aborted) return
      const failure = cause instanceof LaunchFailure ? cause : new LaunchFailure('not_started', String(cause))
      log.add(`[${failure.problem}] ${failure.message}`)
      if (failure.isTemporary && this.restarts > 0) this.startLater(failure)
      else this.failed(failure)
    }
  }

  private ended(connection: ServerConnection, startedAt: number): void {
    if (this.connection !== connection) return
    this.connection = null
    if (this.ending.signal.aborted) return
    const { clock, log } = this.parts
    const failure = new LaunchFailure('exited', log.last(), true)
    log.add('[exited] The server ended by itself.')
    if (clock.now() - startedAt >= steadyMs) this.restarts = 0
    this.startLater(failure)
  }

  private startLater(failure: LaunchFailure): void {
    const delay = restartDelays[this.restarts]
    if (delay === undefined) {
      this.failed(failure)
      return
    }
    this.restarts += 1
    this.set({ ...this.current, state: 'starting', problem: failure.problem, detail: failure.message })
    this.later(delay, () => {
      this.work = this.attempt()
    })
  }

  private failed({ problem, message }: LaunchFailure): void {
    this.set({ ...this.current, state: 'failed', problem, detail: message })
  }

  /** Reads the list once for all changes that are told within a short time. */
  private listChanged(): void {
    if (this.isListAwaited) return
    this.isListAwaited = true
    this.later(listDebounceMs, () => {
      this.isListAwaited = false
      const { connection } = this
      if (connection !== null) this.reading = this.reading.then(() => this.readTools(connection))
    })
  }

  /** Reads the list of tools. A list that cannot be read leaves the known tools as they are. */
  private async readTools(connection: ServerConnection): Promise<void> {
    try {
      const { tools, problems } = await connection.tools()
      if (this.connection !== connection) return
      this.listed = tools.map((tool) => this.toolOf(tool))
      for (const problem of problems.slice(0, 20)) this.parts.log.add(problem)
      this.set({ ...this.current, listProblem: problems[0] ?? '' })
    } catch (cause) {
      if (this.connection !== connection) return
      const why = cause instanceof Error ? cause.message.slice(0, 500) : 'no reason'
      this.parts.log.add(`The list of tools could not be read: ${why}`)
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
    if (!outcome.ok) return refusal(outcome.text)
    return await toolResultOf(outcome.answer, this.parts.library)
  }

  private later(ms: number, run: () => void): void {
    const undo = this.parts.clock.after(ms, () => {
      this.undoTimers.delete(undo)
      if (!this.ending.signal.aborted) run()
    })
    this.undoTimers.add(undo)
  }

  private set(status: ServerStatus): void {
    this.current = this.ending.signal.aborted ? { ...status, state: 'stopped' } : status
    this.parts.changed()
  }
}

/** Also the words of an error may be the server's. */
const refusal = (text: string): ToolResult => ({ text, isError: true, isUntrusted: true })
