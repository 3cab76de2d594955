import { z } from 'zod'
import type { MediaItem } from '../../shared/media.ts'
import {
  type AskReason,
  askReasonSchema,
  type ToolCallState,
  type ToolHints,
  toolCallStateSchema,
  toolHintsSchema,
} from '../../shared/tools.ts'
import type { Database, Row } from './database.ts'
import { MediaItems, mediaFromRow } from './media-items.ts'
import { parsed } from './stored-json.ts'

/** A round of an answer: one request whose answer called tools. */
export interface StoredRound {
  readonly messageId: string
  /** From 0. */
  readonly round: number
  /** Length of the answer's text at that time, in UTF-16 units. */
  readonly textEnd: number
  readonly connectionId: string
  readonly model: string
  /** Fields that are sent back unchanged, only to the same connection and model. */
  readonly replay: Readonly<Record<string, unknown>>
}

export interface StoredCall {
  readonly id: string
  readonly messageId: string
  readonly round: number
  readonly position: number
  /** The gateway's id of the call, or one created here. */
  readonly callId: string
  /** The tool's name as the model gave it. */
  readonly name: string
  /** Id of the tool; null if no tool has the name. */
  readonly tool: string | null
  readonly server: string | null
  readonly arguments: string
  /** The arguments as changed by the user. */
  readonly editedArguments: string | null
  /** Members of the call that are sent back unchanged. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly hints: ToolHints | null
  readonly state: ToolCallState
  readonly askReason: AskReason | null
  /** The result as the model gets it; empty while there is none. */
  readonly result: string
  /** The whole result if `result` is only its beginning. */
  readonly resultFile: MediaItem | null
  /** Files that the result shows, such as pictures. */
  readonly media: readonly MediaItem[]
  /** Whether the result is a text of others. */
  readonly isUntrusted: boolean
  readonly createdAt: number
  readonly startedAt: number | null
  readonly endedAt: number | null
}

/** The part of a call that changes. */
export type CallChange = Partial<
  Pick<
    StoredCall,
    | 'editedArguments'
    | 'state'
    | 'askReason'
    | 'result'
    | 'resultFile'
    | 'media'
    | 'isUntrusted'
    | 'startedAt'
    | 'endedAt'
  >
>

const roundSchema = z.object({
  message_id: z.string(),
  round: z.number(),
  text_end: z.number(),
  connection: z.string(),
  model: z.string(),
  replay: z.string().nullable(),
})

const callSchema = z.object({
  id: z.string(),
  message_id: z.string(),
  round: z.number(),
  position: z.number(),
  call_id: z.string(),
  name: z.string(),
  tool: z.string().nullable(),
  server: z.string().nullable(),
  arguments: z.string(),
  edited_arguments: z.string().nullable(),
  extra: z.string().nullable(),
  hints: z.string().nullable(),
  // a state that only a newer version knows: the call may or may not have run
  state: toolCallStateSchema.catch('unknown'),
  ask_reason: askReasonSchema.nullable().catch(null),
  result: z.string(),
  result_media_id: z.string().nullable(),
  untrusted: z.number(),
  created_at: z.number(),
  started_at: z.number().nullable(),
  ended_at: z.number().nullable(),
})

/** The rounds of answers and their tool calls. Rows are only ever added and completed. */
export class ToolCalls {
  private readonly database: Database
  private readonly media: MediaItems

  constructor(database: Database) {
    this.database = database
    this.media = new MediaItems(database)
  }

  /** Adds a round with its calls. Call it within a durable transaction, before any of them runs. */
  insert(round: StoredRound, calls: readonly StoredCall[]): void {
    this.database
      .prepare(
        'INSERT INTO answer_rounds (message_id, round, text_end, connection, model, replay) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(round.messageId, round.round, round.textEnd, round.connectionId, round.model, toJson(round.replay))
    const insert = this.database.prepare(
      `INSERT INTO tool_calls (id, message_id, round, position, call_id, name, tool, server, arguments, edited_arguments,
         extra, hints, state, ask_reason, result, result_media_id, untrusted, created_at, started_at, ended_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    for (const call of calls)
      insert.run(
        call.id,
        call.messageId,
        call.round,
        call.position,
        call.callId,
        call.name,
        call.tool,
        call.server,
        call.arguments,
        call.editedArguments,
        toJson(call.extra),
        call.hints === null ? null : JSON.stringify(call.hints),
        call.state,
        call.askReason,
        call.result,
        call.resultFile?.id ?? null,
        call.isUntrusted ? 1 : 0,
        call.createdAt,
        call.startedAt,
        call.endedAt,
      )
    for (const call of calls) if (call.media.length > 0) this.linkMedia(call.id, call.media)
  }

  find(id: string): StoredCall | null {
    const row = this.database.prepare('SELECT * FROM tool_calls WHERE id = ?').get(id)
    return row ? this.callFromRow(row) : null
  }

  /** Changes a call and returns it; null if it is gone. */
  change(id: string, change: CallChange): StoredCall | null {
    const before = this.find(id)
    if (before === null) return null
    const after = { ...before, ...change }
    this.database
      .prepare(
        `UPDATE tool_calls SET edited_arguments = ?, state = ?, ask_reason = ?, result = ?, result_media_id = ?,
           untrusted = ?, started_at = ?, ended_at = ? WHERE id = ?`,
      )
      .run(
        after.editedArguments,
        after.state,
        after.askReason,
        after.result,
        after.resultFile?.id ?? null,
        after.isUntrusted ? 1 : 0,
        after.startedAt,
        after.endedAt,
        id,
      )
    if (change.media !== undefined) this.linkMedia(id, change.media)
    return after
  }

  /** Returns the calls of an answer, in order. */
  of(messageId: string): readonly StoredCall[] {
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
      .map(roundFromRow)
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
  recover(now: number): readonly string[] {
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
    const insert = this.database.prepare('INSERT INTO tool_call_media (call_id, position, media_id) VALUES (?, ?, ?)')
    for (const [position, item] of items.entries()) insert.run(id, position, item.id)
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
    const read = callSchema.parse(row)
    return {
      id: read.id,
      messageId: read.message_id,
      round: read.round,
      position: read.position,
      callId: read.call_id,
      name: read.name,
      tool: read.tool,
      server: read.server,
      arguments: read.arguments,
      editedArguments: read.edited_arguments,
      extra: fieldsOf(read.extra),
      hints: toolHintsSchema.safeParse(parsed(read.hints)).data ?? null,
      state: read.state,
      askReason: read.ask_reason,
      result: read.result,
      resultFile: read.result_media_id === null ? null : this.media.find(read.result_media_id),
      media: this.mediaOf(read.id),
      isUntrusted: read.untrusted !== 0,
      createdAt: read.created_at,
      startedAt: read.started_at,
      endedAt: read.ended_at,
    }
  }
}

function roundFromRow(row: Row): StoredRound {
  const read = roundSchema.parse(row)
  return {
    messageId: read.message_id,
    round: read.round,
    textEnd: read.text_end,
    connectionId: read.connection,
    model: read.model,
    replay: fieldsOf(read.replay),
  }
}

const fieldsSchema = z.record(z.string(), z.unknown())

function fieldsOf(text: string | null): Readonly<Record<string, unknown>> {
  return fieldsSchema.safeParse(parsed(text)).data ?? {}
}

function toJson(fields: Readonly<Record<string, unknown>>): string | null {
  return Object.keys(fields).length === 0 ? null : JSON.stringify(fields)
}
