import { z } from 'zod'
import { type McpKind, mcpKindSchema } from '../../shared/mcp.ts'
import type { Database, Row } from './database.ts'
import { parsed } from './stored-json.ts'

/** An MCP server as stored; the values of its environment and headers are only in the keychain. */
export interface StoredServer {
  readonly id: string
  readonly name: string
  readonly kind: McpKind
  readonly command: string
  readonly arguments: readonly string[]
  readonly environmentNames: readonly string[]
  readonly url: string
  readonly headerNames: readonly string[]
  readonly isEnabled: boolean
  /** Hash of the definition that the user confirmed; null if unconfirmed. */
  readonly trusted: string | null
  readonly createdAt: number
}

/** A process of a server, stored to be found again after Atelier was killed. */
export interface StoredProcess {
  readonly pid: number
  readonly serverId: string
  /** Start time and command as reported by the system. */
  readonly identity: string
  /** The command line for display. */
  readonly command: string
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: mcpKindSchema,
  command: z.string(),
  arguments: z.string(),
  environment_names: z.string(),
  url: z.string(),
  header_names: z.string(),
  enabled: z.number(),
  trusted: z.string().nullable(),
  created_at: z.number(),
})
const processSchema = z.object({ pid: z.number(), server_id: z.string(), identity: z.string(), command: z.string() })
const textsSchema = z.array(z.string())

/** The MCP servers, and their running processes. */
export class McpServers {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns all servers in order of creation. */
  all(): readonly StoredServer[] {
    return this.database.prepare('SELECT * FROM mcp_servers ORDER BY created_at, rowid').all().map(fromRow)
  }

  find(id: string): StoredServer | null {
    const row = this.database.prepare('SELECT * FROM mcp_servers WHERE id = ?').get(id)
    return row ? fromRow(row) : null
  }

  /** Inserts the server, or updates the one with its id. */
  put(server: StoredServer): void {
    this.database
      .prepare(
        `INSERT INTO mcp_servers (id, name, kind, command, arguments, environment_names, url, header_names, enabled,
           trusted, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind, command = excluded.command,
           arguments = excluded.arguments, environment_names = excluded.environment_names, url = excluded.url,
           header_names = excluded.header_names, enabled = excluded.enabled, trusted = excluded.trusted`,
      )
      .run(
        server.id,
        server.name,
        server.kind,
        server.command,
        JSON.stringify(server.arguments),
        JSON.stringify(server.environmentNames),
        server.url,
        JSON.stringify(server.headerNames),
        server.isEnabled ? 1 : 0,
        server.trusted,
        server.createdAt,
      )
  }

  remove(id: string): void {
    this.database.prepare('DELETE FROM mcp_servers WHERE id = ?').run(id)
  }

  processes(): readonly StoredProcess[] {
    return this.database.prepare('SELECT * FROM mcp_processes ORDER BY pid').all().map(processFromRow)
  }

  /** Records a process. A later process may reuse the number of a forgotten one. */
  addProcess({ pid, serverId, identity, command }: StoredProcess): void {
    this.database
      .prepare('INSERT OR REPLACE INTO mcp_processes (pid, server_id, identity, command) VALUES (?, ?, ?, ?)')
      .run(pid, serverId, identity, command)
  }

  forgetProcess(pid: number): void {
    this.database.prepare('DELETE FROM mcp_processes WHERE pid = ?').run(pid)
  }
}

function fromRow(row: Row): StoredServer {
  const read = rowSchema.parse(row)
  return {
    id: read.id,
    name: read.name,
    kind: read.kind,
    command: read.command,
    arguments: textsOf(read.arguments),
    environmentNames: textsOf(read.environment_names),
    url: read.url,
    headerNames: textsOf(read.header_names),
    isEnabled: read.enabled !== 0,
    trusted: read.trusted,
    createdAt: read.created_at,
  }
}

function processFromRow(row: Row): StoredProcess {
  const { pid, server_id: serverId, identity, command } = processSchema.parse(row)
  return { pid, serverId, identity, command }
}

function textsOf(json: string): readonly string[] {
  return textsSchema.safeParse(parsed(json)).data ?? []
}
