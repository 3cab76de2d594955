import { join, resolve } from 'node:path'
import { isAppLink } from '../../shared/links/app-link.ts'
import { defaultDataFolder } from '../data-folder.ts'
import { parseLaunchFlags } from '../launch-flags.ts'
import { hiddenFlag } from './login-start.ts'
import { isStartFlag, type StartCommand, startCommandOf } from './start-command.ts'
import { arrivalWords } from './system-arrivals.ts'

export interface Launch {
  /** The data folder named with `--data`, or the default folder, whose data may have been moved. */
  readonly data: string
  /** True if the command line named the folder. */
  readonly chosen: boolean
  readonly demo: boolean
  /** Path of the smoke test's report (`--smoke-report FILE`); absent in other starts. */
  readonly smokeReport?: string
  /** Links and file paths on the command line. */
  readonly arrivals?: readonly string[]
  /** True if a start at login should show no window. */
  readonly hidden?: boolean
  /** The command of this start. */
  readonly command?: StartCommand
  /** The folder of package.json; inside the archive in a packaged app. */
  readonly root: string
}

export type ReadLaunch =
  | { readonly ok: true; readonly launch: Launch }
  | { readonly ok: false; readonly message: string }

export interface LaunchSurroundings {
  readonly words: readonly string[]
  readonly packaged: boolean
  readonly folder: string
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/**
 * Parses the command line. In development an unknown argument after the app's own flags is refused.
 * A packaged app ignores it, because Launch Services of macOS and Chromium's switches add arguments.
 */
export function readLaunch(surroundings: LaunchSurroundings): ReadLaunch {
  const { packaged, folder, platform, environment, home } = surroundings
  const all = surroundings.words.slice(1)
  const behind = packaged ? all : behindFolder(all)
  const arrivals = arrivalWords(behind, folder)
  const { words, report } = withoutReport(packaged ? ownFlags(all) : withoutLinks(behind))
  const isHidden = wordsBeforeLink(all).includes(hiddenFlag)
  const command = startCommandOf(wordsBeforeLink(all))
  const parsed = parseLaunchFlags(words, folder)
  if (!parsed.ok) return parsed
  const { data, demo } = parsed.flags
  return {
    ok: true,
    launch: {
      data: data ?? defaultDataFolder(platform, environment, home),
      chosen: data !== null,
      demo,
      ...(arrivals.length === 0 ? {} : { arrivals }),
      ...(isHidden ? { hidden: true } : {}),
      ...(command === null ? {} : { command }),
      ...(report === null ? {} : { smokeReport: resolve(folder, report) }),
      root: join(import.meta.dirname, '..', '..'),
    },
  }
}

/**
 * Returns the arguments for a restart, without the program and without one-time requests. Links, files and commands
 * were already handled, and a restart is not a start at login. Chromium's switches stay, because the app may not start
 * without them.
 */
export function wordsOfRestart(words: readonly string[], packaged: boolean): readonly string[] {
  const all = words.slice(1)
  const behind = packaged ? all : behindFolder(all)
  const before = all.slice(0, all.length - behind.length)
  const given = wordsBeforeLink(behind)
  const kept = given.filter((word, index) => {
    const isValue = /^--(data|smoke-report)$/.test(given[index - 1] ?? '')
    return isValue || (word.startsWith('-') && word !== hiddenFlag && !isStartFlag(word))
  })
  return [...before, ...kept]
}

/** Removes `--smoke-report FILE`, which only Electron has and no help text lists. */
function withoutReport(words: readonly string[]): {
  readonly words: readonly string[]
  readonly report: string | null
} {
  const at = words.indexOf('--smoke-report')
  const report = at < 0 ? undefined : words[at + 1]
  return report === undefined ? { words, report: null } : { words: words.toSpliced(at, 2), report }
}

/** Removes links and start flags, which are valid arguments in development, where unknown ones are refused. */
function withoutLinks(words: readonly string[]): readonly string[] {
  return words.filter((word) => word !== '--' && word !== hiddenFlag && !isStartFlag(word) && !isAppLink(word))
}

/** Returns the arguments before `--`: the system may add a link after it, and a link is not a flag. */
function wordsBeforeLink(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return end < 0 ? words : words.slice(0, end)
}

/** Returns the known flags of a packaged app, with their values. */
function ownFlags(all: readonly string[]): readonly string[] {
  const words = wordsBeforeLink(all)
  return words.flatMap((word, index) => {
    if (word !== '--data' && word !== '--smoke-report') return /^--(demo$|data=)/.test(word) ? [word] : []
    const value = words[index + 1]
    return value === undefined ? [word] : [word, value]
  })
}

/**
 * Returns the arguments after the app's folder, which is the first one that is not a switch (electron/electron,
 * default_app/main.ts). Switches of Chromium and Node come before it, as Playwright passes them.
 */
function behindFolder(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, index) => !word.startsWith('-') && !/^(-r|--require)$/.test(words[index - 1] ?? ''))
  return at < 0 ? [] : words.slice(at + 1)
}
