import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { AppFailure } from '../../shared/errors.ts'
import { createApp } from '../app.ts'
import { defaultDataFolder, readInstance } from '../data-folder.ts'
import { DevPage } from '../dev-page.ts'
import { createFaultWatch } from '../faults.ts'
import { parseLaunchFlags } from '../launch-flags.ts'
import { createLogFile } from '../log-file.ts'
import type { Log } from '../platform.ts'
import { createKeychain } from '../secrets/keychain.ts'
import { folderWords } from '../services/relocation/folder-words.ts'
import { type FolderStart, openDataFolder, settleMove } from '../services/relocation/open-data-folder.ts'
import { systemClock } from '../system-clock.ts'
import { keepWasmWrappers } from '../wasm-wrappers.ts'
import { type OpenedWindow, openAppWindow } from './app-window.ts'
import { BrowserShell } from './browser-shell.ts'
import { askForLink } from './first-instance.ts'

// Built to out/main/browser.js. Stdout carries addresses only; messages for people go to stderr.

/** Longest orderly shutdown, in ms; then the process ends anyway, because the sender of SIGTERM is waiting. */
const endMs = 2500
keepWasmWrappers()
const root = rootAbove(import.meta.dirname)
/** Options from `scripts/dev.ts`. Only the sources read them, never a build. */
const dev = import.meta.filename.endsWith('.ts') ? readDevSetup(process.env.ATELIER_DEV) : undefined
const say = (line: string) => void process.stderr.write(`${line}\n`)
const print = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const parsed = parseLaunchFlags(process.argv.slice(2), process.cwd())
  if (!parsed.ok) {
    say(parsed.message)
    process.exitCode = 2
    return
  }
  const { flags } = parsed
  const home = flags.data ?? defaultDataFolder(process.platform, process.env, homedir())
  const folder: FolderStart = { folder: home, chosen: flags.data !== null, shell: 'browser', clock: systemClock }
  const opened = await openDataFolder(folder)
  if ('taken' in opened) return await nameTheFirst(opened.data, join(home, 'browser-profile'), flags.open)

  const { data, claim, outcome } = opened
  let writeLog = createLogFile({ data, clock: systemClock })
  const log: Log = (level, event, fields) => writeLog(level, event, fields)
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
    const closed = shell === null ? claim.release() : shell.close()
    Promise.resolve(closed).finally(() => process.exit(code))
  }
  process.on('SIGINT', () => end(0))
  process.on('SIGTERM', () => end(0))
  process.on(
    'uncaughtException',
    createFaultWatch({
      clock: systemClock,
      log,
      tell: () => void shell?.reportFault(),
      giveUp: (cause) => {
        say(`Atelier stopped: ${String(cause)}`)
        end(1)
      },
    }),
  )

  try {
    shell = await BrowserShell.start({
      data,
      claim,
      ...(folder.chosen
        ? {}
        : {
            moving: {
              home,
              outcome,
              settle: async (open) => {
                const next = await settleMove(folder, open)
                writeLog = createLogFile({ data: next.data, clock: systemClock })
                return next
              },
            },
          }),
      port: flags.port,
      demo: flags.demo,
      version: readVersion(),
      resources: join(root, 'resources'),
      files: {
        renderer: join(root, 'out', 'renderer'),
        pageBridge: dev?.pageBridge ?? join(root, 'out', 'preload', 'page-bridge.cjs'),
        dev: dev && new DevPage({ socketPath: dev.socketPath }, 'browser'),
      },
      session: dev?.session,
      environment: process.env,
      secrets: createKeychain({ clock: systemClock, log }),
      log,
      compose: createApp,
      onBroken: (cause) => {
        say(`Atelier could not start again: ${wordsFor(cause)}`)
        end(1)
      },
    })
  } catch (cause) {
    await claim.release()
    throw cause
  }
  // scripts wait for this line; the window gets its own link, as each works once
  print(`Atelier ready: ${shell.link()}`)
  log('info', 'browser.ready', { port: shell.port })
  if (!flags.open) return
  window = await openAppWindow(shell.windowLink(), shell.profile)
  if (window === null) say('No browser window could be opened: open the address above in a browser on this computer.')
}

async function nameTheFirst(data: string, profile: string, open: boolean): Promise<void> {
  // the first instance may be just starting
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

/** The project's folder: two levels above this file when built, three when it runs from source. */
function rootAbove(folder: string): string {
  const above = dirname(folder)
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : rootAbove(above)
}

function readDevSetup(text: string | undefined) {
  if (text === undefined) return undefined
  const session = z.object({ cookie: z.string(), secret: z.string() })
  return z.object({ socketPath: z.string(), pageBridge: z.string(), session }).parse(JSON.parse(text))
}

function readVersion(): string {
  const file: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return z.object({ version: z.string() }).parse(file).version
}

function wordsFor(cause: unknown): string {
  if (cause instanceof AppFailure) {
    const words = folderWords(Intl.DateTimeFormat().resolvedOptions().locale, cause.error)
    return words ?? `${cause.error.code}: ${cause.error.detail}`
  }
  if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') return 'the port is taken (--port)'
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}

main().catch((cause: unknown) => {
  say(`Atelier could not start: ${wordsFor(cause)}`)
  process.exit(1)
})
