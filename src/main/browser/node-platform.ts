import { spawn } from 'node:child_process'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { EventSink, Exports, KeyValueStore, Log, Paths, Platform, Secrets, Whereabouts } from '../platform.ts'
import { systemClock } from '../system-clock.ts'
import { mediaPath } from './browser-server.ts'
import { createHeadlessPrinter } from './headless-printer.ts'
import { createLinkFetch } from './link-fetch.ts'
import { pageQuick } from './page-quick.ts'
import { createPatientFetch } from './patient-fetch.ts'
import { NodeRoutes } from './routed-fetch.ts'

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

/** Creates the application's ports over plain Node. */
export function createNodePlatform(parts: NodePlatformParts): Platform {
  const routes = new NodeRoutes(parts.environment)
  return {
    ...parts,
    shell: 'browser',
    os: process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'windows' : 'linux',
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    mediaBase: mediaPath,
    clock: systemClock,
    fetch: routes.fetchOver(createPatientFetch()),
    linkFetch: routes.fetchOver(createLinkFetch()),
    proxy: routes,
    updater: null,
    printer: createHeadlessPrinter(),
    // a browser cannot pass on a folder's path, so the user types it
    folders: { choose: async () => ({ by: 'page' }) },
    notifier: { show: () => 'page', badge: () => undefined },
    quick: pageQuick,
    // the browser's own menu is shown
    contextMenu: { clickedCode: () => undefined },
    // a plain process gets no wake event; long waits must check the clock themselves
    onWake: () => () => undefined,
    links: {
      // the page is already in a browser and opens the tab itself
      openExternal: async () => 'page',
      openFolder: openPath,
      openFile: openPath,
      // no program for files selects one on every desktop
      showFile: null,
    },
  }
}

/** Opens a folder or file in the system's program for it. Throws an AppFailure when there is none. */
async function openPath(path: string): Promise<void> {
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
