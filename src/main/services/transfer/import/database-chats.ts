import { fail } from '../../../../shared/errors.ts'
import { messagesMax } from './import-bounds.ts'
import { parsedWithin } from './json-values.ts'
import type { SpooledParts } from './spooled-parts.ts'
import type { SqliteFile, SqliteRow } from './sqlite-file.ts'

/** The messages of a database by chat, on the disk until their chat is read. */
export class DatabaseChats {
  private readonly spool: SpooledParts<SqliteRow>
  private readonly parts = new Map<string, string[]>()
  private count = 0

  constructor(spool: SpooledParts<SqliteRow>) {
    this.spool = spool
  }

  /** Takes the rows of a table; `chat` is the column with the chat's id. */
  async spoolRows(
    database: SqliteFile,
    table: string,
    columns: readonly string[],
    chat: string,
    onRow: (bytes: number) => void,
  ): Promise<void> {
    for await (const row of database.rows(table, columns, onRow)) {
      const key = String(row[chat] ?? '')
      const parts = this.parts.get(key) ?? []
      if (parts.length === 0) this.parts.set(key, parts)
      if (parts.length >= messagesMax) fail('import_not_read', 'a chat of far too many messages')
      this.count += 1
      this.spool.addPart(String(this.count), row)
      parts.push(String(this.count))
    }
  }

  /** Returns the ids of all chats that have messages. */
  keys(): Iterable<string> {
    return this.parts.keys()
  }

  rowsOf(chat: string): readonly SqliteRow[] {
    return (this.parts.get(chat) ?? []).map((id) => this.spool.readPart(id)).filter((row) => row !== null)
  }
}

/** Returns the text of a cell; empty for any other value. */
export function textIn(row: SqliteRow | undefined, column: string): string {
  const value = row?.[column]
  return typeof value === 'string' ? value : ''
}

/** Returns the JSON of a cell; null if it is invalid. */
export function jsonIn(row: SqliteRow, column: string): unknown {
  try {
    return parsedWithin(textIn(row, column))
  } catch {
    return null
  }
}
