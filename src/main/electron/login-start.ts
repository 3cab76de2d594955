import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { App } from 'electron'
import type { Settings } from '../../shared/settings.ts'
import type { Log, Platform } from '../platform.ts'
import { desktopEntry, entryText, quotedArgument } from './desktop-entry.ts'

/** Argument of a start at login that shows no window. */
export const hiddenFlag = '--hidden'

type Wish = Pick<Settings, 'startAtLogin' | 'startHidden' | 'tray'>

export interface LoginStartParts {
  readonly app: Pick<App, 'isPackaged' | 'setLoginItemSettings'>
  readonly os: Platform['os']
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly program: string
  /** The data folder from the command line; null for the default one. */
  readonly data: string | null
  readonly log: Log
}

/** Returns true if a start at login shows no window, which requires the tray icon that brings it back. */
export function wantsHidden({ startHidden, tray }: Pick<Wish, 'startHidden' | 'tray'>): boolean {
  return startHidden && tray
}

/** Makes the system start Atelier when the user logs in. */
export class LoginStart {
  private readonly parts: LoginStartParts
  private before: Wish | null = null

  constructor(parts: LoginStartParts) {
    this.parts = parts
  }

  /**
   * Applies the settings, at the start and after each change. At the start an entry is only written, because the
   * program may have moved; one that the user created in the system's own settings is never removed. Logs failures.
   */
  applyWish(wish: Wish): void {
    const { before } = this
    this.before = wish
    if (!this.parts.app.isPackaged) return
    const isNew = before === null || before.startAtLogin !== wish.startAtLogin
    if (!isNew && (!wish.startAtLogin || wantsHidden(before) === wantsHidden(wish))) return
    if (before === null && !wish.startAtLogin) return
    try {
      this.register(wish.startAtLogin, wantsHidden(wish))
    } catch (cause) {
      this.parts.log('warn', 'electron.login_start_failed', { reason: String(cause) })
    }
  }

  private register(isWanted: boolean, isHidden: boolean): void {
    const { app, data, environment, home, os, program } = this.parts
    const words = (quoted: (word: string) => string): string[] => [
      ...(data === null ? [] : ['--data', quoted(data)]),
      ...(isHidden ? [hiddenFlag] : []),
    ]
    // macOS starts the program without arguments, so it opens the default data
    if (os === 'mac') app.setLoginItemSettings({ openAtLogin: isWanted })
    else if (os === 'windows') {
      app.setLoginItemSettings({ openAtLogin: isWanted, path: program, args: words(quotedForWindows) })
    } else {
      const folder = environment.XDG_CONFIG_HOME || join(home, '.config')
      const file = join(folder, 'autostart', 'app.atelier.desktop')
      const started = [quotedArgument(environment.APPIMAGE || program), ...words(quotedArgument)].join(' ')
      const text = desktopEntry(started, ['Icon=atelier'])
      if (!isWanted) rmSync(file, { force: true })
      else if (entryText(file) !== text) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
    }
  }
}

/** Quotes a path as one argument of a Windows command line, where a backslash before a quote escapes it. */
function quotedForWindows(path: string): string {
  let end = path.length
  while (path[end - 1] === '\\') end -= 1
  return `"${path}${path.slice(end)}"`
}
