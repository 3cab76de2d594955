import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { App, CustomScheme, Protocol } from 'electron'
import { appScheme, mediaScheme } from './app-origin.ts'
import { type ContentsSource, guardEveryContents } from './content-guards.ts'

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
  readonly app: Pick<App, 'enableSandbox' | 'setPath' | 'requestSingleInstanceLock'> & ContentsSource
  readonly protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>
  readonly openExternal: (url: string) => void
}

/**
 * Everything that must happen before Electron is ready. Synchronous on purpose: what is awaited here loses the race.
 * False where another Electron shell has this data open (it has been told, and shows itself). Throws where the data
 * folder cannot be made.
 */
export function prepare(parts: BeforeReadyParts, data: string): boolean {
  parts.protocol.registerSchemesAsPrivileged([...schemes])
  // checklist 4: no window can opt out
  parts.app.enableSandbox()
  const chromium = join(data, 'chromium')
  // setPath refuses a folder that is not there
  mkdirSync(chromium, { recursive: true, mode: 0o700 })
  parts.app.setPath('userData', data)
  // Chromium's own files stay apart from a person's data
  parts.app.setPath('sessionData', chromium)
  guardEveryContents(parts.app, parts.openExternal)
  return parts.app.requestSingleInstanceLock()
}
