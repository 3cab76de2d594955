import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { homedir } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { spawn } from 'cross-spawn'
import type { Clock } from '../../platform.ts'
import { ProcessFamily } from './process-family.ts'
import type { ListedProcess } from './process-table.ts'
import { endTree } from './process-tree.ts'
import { type Environment, markName } from './server-environment.ts'
import type { ServerLog } from './server-log.ts'
import { TokenBucket } from './token-bucket.ts'

/** Time that a server has after its input ended, and again after a request to end, in ms. */
const graceMs = 1500
/** Longest wait for the end of a process that was killed, in ms. */
const killMs = 2000
/** Longest wait for the last output of an ended process, in ms. */
const lastWordsMs = 500
/** Bytes of the log that are read at once, and per second afterwards. */
const logBytes = 1_000_000
const pauseMs = 200
/** Time between two searches for new descendants, in ms, so that one that loses its parent later is already known. */
const lookMs: Readonly<Partial<Record<NodeJS.Platform, number>>> = { linux: 5000, darwin: 60_000 }

export interface ServerProcessParts {
  readonly program: string
  readonly arguments: readonly string[]
  readonly environment: Environment
  readonly platform: NodeJS.Platform
  readonly clock: Clock
  readonly log: ServerLog
  /** Called when a descendant was found. */
  readonly joined?: (found: ListedProcess) => void
  /** Called when a descendant has ended. */
  readonly left?: (pid: number) => void
}

/** The process of a server, in its own process group, with its log. */
export class ServerProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly pid: number
  /** Resolves to a message about the end, once the process has ended. */
  readonly ended: Promise<string>
  private readonly parts: ServerProcessParts
  private hasEnded = false
  private ending: Promise<void> | null = null
  private readonly family: ProcessFamily
  private undoLook: () => void = () => {}
  private cleared: Promise<void> = Promise.resolve()

  /** Starts the program. Rejects with the system's error on failure. */
  static async start(parts: ServerProcessParts): Promise<ServerProcess> {
    const child = spawn(parts.program, [...parts.arguments], {
      env: { ...parts.environment },
      cwd: homedir(),
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
      // a group of its own, so that its descendants can be ended with it
      detached: parts.platform !== 'win32',
    })
    await once(child, 'spawn')
    return new ServerProcess(child, parts)
  }

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, parts: ServerProcessParts) {
    this.parts = parts
    this.pid = child.pid ?? 0
    const mark = parts.environment[markName]
    this.family = new ProcessFamily({
      platform: parts.platform,
      rootId: this.pid,
      mark: mark === undefined ? null : `${markName}=${mark}`,
      ...(parts.joined === undefined ? {} : { joined: parts.joined }),
      ...(parts.left === undefined ? {} : { left: parts.left }),
    })
    this.lookLater()
    this.stdin = child.stdin
    this.stdout = child.stdout
    // a server that is gone accepts nothing; its end is reported separately
    child.stdin.on('error', () => {})
    child.stdout.on('error', () => {})
    this.readLog(child.stderr)
    this.ended = new Promise((resolve) => {
      child.on('error', () => {})
      child.on('exit', (code, signal) => {
        this.hasEnded = true
        this.undoLook()
        // descendants that it left behind
        endTree(this.pid, true, parts.platform)
        this.family.rootEnded()
        this.cleared = this.family.endProcesses()
        const end = (): void => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`)
        // its last words may still be in the pipe, which a stranger may hold open
        const cancel = parts.clock.after(lastWordsMs, end)
        child.on('close', () => {
          cancel()
          end()
        })
      })
    })
  }

  /** Ends the process and its descendants: closes its input, then asks them to end, then kills them. Resolves within a time limit. */
  async endProcess(): Promise<void> {
    this.ending ??= this.endInSteps()
    await this.ending
    await this.cleared
  }

  private async endInSteps(): Promise<void> {
    // descendants lose their parent with it
    await this.family.findMembers()
    this.stdin.end()
    if (await this.endsWithin(graceMs)) return
    endTree(this.pid, false, this.parts.platform)
    await this.family.askToEnd()
    if (await this.endsWithin(graceMs)) return
    endTree(this.pid, true, this.parts.platform)
    await this.family.endProcesses()
    await this.endsWithin(killMs)
  }

  /** Searches for descendants repeatedly while the server runs. */
  private lookLater(): void {
    const ms = lookMs[this.parts.platform]
    if (ms === undefined || this.hasEnded) return
    this.undoLook = this.parts.clock.after(ms, () => void this.family.findMembers().then(() => this.lookLater()))
  }

  private async endsWithin(ms: number): Promise<boolean> {
    if (this.hasEnded) {
      // its last words come within bounds
      await this.ended
      return true
    }
    return await new Promise((resolve) => {
      const cancel = this.parts.clock.after(ms, () => resolve(this.hasEnded))
      void this.ended.then(() => {
        cancel()
        resolve(true)
      })
    })
  }

  private readLog(stderr: Readable): void {
    const { clock, log } = this.parts
    const decoder = new StringDecoder('utf8')
    const budget = new TokenBucket(logBytes, logBytes, () => clock.now())
    stderr.on('error', () => {})
    stderr.on('data', (chunk: Buffer) => {
      log.writeText(decoder.write(chunk))
      if (budget.takeTokens(chunk.length)) return
      stderr.pause()
      clock.after(pauseMs, () => stderr.resume())
    })
  }
}
