import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { App } from 'electron'
import { linkScheme } from '../../shared/links/app-link.ts'
import type { Platform } from '../platform.ts'
import { desktopEntry, entryText, quotedArgument } from './desktop-entry.ts'

const scheme = linkScheme.slice(0, -1)
/** Name of the desktop entry that an AppImage writes for itself. */
const entryName = 'app.atelier.links.desktop'

export interface LinkRegistrationParts {
  readonly app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>
  readonly os: Platform['os']
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly program: string
  /** Starts a program of the system and does not wait for it. */
  readonly run: (program: string, words: readonly string[]) => void
}

/**
 * Registers the scheme of Atelier's links if the installer cannot. On macOS and with a .deb, the package registers it.
 * On Windows a `--` precedes the link, so that it is not read as a flag. An AppImage can be moved: its entry is
 * rewritten when its path changes. Throws if the entry cannot be written.
 */
export function registerLinks({ app, environment, home, os, program, run }: LinkRegistrationParts): void {
  if (!app.isPackaged) return
  if (os === 'windows') app.setAsDefaultProtocolClient(scheme, program, ['--'])
  const image = environment.APPIMAGE
  if (os !== 'linux' || image === undefined || image === '') return
  const entry = join(environment.XDG_DATA_HOME || join(home, '.local', 'share'), 'applications', entryName)
  // hidden from menus, because it only opens links
  const text = desktopEntry(`${quotedArgument(image)} -- %u`, [
    'NoDisplay=true',
    `MimeType=x-scheme-handler/${scheme};`,
  ])
  if (entryText(entry) === text) return
  mkdirSync(dirname(entry), { recursive: true })
  writeFileSync(entry, text)
  run('xdg-mime', ['default', entryName, `x-scheme-handler/${scheme}`])
}
