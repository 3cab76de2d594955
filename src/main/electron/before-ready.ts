import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { App, CustomScheme, Protocol } from 'electron'
import type { Platform } from '../platform.ts'
import { appScheme, mediaScheme, previewScheme } from './app-origin.ts'
import { type ContentsSource, guardEveryContents } from './content-guards.ts'
import { isHeldByAnother } from './single-instance.ts'
import { refuseDictionaries, type SessionSource } from './spelling.ts'
import type { StartNote } from './system-arrivals.ts'

/** The AppUserModelId. It equals `appId` in electron-builder.yml, which the installer uses for its shortcut. */
export const appId = 'app.atelier.desktop'

/**
 * Schemes that the app serves (Electron's security checklist, 18). They can be registered only once, so all are listed
 * here; `stream` makes videos seekable.
 */
export const schemes = [
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  // the page fetches its own media across origins (thumbnails, a mask to edit, a copy for the clipboard)
  {
    scheme: mediaScheme,
    privileges: { standard: true, secure: true, stream: true, corsEnabled: true, supportFetchAPI: true },
  },
  { scheme: previewScheme, privileges: { standard: true, secure: true } },
] as const satisfies CustomScheme[]

export interface BeforeReadyParts {
  readonly app: Pick<App, 'enableSandbox' | 'requestSingleInstanceLock' | 'setAppUserModelId' | 'setPath'> &
    ContentsSource &
    SessionSource
  readonly os: Platform['os']
  readonly protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>
  readonly openExternal: (url: string) => void
  /** Note for the first instance, if this is the second start. */
  readonly note: StartNote
}

/**
 * Does everything that must happen before Electron is ready. Synchronous, because Electron becomes ready during an
 * await.
 * `held`: another Electron shell has this data open and has been asked to show itself. `unlocked`: Chromium's lock is
 * unavailable, so the data folder's lock decides.
 * Throws when the data folder cannot be created.
 */
export function prepare(parts: BeforeReadyParts, data: string): 'first' | 'held' | 'unlocked' {
  parts.protocol.registerSchemesAsPrivileged([...schemes])
  // checklist 4: no window can turn the sandbox off
  parts.app.enableSandbox()
  // without it Windows assigns notifications and the taskbar icon to another program
  parts.app.setAppUserModelId(appId)
  const chromium = join(data, 'chromium')
  // setPath refuses a missing folder
  mkdirSync(chromium, { recursive: true, mode: 0o700 })
  parts.app.setPath('userData', data)
  // Chromium's own files stay apart from the user's data
  parts.app.setPath('sessionData', chromium)
  guardEveryContents(parts.app, parts.openExternal)
  refuseDictionaries(parts.app)
  if (parts.app.requestSingleInstanceLock({ ...parts.note })) return 'first'
  return isHeldByAnother(data, parts.os) ? 'held' : 'unlocked'
}
