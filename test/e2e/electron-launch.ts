import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface ElectronLaunchOptions {
  readonly platform: NodeJS.Platform
  /** The environment of the tests. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The test's folder; the app's data are below it. */
  readonly data: string
  /** Whether a flag names the data folder; otherwise the default one inside `data` is used. */
  readonly named: boolean
  readonly flags: readonly string[]
  /** Variables the test adds to the environment. */
  readonly added: Readonly<Record<string, string>>
}

/** Variables that programs need to start at all, by system; Windows ignores the case of names. */
const needed: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['PATH', 'LANG', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR'],
  darwin: ['PATH', 'LANG', 'TMPDIR', 'USER', 'LOGNAME', '__CF_USER_TEXT_ENCODING'],
  win32: [
    'ALLUSERSPROFILE',
    // Playwright starts Electron through cmd.exe there
    'COMSPEC',
    'COMMONPROGRAMFILES',
    'NUMBER_OF_PROCESSORS',
    'OS',
    'PATH',
    'PATHEXT',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'PUBLIC',
    'SYSTEMDRIVE',
    // without it no socket can be opened
    'SYSTEMROOT',
    'TEMP',
    'TMP',
    'USERNAME',
    'USERPROFILE',
    'WINDIR',
  ],
}

/**
 * How the tests start Electron: with the app's folder, as `npm start` does. Given a file, Electron would run it under
 * its own name and version (electron/electron, default_app/main.ts, `loadApplicationByFile`).
 * The app gets only the variables that its system needs.
 */
export function electronLaunch({ platform, environment, data, named, flags, added }: ElectronLaunchOptions): {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
} {
  const names = new Set(needed[platform] ?? needed.linux)
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && names.has(platform === 'win32' ? name.toUpperCase() : name) ? [[name, value] as const] : [],
  )
  return {
    args: [root, ...(named ? ['--data', data] : []), ...flags],
    env: {
      ...Object.fromEntries(kept),
      ...homeOf(platform, data, named),
      ...added,
    },
  }
}

/** The test's home folder, so that it finds no files of the user; a test must not use their keychain. */
function homeOf(platform: NodeJS.Platform, data: string, named: boolean): Readonly<Record<string, string>> {
  if (platform === 'win32') return { APPDATA: data, LOCALAPPDATA: data }
  if (platform === 'darwin') return { HOME: data }
  return {
    HOME: data,
    ...(named ? {} : { XDG_CONFIG_HOME: data }),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  }
}
