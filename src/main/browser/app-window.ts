import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onwardPage } from './refusal-page.ts'

export interface WindowSurroundings {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** True if a file is executable. */
  readonly isProgram: (path: string) => boolean
  /** The user id, null on Windows. */
  readonly userId: number | null
}

/** Returns the surroundings of the running process. */
export function windowSurroundings(): WindowSurroundings {
  return {
    platform: process.platform,
    environment: process.env,
    isProgram(path) {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    },
    userId: process.getuid?.() ?? null,
  }
}

/** Returns true if a window could be shown. Only Linux commonly runs without a screen. */
export function hasDisplay({ platform, environment }: WindowSurroundings): boolean {
  return platform !== 'linux' || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY)
}

/** Finds Chrome, Edge or Chromium on this computer, or the browser in `ATELIER_BROWSER`; null if there is none. */
export function findChromium(surroundings: WindowSurroundings): string | null {
  const chosen = surroundings.environment.ATELIER_BROWSER
  const candidates = chosen && isAbsolute(chosen) ? [chosen] : programs(surroundings)
  return candidates.find((path) => surroundings.isProgram(path)) ?? null
}

function programs({ platform, environment }: WindowSurroundings): readonly string[] {
  if (platform === 'darwin') {
    const names = ['Google Chrome', 'Microsoft Edge', 'Chromium']
    return names.flatMap((name) =>
      ['/Applications', join(environment.HOME ?? '/', 'Applications')].map((folder) =>
        join(folder, `${name}.app`, 'Contents', 'MacOS', name),
      ),
    )
  }
  if (platform === 'win32') {
    const folders = [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA]
    return ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].flatMap((program) =>
      folders.filter((folder) => folder !== undefined).map((folder) => `${folder}\\${program}`),
    )
  }
  const names = [
    'google-chrome',
    'google-chrome-stable',
    'chromium',
    'chromium-browser',
    'microsoft-edge',
    'microsoft-edge-stable',
  ]
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/**
 * Returns the command for a window without an address bar, with its own profile in the data folder. `page` is a file
 * that leads to the app: command lines are public, so they must not contain the link.
 */
export function windowArguments(page: string, profile: string, surroundings: WindowSurroundings): readonly string[] {
  return [
    `--app=${pathToFileURL(page).href}`,
    `--user-data-dir=${profile}`,
    '--window-size=1280,800',
    '--no-first-run',
    '--no-default-browser-check',
    // Chromium refuses to run as root with its sandbox; other users keep the sandbox
    ...(surroundings.userId === 0 ? ['--no-sandbox'] : []),
  ]
}

export interface OpenedWindow {
  close(): void
}

/**
 * Opens an app window at a one-use link. Returns null when there is no screen or browser, or the browser does not
 * start.
 */
export async function openAppWindow(
  link: string,
  profile: string,
  surroundings: WindowSurroundings = windowSurroundings(),
): Promise<OpenedWindow | null> {
  const program = hasDisplay(surroundings) ? findChromium(surroundings) : null
  if (program === null) return null
  const page = join(profile, 'open.html')
  await mkdir(profile, { recursive: true, mode: 0o700 })
  // always a new file: an existing one may be readable by others, or be a link
  await rm(page, { force: true })
  await writeFile(page, onwardPage(link), { flag: 'wx', mode: 0o600 })
  const child = spawn(program, windowArguments(page, profile, surroundings), { stdio: 'ignore' })
  if (!(await hasStarted(child))) return null
  return { close: () => void child.kill() }
}

async function hasStarted(child: ChildProcess): Promise<boolean> {
  return await new Promise((resolve) => {
    child.once('spawn', () => resolve(true))
    // stays registered: a later error, such as a failed kill, must not end the process
    child.on('error', () => resolve(false))
  })
}
