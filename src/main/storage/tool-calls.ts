import { z } from 'zod'
import type { MediaItem } from '../../shared/media.ts'
import { askReasons, toolCallStates, toolHintsSchema } from '../../shared/tools.ts'
import type { Database, Row } from './database.ts'
import { MediaItems, mediaFromRow } from './media-items.ts'
import {
  type Column,
  choice,
  choiceOrNull,
  flag,
  id,
  integer,
  json,
  jsonOrNull,
  longText,
  media,
  named,
  nullable,
  type RowOf,
  shortText,
  table,
  text,
  time,
} from './table.ts'

/** Members from the gateway that are sent back unchanged; stored as null if there are none. */
const members: Column<Readonly<Record<string, unknown>>> = {
  ...json(z.record(z.string(), z.unknown()), {}, 'long'),
  isNullable: true,
  write: (fields) => (Object.keys(fields).length === 0 ? null : JSON.stringify(fields)),
}

export const roundTable = table(
  'answer_rounds',
  {
    messageId: id,
    /** Number of the round in its answer, from 0. */
    round: integer,
    /** Length of the answer's text at that time, in UTF-16 units. */
    textEnd: integer,
    connectionId: named('connection', text()),
    model: shortText(300),
    /** Fields that are sent back unchanged, only to the same connection and model. */
    replay: members,
  },
  { lists: { message_id: 10_000 } },
)

export const callTable = table(
  'tool_calls',
  {
    id,
    messageId: id,
    round: integer,
    position: integer,
    /** The gateway's id of the call, or one created here. */
    callId: text(),
    /** The tool's name as the model gave it. */
    name: shortText(300),
    /** Id of the tool; null if no tool has the name. */
    tool: nullable(text(300)),
    server: nullable(text(300)),
    arguments: longText,
    /** The arguments as changed by the user. */
    editedArguments: nullable(longText),
    /** Members of the call that are sent back unchanged. */
    extra: members,
    hints: jsonOrNull(toolHintsSchema),
    // a state that only a newer version knows: the call may or may not have run
    state: choice(toolCallStates, 'unknown'),
    askReason: choiceOrNull(askReasons),
    /** The result as the model gets it; empty while there is none. */
    result: text(),
    resultMediaId: nullable(media('chat')),
    /** True if the result is a text of others. */
    isUntrusted: named('untrusted', flag),
    createdAt: time,
    startedAt: nullable(time),
    endedAt: nullable(time),
  },
  { lists: { message_id: 20_000 } },
)

export const callMediaTable = table(
  'tool_call_media',
  { callId: id, position: integer, mediaId: media('chat') },
  { lists: { call_id: 1000 } },
)

/** A round of an answer: one request whose answer called tools. */
export type StoredRound = RowOf<typeof roundTable>

export interface StoredCall extends Omit<RowOf<typeof callTable>, 'resultMediaId'> {
  /** The whole result if `result` is only its beginning. */
  readonly resultFile: MediaItem | null
  /** Files that the result shows, such as pictures. */
  readonly media: readonly MediaItem[]
}

const changing = callTable.only(
  ...(['editedArguments', 'state', 'askReason', 'result', 'resultMediaId'] as const),
  ...(['isUntrusted', 'startedAt', 'endedAt'] as const),
)

/** The part of a call that changes. */
export type CallChange = Partial<
  Omit<RowOf<typeof changing>, 'resultMediaId'> & Pick<StoredCall, 'resultFile' | 'media'>
>

/** The rounds of answers and their tool calls. Rows are only added and completed, never removed. */
export class ToolCalls {
  private readonly database: Database
  private readonly media: MediaItems

  constructor(database: Database) {
    this.database = database
    this.media = new MediaItems(database)
  }

  /** Adds a round with its calls. Call it within a durable transaction, before any of them runs. */
  insertCalls(round: StoredRound, calls: readonly StoredCall[]): void {
    roundTable.insert(this.database, round)
    for (const call of calls) callTable.insert(this.database, callRow(call))
    for (const call of calls) if (call.media.length > 0) this.linkMedia(call.id, call.media)
  }

  findCall(id: string): StoredCall | null {
    const row = this.database.prepare('SELECT * FROM tool_calls WHERE id = ?').get(id)
    return row ? this.callFromRow(row) : null
  }

  /** Changes a call and returns it; null if it is gone. */
  change(id: string, change: CallChange): StoredCall | null {
    const before = this.findCall(id)
    if (before === null) return null
    const after = { ...before, ...change }
    changing.update(this.database, id, callRow(after))
    if (change.media !== undefined) this.linkMedia(id, change.media)
    return after
  }

  /** Returns the calls of an answer, in order. */
  callsOf(messageId: string): readonly StoredCall[] {
    return this.database
      .prepare('SELECT * FROM tool_calls WHERE message_id = ? ORDER BY round, position')
      .all(messageId)
      .map((row) => this.callFromRow(row))
  }

  /** Returns the rounds of an answer, in order. */
  roundsOf(messageId: string): readonly StoredRound[] {
    return this.database
      .prepare('SELECT * FROM answer_rounds WHERE message_id = ? ORDER BY round')
      .all(messageId)
      .map((row) => roundTable.readRow(row))
  }

  /** Returns which of the messages called tools. */
  among(messageIds: readonly string[]): ReadonlySet<string> {
    const rows = this.database
      .prepare('SELECT DISTINCT message_id FROM answer_rounds WHERE message_id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(messageIds))
    return new Set(rows.map(({ message_id }) => String(message_id)))
  }

  /**
   * Ends the calls that a process left open: a running one may have had an effect, and one that had not begun never
   * runs automatically. `now` is in ms since 1970. Returns the answers they belong to.
   */
  recoverCalls(now: number): readonly string[] {
    const open = `state IN ('waiting', 'asking', 'running')`
    const messages = this.database.prepare(`SELECT DISTINCT message_id FROM tool_calls WHERE ${open}`).all()
    if (messages.length === 0) return []
    this.database
      .prepare(
        `UPDATE tool_calls SET state = CASE state WHEN 'running' THEN 'unknown' ELSE 'cancelled' END, ended_at = ?
         WHERE ${open}`,
      )
      .run(now)
    return messages.map(({ message_id }) => String(message_id))
  }

  private linkMedia(id: string, items: readonly MediaItem[]): void {
    this.database.prepare('DELETE FROM tool_call_media WHERE call_id = ?').run(id)
    for (const [position, item] of items.entries())
      callMediaTable.insert(this.database, { callId: id, position, mediaId: item.id })
  }

  private mediaOf(id: string): readonly MediaItem[] {
    return this.database
      .prepare(
        'SELECT media.* FROM tool_call_media JOIN media ON media.id = media_id WHERE call_id = ? ORDER BY position',
      )
      .all(id)
      .map(mediaFromRow)
  }

  private callFromRow(row: Row): StoredCall {
    const { resultMediaId, ...call } = callTable.readRow(row)
    const resultFile = resultMediaId === null ? null : this.media.findMediaItem(resultMediaId)
    return { ...call, resultFile, media: this.mediaOf(call.id) }
  }
}

function callRow({ resultFile, ...call }: StoredCall): RowOf<typeof callTable> {
  return { ...call, resultMediaId: resultFile?.id ?? null }
}
