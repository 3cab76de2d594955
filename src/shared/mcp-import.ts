import type { McpKind } from './mcp.ts'

/** A server from another program's configuration. It only fills a form, and starts nothing. */
export interface ServerDraft {
  readonly name: string
  readonly kind: McpKind
  readonly command: string
  readonly arguments: readonly string[]
  readonly environment: readonly NamedValue[]
  readonly url: string
  readonly headers: readonly NamedValue[]
}

export interface NamedValue {
  readonly name: string
  /** The value; empty if the configuration only refers to one stored elsewhere. */
  readonly value: string
}

/** Maximum length of a configuration in UTF-16 units, and maximum number of servers in it. */
const textMax = 1_000_000
const draftsMax = 100

/**
 * Reads the usual configurations: `mcpServers` of Claude Desktop and Cursor, `servers` of VS Code, also inside `mcp`,
 * or just the servers. Comments and trailing commas are allowed. Null for any other text.
 */
export function serverDrafts(text: string): readonly ServerDraft[] | null {
  if (text.length > textMax) return null
  const servers = serversOf(jsonOf(text))
  if (servers === null) return null
  const drafts = Object.entries(servers)
    .slice(0, draftsMax)
    .flatMap(([name, value]) => draftOf(name, value) ?? [])
  return drafts.length === 0 ? null : drafts
}

function serversOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (!isObject(value)) return null
  const inner = value.mcpServers ?? value.servers ?? (isObject(value.mcp) ? value.mcp.servers : undefined) ?? value
  return isObject(inner) ? inner : null
}

function draftOf(name: string, entry: unknown): ServerDraft | null {
  if (!isObject(entry)) return null
  const command = textOf(entry.command)
  const url = textOf(entry.url) || textOf(entry.serverUrl)
  if (url === '' && command === '') return null
  const isStdio = command !== ''
  return {
    name: name.trim().slice(0, 80) || 'MCP',
    kind: isStdio ? 'stdio' : 'http',
    command,
    arguments: isStdio && Array.isArray(entry.args) ? entry.args.map(textOf) : [],
    environment: isStdio ? named(entry.env) : [],
    url: isStdio ? '' : url,
    headers: isStdio ? [] : named(entry.headers),
  }
}

/** Returns a text, or a number or boolean as text; empty for anything else. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Reads named values. `${input:key}` and `${env:KEY}` refer to values stored elsewhere, and become empty. */
function named(values: unknown): readonly NamedValue[] {
  if (!isObject(values)) return []
  return Object.entries(values).map(([name, value]) => ({
    name,
    value: textOf(value).includes('${') ? '' : textOf(value),
  }))
}

function jsonOf(text: string): unknown {
  for (const candidate of [text, withoutComments(text)])
    try {
      return JSON.parse(candidate)
    } catch {
      // tries the next candidate
    }
  return null
}

/**
 * Removes comments and trailing commas from JSON as VS Code writes it. Leaves strings unchanged; reads each character
 * once.
 */
function withoutComments(text: string): string {
  const kept: string[] = []
  /** Index in `kept` of a comma that may turn out to be trailing. */
  let comma = -1
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const close = text[at + 1] === '/' ? '\n' : '*/'
      const end = text.indexOf(close, at + 2)
      at = end < 0 ? text.length : end + close.length - 1
      continue
    }
    const start = at
    if (character === '"') at = endOfText(text, at)
    if ((character === '}' || character === ']') && comma >= 0) kept[comma] = ''
    if (character.trim() !== '') comma = character === ',' ? kept.length : -1
    kept.push(text.slice(start, at + 1))
  }
  return kept.join('')
}

/** Returns the index of the quotation mark that ends a string. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
