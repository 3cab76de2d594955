import { z } from 'zod'
import { mcpKinds } from '../../shared/mcp.ts'
import type { Database } from './database.ts'
import { choice, flag, id, integer, json, named, nullable, type RowOf, shortText, table, text, time } from './table.ts'
import { timeInOrder } from './time-in-order.ts'

const textList = json(z.array(z.string()).readonly(), [])

export const serverTable = table(
  'mcp_servers',
  {
    id,
    name: shortText(),
    kind: choice(mcpKinds),
    command: text(),
    arguments: textList,
    environmentNames: textList,
    url: text(),
    headerNames: textList,
    isEnabled: named('enabled', flag),
    /** Hash of the definition that the user confirmed; null if unconfirmed. */
    trusted: nullable(text()),
    createdAt: time,
  },
  { lists: { NULL: 500 } },
)

export const processTable = table('mcp_processes', {
  pid: integer,
  serverId: id,
  /** Start time and command as reported by the system. */
  identity: text(),
  /** The command line for display. */
  command: text(),
})

/** An MCP server as stored; the values of its environment and headers are only in the keychain. */
export type StoredServer = RowOf<typeof serverTable>

/** A process of a server, stored to be found again after Atelier was killed. */
export type StoredProcess = RowOf<typeof processTable>

/** The MCP servers, and their running processes. */
export class McpServers {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns all servers in order of creation. */
  allServers(): readonly StoredServer[] {
    return this.database
      .prepare('SELECT * FROM mcp_servers ORDER BY created_at, id')
      .all()
      .map((row) => serverTable.readRow(row))
  }

  findServer(id: string): StoredServer | null {
    const row = this.database.prepare('SELECT * FROM mcp_servers WHERE id = ?').get(id)
    return row ? serverTable.readRow(row) : null
  }

  /** Inserts the server, or updates the one with its id. */
  putServer(server: StoredServer): void {
    const createdAt = timeInOrder(this.database, { table: 'mcp_servers' }, server.createdAt)
    serverTable.upsert(this.database, { ...server, createdAt }, ['id'], ['createdAt'])
  }

  removeServer(id: string): void {
    this.database.prepare('DELETE FROM mcp_servers WHERE id = ?').run(id)
  }

  processes(): readonly StoredProcess[] {
    return this.database
      .prepare('SELECT * FROM mcp_processes ORDER BY pid')
      .all()
      .map((row) => processTable.readRow(row))
  }

  /** Records a process. A later process may reuse the number of a forgotten one. */
  addProcess(process: StoredProcess): void {
    processTable.upsert(this.database, process, ['pid'])
  }

  forgetProcess(pid: number): void {
    this.database.prepare('DELETE FROM mcp_processes WHERE pid = ?').run(pid)
  }
}
