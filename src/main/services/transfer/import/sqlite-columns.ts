/** Longest statement that is read, in UTF-16 units. */
const statementMax = 200_000
const closings: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '[': ']' }

export interface SqliteColumns {
  readonly columns: readonly string[]
  /** Position of the column that is an alias of the row number; -1 if there is none. */
  readonly rowIdAt: number
}

/** Returns the stored columns of a `CREATE TABLE`, in order. Null for a virtual table, or one without row numbers. */
export function columnsIn(sql: string): SqliteColumns | null {
  const open = sql.indexOf('(')
  if (open < 0 || sql.length > statementMax || !/^create\s+table\b/i.test(sql)) return null
  const { end, parts } = definitionsIn(sql, open + 1)
  if (/\bwithout\s+rowid\b/i.test(sql.slice(end))) return null
  const columns: string[] = []
  let rowIdAt = -1
  for (const part of parts) {
    const definition = part.trim()
    if (/^(?:constraint|primary|unique|check|foreign)\b/i.test(definition)) continue
    const name = nameAt(definition)
    const rest = definition.slice(name.end)
    // a computed column is not stored
    if (/\bas\s*\(/i.test(rest) && !/\bstored\b/i.test(rest)) continue
    if (/^\s*integer\s+primary\s+key\b/i.test(rest) && !/\bprimary\s+key\s+desc\b/i.test(rest)) rowIdAt = columns.length
    columns.push(name.text)
  }
  return { columns, rowIdAt }
}

/** Returns the definitions between the brackets of a table, without comments. */
function definitionsIn(sql: string, from: number): { readonly parts: readonly string[]; readonly end: number } {
  const parts: string[] = []
  let part = ''
  let depth = 0
  for (let at = from; at < sql.length; at += 1) {
    const character = sql[at] ?? ''
    const closing = closings[character]
    if (closing !== undefined) {
      const end = sql.indexOf(closing, at + 1)
      const quoted = sql.slice(at, end < 0 ? sql.length : end + 1)
      part += quoted
      at += quoted.length - 1
    } else if (sql.startsWith('--', at)) {
      const end = sql.indexOf('\n', at)
      at = end < 0 ? sql.length : end
      part += ' '
    } else if (sql.startsWith('/*', at)) {
      const end = sql.indexOf('*/', at + 2)
      at = end < 0 ? sql.length : end + 1
      part += ' '
    } else if (character === ')' && depth === 0) return { parts: [...parts, part], end: at }
    else if (character === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else {
      if (character === '(') depth += 1
      if (character === ')') depth -= 1
      part += character
    }
  }
  return { parts: [...parts, part], end: sql.length }
}

function nameAt(definition: string): { readonly text: string; readonly end: number } {
  const closing = closings[definition[0] ?? '']
  if (closing !== undefined) {
    const end = definition.indexOf(closing, 1)
    return { text: definition.slice(1, end), end: end + 1 }
  }
  const text = /^[^\s(]{1,200}/.exec(definition)?.[0] ?? ''
  return { text, end: text.length }
}
