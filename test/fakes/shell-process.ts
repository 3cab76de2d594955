import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { basename, join } from 'node:path'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { shellFlags } from '../../scripts/own-node.mjs'
import {
  bridgeProtocol,
  fileNameHeader,
  importPath,
  secretFragment,
  secretHeader,
} from '../../src/main/browser/bridge-frames.ts'
import { type CallInput, type CallName, type CallOutput, calls } from '../../src/shared/ipc/contract.ts'

const root = join(import.meta.dirname, '../..')
const outputs: { readonly [N in CallName]: { readonly output: z.ZodType<CallOutput<N>> } } = calls

/** Hundreds of tests start the same build: what V8 makes of it is kept between them. */
const compileCache = join(root, 'node_modules/.cache/compile')

export interface ShellProcess {
  readonly process: ChildProcess
  /** The printed one-use link. */
  readonly link: string
  readonly output: () => string
  /** Ends it cleanly and waits for it. */
  stop(): Promise<void>
  /** Kills it as a crash would, and waits for its end. Returns when the signal was sent, ms since 1970. */
  kill(): Promise<number>
}

/** The environment of a shell under test. It has no session bus: a test must not use the machine's keychain. */
export function environmentWithoutKeychain(home: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    NODE_COMPILE_CACHE: compileCache,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  }
}

/** Starts the built browser shell as a separate process, and waits for its link. */
export async function startShellProcess(options: {
  readonly data: string
  /** Whether a flag names the data folder; otherwise the default one, `Atelier` in `data`, is used. */
  readonly named?: boolean
  readonly flags?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The beginning of a command line that starts the shell, such as `nice`. */
  readonly through?: readonly string[]
}): Promise<ShellProcess> {
  const [program = process.execPath, ...before] = [...(options.through ?? []), process.execPath]
  const child = spawn(
    program,
    [
      ...before,
      ...shellFlags,
      join(root, 'out/main/browser.js'),
      '--no-open',
      '--port',
      '0',
      ...(options.named === false ? [] : ['--data', options.data]),
      ...(options.flags ?? []),
    ],
    {
      env: {
        ...environmentWithoutKeychain(options.data),
        ...(options.named === false ? { XDG_CONFIG_HOME: options.data } : {}),
        ...options.environment,
      },
    },
  )
  const closed = once(child, 'close')
  let output = ''
  const link = await new Promise<string>((resolve, reject) => {
    const take = (data: Buffer): void => {
      output += String(data)
      const found = /^Atelier ready: (\S+)\n/m.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('close', (code) => reject(new Error(`the shell ended with ${code} before it was ready: ${output}`)))
  })
  return {
    process: child,
    link,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
    async kill() {
      const at = Date.now()
      child.kill('SIGKILL')
      await closed
      return at
    },
  }
}

interface PageSession {
  readonly origin: string
  readonly secret: string
}

function socketOf({ origin, secret }: PageSession): WebSocket {
  return new WebSocket(`${origin.replace('http', 'ws')}/bridge`, [bridgeProtocol, secret], { headers: { origin } })
}

/** A bridge client without a browser: signs in, calls and listens. */
export class PageClient {
  private readonly socket: WebSocket
  private readonly session: PageSession
  private readonly answers = new Map<
    number,
    { readonly resolve: (result: unknown) => void; readonly reject: (cause: Error) => void }
  >()
  private readonly listeners = new Set<(event: string, payload: unknown) => void>()
  private lastId = 0

  private constructor(socket: WebSocket, session: PageSession) {
    this.socket = socket
    this.session = session
    socket.on('message', (data) => this.take(JSON.parse(String(data))))
    socket.on('close', () => {
      for (const { reject } of this.answers.values()) reject(new Error('the bridge closed'))
      this.answers.clear()
    })
    socket.on('error', () => {})
  }

  static async connect(link: string): Promise<PageClient> {
    const { origin } = new URL(link)
    const welcome = await fetch(link, { redirect: 'manual' })
    const secret = (welcome.headers.get('location') ?? '').split(secretFragment)[1] ?? ''
    return await PageClient.open({ origin, secret })
  }

  /** Another bridge of the same session. */
  async again(): Promise<PageClient> {
    return await PageClient.open(this.session)
  }

  /** A raw socket of the same session, for frames that no page sends. */
  socketAlone(): WebSocket {
    return socketOf(this.session)
  }

  private static async open(session: PageSession): Promise<PageClient> {
    const socket = socketOf(session)
    await once(socket, 'open')
    return new PageClient(socket, session)
  }

  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    this.lastId += 1
    const id = this.lastId
    const result = await new Promise<unknown>((resolve, reject) => {
      this.answers.set(id, { resolve, reject })
      this.socket.send(JSON.stringify({ id, name, input }))
    })
    if (typeof result === 'object' && result !== null && 'ok' in result && result.ok === true && 'value' in result) {
      return outputs[name].output.parse(result.value)
    }
    throw new Error(`${name} was refused: ${JSON.stringify(result)}`)
  }

  /** Uploads a file as a page does, streamed from disk; returns its token. */
  async importFile(path: string): Promise<string> {
    const { origin, secret } = this.session
    const response = await fetch(`${origin}${importPath}`, {
      method: 'POST',
      headers: { origin, [secretHeader]: secret, [fileNameHeader]: encodeURIComponent(basename(path)) },
      body: await openAsBlob(path),
    })
    return z.object({ value: z.object({ token: z.string() }) }).parse(await response.json()).value.token
  }

  on(listener: (event: string, payload: unknown) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  close(): void {
    this.socket.close()
  }

  private take(frame: unknown): void {
    if (typeof frame !== 'object' || frame === null) return
    if ('id' in frame && typeof frame.id === 'number' && 'result' in frame) {
      this.answers.get(frame.id)?.resolve(frame.result)
      this.answers.delete(frame.id)
    } else if ('event' in frame && typeof frame.event === 'string' && 'payload' in frame) {
      for (const listener of this.listeners) listener(frame.event, frame.payload)
    }
  }
}
