import type { Database } from './database.ts'
import {
  archivedField,
  columnsWith,
  type SharedTable,
  sharedChats,
  sharedMessages,
  sharedTables,
  sharedTags,
} from './shared-tables.ts'

/** A row that was changed. */
export interface ChangedRow {
  readonly entity: string
  readonly id: string
}

const prefix = 'sync_'
const watched = ['once', 'each version', 'last version', 'each key', 'added', 'bin'] as const

/**
 * Records which shared rows were changed, while it is on. Its table and triggers are temporary ones of main's
 * connection, which is the only one that writes shared rows, so that no backup holds them.
 */
export class ChangeRecord {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  start(): void {
    this.database.execute(
      'CREATE TEMP TABLE IF NOT EXISTS changed_rows (place INTEGER PRIMARY KEY, entity TEXT, id TEXT, UNIQUE (entity, id))',
    )
    for (const [name, sql] of triggers())
      this.database.execute(`CREATE TEMP TRIGGER IF NOT EXISTS ${prefix}${name} ${sql}`)
  }

  stop(): void {
    for (const [name] of triggers()) this.database.execute(`DROP TRIGGER IF EXISTS temp.${prefix}${name}`)
    this.database.execute('DROP TABLE IF EXISTS temp.changed_rows')
  }

  /** Returns up to `limit` changed rows, messages first. */
  changedRows(limit: number): readonly ChangedRow[] {
    // a chat in the bin has to know the messages that were written before
    const messages = this.rowsWhere('entity = ?', limit)
    return messages.length > 0 ? messages : this.rowsWhere('entity <> ?', limit)
  }

  private rowsWhere(condition: string, limit: number): readonly ChangedRow[] {
    return this.database
      .prepare(`SELECT entity, id FROM changed_rows WHERE ${condition} ORDER BY place LIMIT ?`)
      .all(sharedMessages.entity, limit)
      .map(({ entity, id }) => ({ entity: String(entity), id: String(id) }))
  }

  noteChanged({ entity, id }: ChangedRow): void {
    this.database.prepare('INSERT OR IGNORE INTO changed_rows (entity, id) VALUES (?, ?)').run(entity, id)
  }

  forgetChanged({ entity, id }: ChangedRow): void {
    this.database.prepare('DELETE FROM changed_rows WHERE entity = ? AND id = ?').run(entity, id)
  }
}

function triggers(): readonly (readonly [name: string, sql: string])[] {
  const chat = sharedChats.entity
  return [
    ...sharedTables.flatMap(rowTriggers),
    [
      'chat_archived',
      `AFTER UPDATE OF ${archivedField} ON main.history_items WHEN new.kind = 'chat' ${note(chat, 'new.item_id')}`,
    ],
    ['tag_added', `AFTER INSERT ON main.${sharedTags.name} WHEN new.kind = 'chat' ${note(chat, 'new.item_id')}`],
    ['tag_removed', `AFTER DELETE ON main.${sharedTags.name} WHEN old.kind = 'chat' ${note(chat, 'old.item_id')}`],
  ]
}

function rowTriggers(shared: SharedTable): readonly (readonly [name: string, sql: string])[] {
  const { entity, table } = shared
  const isMessage = shared === sharedMessages
  // an answer goes out when it has ended
  const when = isMessage ? "WHEN new.state <> 'streaming'" : ''
  const columns = columnsWith(shared, ...watched).join(', ')
  return [
    [`${entity}_added`, `AFTER INSERT ON main.${table.name} ${when} ${note(entity, 'new.id')}`],
    [`${entity}_changed`, `AFTER UPDATE OF ${columns} ON main.${table.name} ${when} ${note(entity, 'new.id')}`],
    // messages are erased with their chats
    ...(isMessage
      ? []
      : [[`${entity}_removed`, `AFTER DELETE ON main.${table.name} ${note(entity, 'old.id')}`] as const]),
  ]
}

/** An “OR IGNORE” would not do: in a trigger, the conflict clause of the outer statement counts instead. */
function note(entity: string, id: string): string {
  return `BEGIN
    INSERT INTO changed_rows (entity, id)
    SELECT '${entity}', ${id} WHERE NOT EXISTS (SELECT 1 FROM changed_rows WHERE entity = '${entity}' AND id = ${id});
  END`
}
