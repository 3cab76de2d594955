import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { z } from 'zod'
import { environmentWithoutKeychain, type ShellProcess } from './shell-process.ts'
import { warmReply, type warmRequest } from './warm-shell-process.ts'

/**
 * Starts the built browser shell in a process that has loaded it before: a tenth of a cold start's work. One shell runs
 * at a time. Each has a data folder of its own; what they share is the loaded code. A shell that is killed takes the
 * process along, as a crash does, and the next start makes a new one.
 */
export class WarmShells {
  #process: { readonly child: ChildProcess; output: string } | null = null

  async start(data: string, environment: Readonly<Record<string, string>>): Promise<Omit<ShellProcess, 'process'>> {
    const running = this.#process ?? this.#spawn()
    const before = running.output.length
    const link = await ask(running.child, { do: 'start', data, environment })
    if (link === null) throw new Error('the shell gave no link')
    return {
      link,
      output: () => running.output.slice(before),
      stop: async () => void (await ask(running.child, { do: 'stop' })),
      kill: async () => {
        const at = Date.now()
        await this.#kill('SIGKILL')
        return at
      },
    }
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#kill('SIGTERM')
  }

  #spawn(): { readonly child: ChildProcess; output: string } {
    const child = fork(join(import.meta.dirname, 'warm-shell-process.ts'), {
      env: environmentWithoutKeychain(process.env.HOME ?? '/nonexistent'),
      execArgv: ['--wasm-wrapper-tiering-budget=2000000000'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const made = { child, output: '' }
    const take = (data: Buffer): void => {
      made.output += String(data)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', () => {
      if (this.#process === made) this.#process = null
    })
    this.#process = made
    return made
  }

  async #kill(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process
    this.#process = null
    if (running === null) return
    const closed = once(running.child, 'close')
    running.child.kill(signal)
    await closed
  }
}

/** One request and its reply. Rejects when the process ends first, or says what went wrong. */
async function ask(child: ChildProcess, request: z.infer<typeof warmRequest>): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  const take = (message: unknown): void => {
    const { failure, link } = warmReply.parse(message)
    if (failure === null) resolve(link)
    else reject(new Error(failure))
  }
  const ended = (code: number | null): void => reject(new Error(`the process of the shells ended with ${code}`))
  child.once('message', take)
  child.once('exit', ended)
  child.send(request)
  try {
    return await promise
  } finally {
    child.off('message', take)
    child.off('exit', ended)
  }
}
