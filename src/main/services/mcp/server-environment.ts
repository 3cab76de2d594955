/** Names that a server needs to find its programs and the user's files, and that hold no secrets. */
const names: Readonly<Record<'posix' | 'windows', readonly string[]>> = {
  posix: ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'],
  windows: [
    'APPDATA',
    'COMSPEC',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PATHEXT',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'PROGRAMFILES(X86)',
    'PROGRAMW6432',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'TMP',
    'USERNAME',
    'USERPROFILE',
    'WINDIR',
  ],
}

/** Name of the mark that identifies a server's descendants, even if their parents have ended. */
export const markName = 'ATELIER_SERVER'

export type Environment = Readonly<Record<string, string>>

/** Returns the part of the app's environment that a server gets. Everything else is withheld, above all keys. */
export function baseEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Environment {
  const allowed = names[platform === 'win32' ? 'windows' : 'posix']
  // Windows ignores the case of names
  const nameOf = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name)
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    // a value that begins like this is a shell function
    value === undefined || value.startsWith('()') || !allowed.includes(nameOf(name)) ? [] : [[nameOf(name), value]],
  )
  return Object.fromEntries(kept)
}
