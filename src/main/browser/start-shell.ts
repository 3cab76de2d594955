import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { AppFailure } from '../../shared/errors.ts'
import { createApp } from '../app.ts'
import { defaultDataFolder, type FolderClaim } from '../data-folder.ts'
import { DevPage } from '../dev-page.ts'
import { isSharedFolder } from '../folder-copies/moved-files.ts'
import type { LaunchFlags } from '../launch-flags.ts'
import { createLogFile } from '../log-file.ts'
import type { Log } from '../platform.ts'
import { createKeychain } from '../secrets/keychain.ts'
import { folderWords, sharedFolderWords } from '../services/relocation/folder-words.ts'
import { type FolderStart, openDataFolder, settleMove } from '../services/relocation/open-data-folder.ts'
import { systemClock } from '../system-clock.ts'
import { BrowserShell } from './browser-shell.ts'

const root = rootAbove(import.meta.dirname)
/** Options from `scripts/dev.ts`. Only the sources read them, never a build. */
const dev = import.meta.filename.endsWith('.ts') ? readDevSetup(process.env.ATELIER_DEV) : undefined

export interface ShellStart {
  readonly flags: LaunchFlags
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prints a line for the user before anything is written. */
  readonly say?: (line: string) => void
  /**
   * Called once the data folder is open and before the application is composed; from then on, exiting must release it.
   */
  readonly onOpened: (folder: { readonly claim: FolderClaim; readonly log: Log }) => void
  /** Called when a restart has failed and nothing is left to serve. */
  readonly onBroken: (cause: unknown) => void
}

/** Outcome of a start. `taken`: another Atelier has the data folder open. */
export type StartedShell =
  | { readonly shell: BrowserShell; readonly log: Log }
  | { readonly taken: string; readonly profile: string }

/**
 * Opens the data folder and starts the shell on it. Changes no global state of the process, which may start several
 * shells. Rejects with the error of the folder, the application or the port; then nothing is left open.
 */
export async function startShell({ environment, flags, onBroken, onOpened, say }: ShellStart): Promise<StartedShell> {
  const home = flags.data ?? defaultDataFolder(process.platform, environment, homedir())
  const folder: FolderStart = { folder: home, chosen: flags.data !== null, shell: 'browser', clock: systemClock }
  if (folder.chosen && isSharedFolder(home)) {
    const { detail, message } = sharedFolderWords(systemLocale(), home)
    say?.(`${message} ${detail}`)
  }
  const opened = await openDataFolder(folder)
  if ('taken' in opened) return { taken: opened.data, profile: join(home, 'browser-profile') }

  const { data, claim, outcome } = opened
  let writeLog = createLogFile({ data, clock: systemClock })
  const log: Log = (level, event, fields) => writeLog(level, event, fields)
  onOpened({ claim, log })
  try {
    const shell = await BrowserShell.start({
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
      environment,
      secrets: createKeychain({ clock: systemClock, log }),
      log,
      compose: createApp,
      onBroken,
    })
    return { shell, log }
  } catch (cause) {
    await claim.release()
    throw cause
  }
}

/** Returns the message for a failed start, in the system's language. */
export function startWords(cause: unknown): string {
  if (cause instanceof AppFailure) {
    const words = folderWords(systemLocale(), cause.error)
    return words ?? `${cause.error.code}: ${cause.error.detail}`
  }
  if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') return 'the port is taken (--port)'
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}

function systemLocale(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale
}

/** Returns the project's folder: two levels above this file when built, three when it runs from source. */
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
