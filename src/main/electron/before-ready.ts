import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { App, CustomScheme, Protocol } from 'electron'
import type { Platform } from '../platform.ts'
import { appScheme, mediaScheme } from './app-origin.ts'
import { type ContentsSource, guardEveryContents } from './content-guards.ts'
import { isHeldByAnother } from './single-instance.ts'
import { refuseDictionaries, type SessionSource } from './spelling.ts'

/** The AppUserModelId: the same as `appId` of electron-builder.yml, by which the installer makes its shortcut. */
export const appId = 'app.atelier.desktop'

/** Checklist 18. May be registered once only, so both are listed here; `stream` is what lets a video be seekable. */
export const schemes = [
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  // the page reads the bytes of its own media (thumbnails, a mask to edit, a copy for the clipboard): that is a fetch across origins
  {
    scheme: mediaScheme,
    privileges: { standard: true, secure: true, stream: true, corsEnabled: true, supportFetchAPI: true },
  },
] as const satisfies CustomScheme[]

export interface BeforeReadyParts {
  readonly app: Pick<App, 'enableSandbox' | 'requestSingleInstanceLock' | 'setAppUserModelId' | 'setPath'> &
    ContentsSource &
    SessionSource
  readonly os: Platform['os']
  readonly protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>
  readonly openExternal: (url: string) => void
}

/**
 * Everything that must happen before Electron is ready. Synchronous on purpose: what is awaited here loses the race.
 * `held` where another Electron shell has this data open: it has been told, and shows itself. `unlocked` where Chromium's
 * lock cannot be had: then the lock of the data folder decides. Throws where the data folder cannot be made.
 */
export function prepare(parts: BeforeReadyParts, data: string): 'first' | 'held' | 'unlocked' {
  parts.protocol.registerSchemesAsPrivileged([...schemes])
  // checklist 4: no window can opt out
  parts.app.enableSandbox()
  // without it Windows takes notifications and the taskbar's icon for another program's
  parts.app.setAppUserModelId(appId)
  const chromium = join(data, 'chromium')
  // setPath refuses a folder that is not there
  mkdirSync(chromium, { recursive: true, mode: 0o700 })
  parts.app.setPath('userData', data)
  // Chromium's own files stay apart from a person's data
  parts.app.setPath('sessionData', chromium)
  guardEveryContents(parts.app, parts.openExternal)
  refuseDictionaries(parts.app)
  if (parts.app.requestSingleInstanceLock()) return 'first'
  return isHeldByAnother(data, parts.os) ? 'held' : 'unlocked'
}
