import { readFileSync } from 'node:fs'

/** Returns a freedesktop.org desktop entry that starts Atelier. `Exec` is the quoted program with its arguments. */
export function desktopEntry(exec: string, more: readonly string[]): string {
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Atelier', `Exec=${exec}`, 'Terminal=false', ...more, '']
  return lines.join('\n')
}

/** Quotes an argument of Exec: a backslash for the quotes, and another for the file's own escapes; `%` is doubled. */
export function quotedArgument(path: string): string {
  const escaped = path.replaceAll('\\', '\\\\\\\\').replace(/["`$]/g, (sign) => `\\\\${sign}`)
  return `"${escaped.replaceAll('%', '%%')}"`
}

/** Returns the text of an existing entry; null if there is none. */
export function entryText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
