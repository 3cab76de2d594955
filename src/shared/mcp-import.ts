import { z } from 'zod'
import type { McpKind } from './mcp.ts'
import { mcpServersMax } from './mcp.ts'

/** A server of a configuration of another program. It only fills a form; nothing starts by it. */
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
  /** Empty where the configuration only refers to it. */
  readonly value: string
}

/** The longest configuration, in UTF-16 units. */
const textMax = 1_000_000

const textsSchema = z.array(z.union([z.string(), z.number(), z.boolean()]).transform(String)).catch([])
const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).catch({})
const entrySchema = z.object({
  command: z.string().optional(),
  args: textsSchema,
  env: valuesSchema,
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: valuesSchema,
})

/**
 * Reads the usual configurations: `mcpServers` of Claude Desktop and Cursor, `servers` of VS Code, also inside `mcp`, or
 * the servers alone. Comments and commas at the end are allowed. Null for any other text.
 */
export function serverDrafts(text: string): readonly ServerDraft[] | null {
  if (text.length > textMax) return null
  const servers = serversOf(jsonOf(text))
  if (servers === null) return null
  const drafts = Object.entries(servers)
    .slice(0, mcpServersMax)
    .flatMap(([name, value]) => draftOf(name, value) ?? [])
  return drafts.length === 0 ? null : drafts
}

function serversOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (!isObject(value)) return null
  const inner = value.mcpServers ?? value.servers ?? (isObject(value.mcp) ? value.mcp.servers : undefined) ?? value
  return isObject(inner) ? inner : null
}

function draftOf(name: string, value: unknown): ServerDraft | null {
  const entry = entrySchema.safeParse(value).data
  if (entry === undefined) return null
  const url = entry.url ?? entry.serverUrl ?? ''
  const command = entry.command ?? ''
  if (url === '' && command === '') return null
  const isStdio = command !== ''
  return {
    name: name.trim().slice(0, 80) || 'MCP',
    kind: isStdio ? 'stdio' : 'http',
    command,
    arguments: isStdio ? entry.args : [],
    environment: isStdio ? named(entry.env) : [],
    url: isStdio ? '' : url,
    headers: isStdio ? [] : named(entry.headers),
  }
}

/** `${input:key}` and `${env:KEY}` stand for values that are elsewhere. */
function named(values: Readonly<Record<string, string>>): readonly NamedValue[] {
  return Object.entries(values).map(([name, value]) => ({ name, value: /\$\{[^}]*\}/.test(value) ? '' : value }))
}

function jsonOf(text: string): unknown {
  for (const candidate of [text, withoutComments(text)])
    try {
      return JSON.parse(candidate)
    } catch {
      // the next one
    }
  return null
}

/** JSON as VS Code writes it, without comments and commas at the end. Texts stay as they are. */
function withoutComments(text: string): string {
  const noComments = text.replace(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_all, kept: string | undefined) => kept ?? '',
  )
  return noComments.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_all, kept: string | undefined) => kept ?? '')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
