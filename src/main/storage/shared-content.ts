import type { Database, Row, SqlValue } from './database.ts'
import { columnsOf, rowCondition } from './foreign-rows.ts'
import { mediaOf } from './message-attachments.ts'
import { removeMessages } from './removed-messages.ts'
import { archivedField, type MessagePart, messageParts, type SharedTable, sharedChats } from './shared-tables.ts'
import type { TableFacts } from './table.ts'

/** A value of a column as JSON has it. */
export type StoredValue = string | number | null
/** Columns of a row, by SQL name. */
export type StoredFields = Readonly<Record<string, StoredValue>>

const archivedAt = `(SELECT archived_at FROM history_items WHERE kind = 'chat' AND item_id = conversations.id) AS ${archivedField}`

/** Reads and writes the rows that several computers share, column by column. */
export class SharedContent {
  private readonly database: Database
  private readonly conditions = new Map<string, string>()

  constructor(database: Database) {
    this.database = database
  }

  /** Returns a row; null for an unknown id. A chat has its archive time too. */
  findRow(shared: SharedTable, id: string): StoredFields | null {
    const further = shared === sharedChats ? `, ${archivedAt}` : ''
    const row = this.database.prepare(`SELECT *${further} FROM ${shared.table.name} WHERE id = ?`).get(id)
    return row === undefined ? null : fieldsOf(row)
  }

  /** Returns up to `limit` ids with their places in the table, after a place. */
  idsAfter(
    { table }: SharedTable,
    place: number,
    limit: number,
  ): readonly { readonly id: string; readonly place: number }[] {
    return this.database
      .prepare(`SELECT rowid AS place, id FROM ${table.name} WHERE rowid > ? ORDER BY rowid LIMIT ?`)
      .all(place, limit)
      .map(({ id, place: at }) => ({ id: String(id), place: Number(at) }))
  }

  /** Returns the rows of each part of a message, without the message's id. */
  partsOf(messageId: string): Readonly<Record<string, readonly StoredFields[]>> {
    return Object.fromEntries(
      messageParts.flatMap(({ ofMessage, table }) => {
        const rows = this.database
          .prepare(`SELECT * FROM ${table.name} WHERE ${ofMessage} ORDER BY ${orderOf(table)}`)
          .all(messageId)
        return rows.length === 0 ? [] : [[table.name, rows.map(fieldsOf).map(({ message_id: _, ...own }) => own)]]
      }),
    )
  }

  tagsOf(chatId: string): readonly string[] {
    return this.database
      .prepare("SELECT tag FROM history_tags WHERE kind = 'chat' AND item_id = ? ORDER BY tag")
      .all(chatId)
      .map(({ tag }) => String(tag))
  }

  /** Returns the messages of a chat with a sign of each text, which costs far less than the text. */
  messageSigns(chatId: string): readonly { readonly id: string; readonly sign: string }[] {
    return this.database
      .prepare(
        `SELECT id, octet_length(text) || ' ' || octet_length(thinking) || ' ' || state AS sign
         FROM messages WHERE conversation_id = ? AND +state <> 'streaming' ORDER BY created_at, id`,
      )
      .all(chatId)
      .map(({ id, sign }) => ({ id: String(id), sign: String(sign) }))
  }

  messageIdsOf(chatId: string): readonly string[] {
    return this.database
      .prepare('SELECT id FROM messages WHERE conversation_id = ?')
      .all(chatId)
      .map(({ id }) => String(id))
  }

  repliesTo(messageId: string): readonly string[] {
    return this.database
      .prepare('SELECT id FROM messages WHERE parent_id = ?')
      .all(messageId)
      .map(({ id }) => String(id))
  }

  newestMessageOf(chatId: string): string | null {
    const row = this.database
      .prepare('SELECT id FROM messages WHERE conversation_id = ? ORDER BY created_at DESC, id DESC LIMIT 1')
      .get(chatId)
    return row === undefined ? null : String(row.id)
  }

  /** Returns the chat of a message; null for an unknown message. */
  chatOf(messageId: string): string | null {
    const row = this.database.prepare('SELECT conversation_id FROM messages WHERE id = ?').get(messageId)
    return row === undefined ? null : String(row.conversation_id)
  }

  /** Returns true if a row is within the bounds of what Atelier writes. */
  isAcceptable({ entries, name }: TableFacts, row: StoredFields): boolean {
    const columns = entries.filter((entry) => row[entry.name] !== undefined)
    if (columns.some(({ column, name: key }) => row[key] === null && !column.isNullable)) return false
    const list = columns.map((entry) => entry.name)
    // a constraint is fulfilled if it is null
    const condition = this.conditionOf(name, list)
    const found = this.database
      .prepare(
        `SELECT (${condition}) IS NOT 0 AS fine FROM (SELECT ${list.map((column) => `? AS ${column}`).join(', ')})`,
      )
      .get(...list.map((column) => exact(row[column] ?? null)))
    return found?.fine === 1
  }

