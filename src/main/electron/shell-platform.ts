import { join } from 'node:path'
import type { Outgoing } from '../media/outgoing.ts'
import type { ContextMenuPort, EventSink, KeyValueStore, Log, Platform, QuickPort, UpdaterPort } from '../platform.ts'
import type { OpenFolder } from '../services/relocation/open-data-folder.ts'
import type { AppWindow } from './app-window.ts'
import { dialogWords } from './dialog-words.ts'
import { createElectronPlatform } from './electron-platform.ts'
import { createFileExports, dragIcon } from './file-exports.ts'
import { createFolders } from './folders.ts'
import type { Launch } from './launch.ts'
import { createNotifier } from './notifier.ts'
import type { ShellHost } from './shell-host.ts'
import type { ShellParts } from './shell-parts.ts'
import { createWindowPrinter } from './window-printer.ts'

export interface ShellPlatformParts {
  readonly host: ShellHost
  readonly launch: Launch
  readonly parts: ShellParts
  readonly opened: OpenFolder
  readonly store: KeyValueStore
  readonly outgoing: Outgoing
  readonly events: EventSink
  readonly appWindow: AppWindow
  readonly quick: QuickPort
  readonly contextMenu: ContextMenuPort
  /** Language of the app's own dialogs. */
  readonly language: () => string
  readonly updater: UpdaterPort | null
  readonly restart: () => void
  readonly log: Log
}

/** Creates the application's ports over Electron and its only window. */
export function createShellPlatform(made: ShellPlatformParts): Platform {
  const { host, launch, parts, opened, store, outgoing, events, appWindow, language, log, quick, contextMenu } = made
  const { app, dialog } = host
  const resources = join(launch.root, 'resources')
  return createElectronPlatform({
    app,
    shell: host.shell,
    os: parts.os,
    paths: { data: opened.data, resources },
    whereabouts: { home: launch.chosen ? null : launch.data, outcome: opened.outcome },
    secrets: parts.secrets(log),
    store,
    events,
    exports: createFileExports({
      downloads: app.getPath('downloads'),
      outgoing,
      showSaveDialog(options) {
        const asked = { ...options, ...dialogWords(language()).save }
        const parent = appWindow.current
        return parent ? dialog.showSaveDialog(parent, asked) : dialog.showSaveDialog(asked)
      },
      startDrag(file) {
        const icon = dragIcon(host.nativeImage, file, join(resources, 'icon.png'))
        // the page that starts the drag has the focus
        const window = host.BrowserWindow.getFocusedWindow() ?? appWindow.current
        window?.webContents.startDrag({ file, icon })
      },
    }),
    printer: createWindowPrinter({ host, clock: parts.clock }),
    folders: createFolders((options) => {
      const asked = { ...options, ...dialogWords(language()).folder }
      const parent = appWindow.current
      return parent ? dialog.showOpenDialog(parent, asked) : dialog.showOpenDialog(asked)
    }),
    notifier: createNotifier({
      create: (options) => (host.Notification.isSupported() ? new host.Notification(options) : null),
      setBadgeCount: (count) => app.setBadgeCount(count),
      raise: () => appWindow.show(),
    }),
    quick,
    contextMenu,
    power: host.powerMonitor,
    fetch: parts.fetch(),
    linkFetch: parts.linkFetch(),
    proxy: parts.proxy,
    updater: made.updater,
    restart: made.restart,
    log,
    environment: parts.environment,
  })
}
