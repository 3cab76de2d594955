import { readFileSync } from 'node:fs'

/** Text of a desktop entry of freedesktop.org that starts Atelier. `Exec` is the quoted program and the words after it. */
export function desktopEntry(exec: string, more: readonly string[]): string {
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Atelier', `Exec=${exec}`, 'Terminal=false', ...more, '']
  return lines.join('\n')
}

/** A quoted argument of Exec: a backslash for the quotes, and another for the file's own escapes; `%` is doubled. */
export function quotedArgument(path: string): string {
  const escaped = path.replaceAll('\\', '\\\\\\\\').replace(/["`$]/g, (sign) => `\\\\${sign}`)
  return `"${escaped.replaceAll('%', '%%')}"`
}

/** Text of an entry that is there; null where there is none. */
export function entryText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
