import { spawn } from 'node:child_process'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { EventSink, Exports, KeyValueStore, Log, Paths, Platform, Secrets, Whereabouts } from '../platform.ts'
import { systemClock } from '../system-clock.ts'
import { mediaPath } from './browser-server.ts'
import { createLinkFetch } from './link-fetch.ts'
import { createPatientFetch } from './patient-fetch.ts'

export interface NodePlatformParts {
  readonly version: string
  readonly paths: Paths
  readonly secrets: Secrets
  readonly store: KeyValueStore
  readonly events: EventSink
  readonly exports: Exports
  readonly log: Log
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly whereabouts: Whereabouts
  readonly restart: () => void
}

/** The ports of the application over plain Node. */
export function createNodePlatform(parts: NodePlatformParts): Platform {
  return {
    ...parts,
    shell: 'browser',
    os: process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'windows' : 'linux',
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    mediaBase: mediaPath,
    clock: systemClock,
    fetch: createPatientFetch(),
    linkFetch: createLinkFetch(),
    // a page cannot be given the path of a folder: it is typed
    folders: { choose: async () => ({ by: 'page' }) },
    notifier: { show: () => 'page', badge: () => undefined },
    // nothing tells a plain process of a sleep: whoever waits for long has to look at the clock now and then
    onWake: () => () => undefined,
    links: {
      // the page is already in a browser, and opening a tab there is what a click on a link means
      openExternal: async () => 'page',
      openFolder,
    },
  }
}

/** Shows a folder in the file manager. Throws an AppFailure where there is no such program. */
async function openFolder(path: string): Promise<void> {
  const program = process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer.exe' : 'xdg-open'
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [path], { stdio: 'ignore', detached: true })
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
    child.once('error', (cause) => {
      reject(new AppFailure(appError('not_found', `${program} could not be started`), { cause }))
    })
  })
}
