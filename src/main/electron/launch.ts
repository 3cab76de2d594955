import { join } from 'node:path'
import { defaultDataFolder } from '../data-folder.ts'
import { parseLaunchFlags } from '../launch-flags.ts'

export interface Launch {
  /** The folder that was named for this run, or the default one, from where the data may have been moved. */
  readonly data: string
  /** Whether it was named. */
  readonly chosen: boolean
  readonly demo: boolean
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

/** Reads how the app was started. In development the first two words are Electron and the app's folder; packaged, one. */
export function readLaunch(surroundings: LaunchSurroundings): ReadLaunch {
  const { packaged, folder, platform, environment, home } = surroundings
  const words = surroundings.words.slice(packaged ? 1 : 2)
  // Launch Services of macOS and Chromium's own switches add words that are not ours; a packaged app lives with them
  const parsed = parseLaunchFlags(packaged ? words.filter((word) => /^--(demo|data)\b/.test(word)) : words, folder)
  if (!parsed.ok) return parsed
  const { data, demo } = parsed.flags
  return {
    ok: true,
    launch: {
      data: data ?? defaultDataFolder(platform, environment, home),
      chosen: data !== null,
      demo,
      root: join(import.meta.dirname, '..', '..'),
    },
  }
}
