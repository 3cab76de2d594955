import { AppFailure, appError } from '../../shared/errors.ts'
import type {
  ContextMenuPort,
  EventSink,
  Exports,
  Fetch,
  Folders,
  KeyValueStore,
  Log,
  Notifier,
  Paths,
  Platform,
  Printer,
  ProxyPort,
  QuickPort,
  Secrets,
  UpdaterPort,
  Whereabouts,
} from '../platform.ts'
import { systemClock } from '../system-clock.ts'
import { mediaBase } from './app-origin.ts'

export interface ElectronPlatformParts {
  readonly app: {
    getVersion(): string
    getLocale(): string
    getPreferredSystemLanguages(): string[]
  }
  readonly shell: {
    openExternal(url: string): Promise<void>
    /** Resolves to an error message, or '' on success, as in Electron. */
    openPath(path: string): Promise<string>
    showItemInFolder(path: string): void
  }
  readonly os: Platform['os']
  readonly paths: Paths
  readonly secrets: Secrets
  readonly store: KeyValueStore
  readonly events: EventSink
  readonly exports: Exports
  readonly printer: Printer
  readonly folders: Folders
  readonly whereabouts: Whereabouts
  readonly notifier: Notifier
  readonly quick: QuickPort
  readonly contextMenu: ContextMenuPort
  readonly power: {
    on(event: 'resume', listener: () => void): unknown
    off(event: 'resume', listener: () => void): unknown
  }
  readonly fetch: Fetch
  readonly linkFetch: Fetch
  readonly proxy: ProxyPort
  readonly updater: UpdaterPort | null
  readonly restart: () => void
  readonly log: Log
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Creates the application's ports over Electron. */
export function createElectronPlatform(parts: ElectronPlatformParts): Platform {
  const { app, shell, os, paths, secrets, store, events, exports, folders, whereabouts, notifier, power, log } = parts
  const { contextMenu, environment, printer, quick } = parts
  const openPath = async (path: string): Promise<void> => {
    const problem = await shell.openPath(path)
    if (problem !== '') throw new AppFailure(appError('not_found', problem))
  }
  return {
    shell: 'electron',
    version: app.getVersion(),
    os,
    locale: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
    mediaBase,
    paths,
    secrets,
    store,
    events,
    exports,
    printer,
    folders,
    whereabouts,
    notifier,
    quick,
    contextMenu,
    onWake(run) {
      power.on('resume', run)
      return () => void power.off('resume', run)
    },
    log,
    environment,
    clock: systemClock,
    fetch: parts.fetch,
    linkFetch: parts.linkFetch,
    proxy: parts.proxy,
    updater: parts.updater,
    links: {
      async openExternal(url) {
        await shell.openExternal(url)
        return 'main'
      },
      openFolder: openPath,
      openFile: openPath,
      showFile: (path) => shell.showItemInFolder(path),
    },
    restart: parts.restart,
  }
}

/** Converts Node's name of the operating system to the application's. */
export function osOf(platform: NodeJS.Platform): Platform['os'] {
  if (platform === 'darwin') return 'mac'
  return platform === 'win32' ? 'windows' : 'linux'
}
