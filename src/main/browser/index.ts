import { removeOldCode } from '../compiled-code.ts'
import { type FolderClaim, readInstance } from '../data-folder.ts'
import { createFaultWatch } from '../faults.ts'
import { parseLaunchFlags } from '../launch-flags.ts'
import { systemClock } from '../system-clock.ts'
import { keepWasmWrappers } from '../wasm-wrappers.ts'
import { type OpenedWindow, openAppWindow } from './app-window.ts'
import type { BrowserShell } from './browser-shell.ts'
import { askForLink } from './first-instance.ts'
import { startShell, startWords } from './start-shell.ts'
import { warmUp } from './warm-up.ts'
import { freeYoungGenerationOfThreads } from './young-generation.ts'

// `entry.ts` starts it in a build. Stdout carries addresses only; messages for people go to stderr.

/**
 * Longest orderly shutdown, in ms: MCP servers that do not exit take 3 s. Then the process exits anyway, because the
 * sender of SIGTERM is waiting.
 */
const endMs = 6000
/**
 * When the client is warmed up, in ms after the start: after the first clicks, which would wait for main, and usually
 * before the first message.
 */
const warmUpMs = 3000
keepWasmWrappers()
freeYoungGenerationOfThreads()

export { startShell }

const say = (line: string) => void process.stderr.write(`${line}\n`)
const print = (line: string) => void process.stdout.write(`${line}\n`)

async function main(code: string | null): Promise<void> {
  const parsed = parseLaunchFlags(process.argv.slice(2), process.cwd())
  if (!parsed.ok) {
    say(parsed.message)
    process.exitCode = 2
    return
  }
  const { flags } = parsed
  let claim: FolderClaim | null = null
  let window: OpenedWindow | null = null
  let shell: BrowserShell | null = null
  let endingSince: number | null = null
  function end(code: number): void {
    if (endingSince !== null) {
      // A second Ctrl-C ends at once. One Ctrl-C can arrive several times: from the terminal, and passed on by npm and
      // start.mjs.
      if (systemClock.now() - endingSince > 1000) process.exit(130)
      return
    }
    endingSince = systemClock.now()
    setTimeout(() => process.exit(code || 1), endMs).unref()
    window?.close()
    const closed = shell === null ? claim?.release() : shell.close()
    Promise.resolve(closed).finally(() => process.exit(code))
  }

  const started = await startShell({
    flags,
    environment: process.env,
    say,
    onOpened: (folder) => {
      claim = folder.claim
      process.on('SIGINT', () => end(0))
      process.on('SIGTERM', () => end(0))
      process.on(
        'uncaughtException',
        createFaultWatch({
          clock: systemClock,
          log: folder.log,
          tell: () => void shell?.reportFault(),
          giveUp: (cause) => {
            say(`Atelier stopped: ${String(cause)}`)
            end(1)
          },
        }),
      )
    },
    onBroken: (cause) => {
      say(`Atelier could not start again: ${startWords(cause)}`)
      end(1)
    },
  })
  if ('taken' in started) return await nameTheFirst(started.taken, started.profile, flags.open)
  shell = started.shell
  // scripts wait for this line; the window gets its own link, because each works once
  print(`Atelier ready: ${shell.link()}`)
  started.log('info', 'browser.ready', { port: shell.port })
  const opened = flags.open ? openAppWindow(shell.windowLink(), shell.profile) : null
  systemClock.after(warmUpMs, () => {
    void warmUp(started.shell.port)
    if (code !== null) void removeOldCode(code)
  })
  if (opened === null) return
  window = await opened
  if (window === null) say('No browser window could be opened: open the address above in a browser on this computer.')
}

async function nameTheFirst(data: string, profile: string, open: boolean): Promise<void> {
  // the first instance may still be starting
  for (let tries = 0; tries < 20; tries++) {
    const first = await readInstance(data)
    if (first?.shell === 'electron') {
      say(`Atelier is already open on this data in its own window (process ${first.pid}).`)
      return
    }
    const link = first === null ? null : await askForLink(first)
    if (first !== null && link !== null) {
      print(`Atelier is already open on this data: ${link}`)
      if (open) {
        const own = await askForLink(first, 'window')
        if (own !== null) await openAppWindow(own, profile)
        // the window is a child process and outlives this one
        process.exit(0)
      }
      return
    }
    await new Promise<void>((resolve) => systemClock.after(200, resolve))
  }
  say(`Another Atelier has this data open and does not answer: ${data}`)
  process.exitCode = 1
}

/** Runs the browser shell. `code` is the folder of compiled code; null without one. */
export function run(code: string | null): void {
  main(code).catch((cause: unknown) => {
    say(`Atelier could not start: ${startWords(cause)}`)
    process.exit(1)
  })
}

if (import.meta.main) run(null)
