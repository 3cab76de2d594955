import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface ElectronLaunchOptions {
  readonly platform: NodeJS.Platform
  /** The environment of the tests. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A folder of the test; what the app keeps is below it. */
  readonly data: string
  /** Whether the data folder is named by a flag; otherwise the default one is used, which is in `data`. */
  readonly named: boolean
  readonly flags: readonly string[]
  /** What the test adds to the environment. */
  readonly added: Readonly<Record<string, string>>
}

/** What programs need of their environment to begin at all, by system; Windows does not look at the case of names. */
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
 * How the tests start Electron: with the app's folder, as `npm start` does. Given a file, Electron runs it under its
 * own name and version (electron/electron, default_app/main.ts, `loadApplicationByFile`). Nothing of the machine's
 * environment reaches the app but what its system needs.
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

/** The home of the test, so that nothing of the person's is found; their keychain is none of a test's business. */
function homeOf(platform: NodeJS.Platform, data: string, named: boolean): Readonly<Record<string, string>> {
  if (platform === 'win32') return { APPDATA: data, LOCALAPPDATA: data }
  if (platform === 'darwin') return { HOME: data }
  return {
    HOME: data,
    ...(named ? {} : { XDG_CONFIG_HOME: data }),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  }
}