  /** Inserts a row, or changes the columns given of the row with this id. */
  putRow({ table }: SharedTable, row: StoredFields): void {
    const columns = Object.keys(row)
    const changes = columns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`)
    this.database
      .prepare(
        `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
         ON CONFLICT (id) DO UPDATE SET ${changes.join(', ')}`,
      )
      .run(...Object.values(row).map(exact))
  }

  /** Changes columns of a row. */
  changeRow({ table }: SharedTable, id: string, row: StoredFields): void {
    const changes = Object.keys(row).map((column) => `${column} = ?`)
    this.database
      .prepare(`UPDATE ${table.name} SET ${changes.join(', ')} WHERE id = ?`)
      .run(...Object.values(row).map(exact), id)
  }

  dropRow({ table }: SharedTable, id: string): void {
    this.database.prepare(`DELETE FROM ${table.name} WHERE id = ?`).run(id)
  }

  setArchived(chatId: string, at: StoredValue): void {
    this.database
      .prepare("UPDATE history_items SET archived_at = ? WHERE kind = 'chat' AND item_id = ? AND archived_at IS NOT ?")
      .run(exact(at), chatId, exact(at))
  }

  addTag(chatId: string, tag: string): void {
    this.database
      .prepare("INSERT OR IGNORE INTO history_tags (kind, item_id, tag) VALUES ('chat', ?, ?)")
      .run(chatId, tag)
  }

  dropTag(chatId: string, tag: string): void {
    this.database.prepare("DELETE FROM history_tags WHERE kind = 'chat' AND item_id = ? AND tag = ?").run(chatId, tag)
  }

  /** Replaces the parts of a message. Leaves out rows with files that are not in the library. */
  putParts(messageId: string, parts: Readonly<Record<string, readonly StoredFields[]>>): void {
    for (const { ofMessage, table } of messageParts.toReversed())
      this.database.prepare(`DELETE FROM ${table.name} WHERE ${ofMessage}`).run(messageId)
    for (const part of messageParts) for (const row of parts[part.table.name] ?? []) this.putPart(part, messageId, row)
  }

  private putPart({ table }: MessagePart, messageId: string, row: StoredFields): void {
    const known = table.entries.filter(({ name }) => row[name] !== undefined || name === 'message_id')
    const whole: Record<string, StoredValue> = {}
    for (const { column, name } of known) {
      const value = name === 'message_id' ? messageId : (row[name] ?? null)
      const isLost = column.kind.kind === 'media' && value !== null && !this.hasMedia(String(value))
      if (isLost && !column.isNullable) return
      whole[name] = isLost ? null : value
    }
    if (!this.isAcceptable(table, whole)) return
    const columns = Object.keys(whole)
    this.database
      .prepare(
        `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
         ON CONFLICT DO NOTHING`,
      )
      .run(...Object.values(whole).map(exact))
  }

  private hasMedia(id: string): boolean {
    return this.database.prepare('SELECT 1 FROM media WHERE id = ?').get(id) !== undefined
  }

  /** Removes messages, and returns the ids of their files. */
  removeMessages(ids: readonly string[]): readonly string[] {
    const media = mediaOf(this.database, ids)
    removeMessages(this.database, ids)
    return media
  }

  /** Removes a chat whose messages are removed. */
  removeChat(id: string): void {
    this.database.prepare('DELETE FROM drafts WHERE conversation_id = ?').run(id)
    this.database.prepare('DELETE FROM conversations WHERE id = ?').run(id)
  }

  /** Returns true if an answer is being received. */
  isArriving(messageId: string): boolean {
    const row = this.database.prepare("SELECT 1 FROM messages WHERE id = ? AND state = 'streaming'").get(messageId)
    return row !== undefined
  }

  /** Returns true if a message is among those before another one, or is that one. */
  isBefore(messageId: string, lastId: string): boolean {
    const found = this.database
      .prepare(
        `WITH RECURSIVE up (id) AS (
           SELECT ? UNION SELECT parent_id FROM messages JOIN up ON messages.id = up.id WHERE parent_id IS NOT NULL)
         SELECT 1 FROM up WHERE id = ?`,
      )
      .get(lastId, messageId)
    return found !== undefined
  }

  /** Returns true if a table of one list has no room for another row. */
  isFull({ bounds, name }: TableFacts): boolean {
    const most = bounds.lists?.NULL
    if (most === undefined) return false
    return Number(this.database.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.n) >= most
  }

  private conditionOf(table: string, columns: readonly string[]): string {
    const key = `${table} ${columns.join()}`
    const known = this.conditions.get(key)
    if (known !== undefined) return known
    const sql = this.database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table)?.sql
    const whole = columnsOf(this.database, table).every((column) => columns.includes(column))
    // constraints name columns that a part of the row may lack
    const condition = rowCondition(table, columns, whole ? String(sql) : '')
    this.conditions.set(key, condition)
    return condition
  }
}

/** Whole numbers are bound as such: SQLite's types tell 1 from 1.0. */
function exact(value: StoredValue): SqlValue {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

function fieldsOf(row: Row): Record<string, StoredValue> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' ? value : null,
    ]),
  )
}

function orderOf({ entries }: TableFacts): string {
  const names = entries.map(({ name }) => name)
  return ['call_id', 'round', 'position', 'number', 'id'].filter((name) => names.includes(name)).join(', ')
}

/** Returns true for the error of a row that contradicts the schema. */
export function isRefusal(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('code' in cause)) return false
  return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(cause.code))
}
