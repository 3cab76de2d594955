import { assertNever } from '../../shared/errors.ts'
import type { Database } from './database.ts'
import { copying, underWay } from './items-under-way.ts'
import { MediaReferences } from './media-references.ts'
import type { ColumnKind, TextSize } from './table.ts'
import { tables } from './tables.ts'

/** Longest answer-like text, other text, name or title, and id, in bytes. */
const [longBytes, usualBytes, shortBytes, idBytes] = [256 * 1024 ** 2, 16 * 1024 ** 2, 64 * 1024, 1000]
const bytesMax: Readonly<Record<TextSize, number>> = { short: shortBytes, usual: usualBytes, long: longBytes }
/** Range of JavaScript's `Date`, in ms. */
const timeMax = 8_640_000_000_000_000

/** Columns with whole answers of a gateway or texts edited by a user. */
const longColumns = new Set([
  'messages.text',
  'messages.thinking',
  'journal.text',
  'transcription_pieces.answer',
  'transcript_edits.before',
  'transcript_edits.after',
  'kept_answers.extra',
  'tool_calls.arguments',
  'tool_calls.edited_arguments',
  'tool_calls.extra',
  'answer_rounds.replay',
  'transcript_note_parts.source',
  'transcript_note_parts.answer',
])
const shortNames = new Set([
  'title',
  'title_folded',
  'name',
  'model',
  'snippet',
  'preview',
  'tag',
  'mime',
  'format',
  'key_last_four',
])
const jsonColumns = new Set([
  'catalogues.models',
  'conversations.parameters',
  'assistants.parameters',
  'messages.error',
  'messages.usage',
  'messages.timing',
  'image_jobs.request',
  'image_jobs.error',
  'image_pieces.error',
  'image_draft.draft',
  'transcription_jobs.request',
  'transcription_jobs.error',
  'transcript_segments.words',
  'transcript_edits.before',
  'transcript_edits.after',
  'kept_answers.extra',
  'tool_calls.extra',
  'tool_calls.hints',
  'answer_rounds.replay',
  'mcp_servers.arguments',
  'mcp_servers.environment_names',
  'mcp_servers.header_names',
  'message_passages.headings',
  'message_files.unread',
  'spending.price',
  'transcript_notes.request',
  'transcript_note_parts.source',
  'transcript_note_parts.answer',
  'transcript_note_parts.error',
])
/** Columns with ids chosen by a gateway. */
const foreignIds = new Set(['tool_calls.call_id'])
const mediaIds = new Set(['media.id', 'history_items.picture_id', ...MediaReferences.columns])
const choices: ReadonlyMap<string, readonly string[]> = new Map([
  ['history_items.kind', ['chat', 'image', 'transcript', 'video']],
  ['history_items.state', ['done', 'running', 'troubled']],
  ['kept_answers.kind', ['chat', 'image', 'transcription', 'video']],
])

/** A column in the form of `pragma_table_info`. */
export interface Column {
  readonly name: string
  readonly type: string
}

export function columnsOf(database: Database, table: string): readonly Column[] {
  return database
    .prepare('SELECT name, type FROM pragma_table_info(?)')
    .all(table)
    .map(({ name, type }) => ({ name: String(name), type: String(type) }))
}

/**
 * Returns the SQL condition for rows of `table` whose values have the types and lengths that Atelier writes. `sql` is
 * our own CREATE statement: SQLite's check of a foreign file ignores its constraints.
 */
export function rowCondition(table: string, columns: readonly Column[], sql: string): string {
  const constraints = [...sql.matchAll(/CHECK (\(\w+ (?:IN \([^()]*\)|= \d+)\))/g)].map(([, constraint]) => constraint)
  const values = columns.map((column) => `(${column.name} IS NULL OR ${columnCondition(table, column)})`)
  return [...values, ...constraints].join(' AND ')
}

function columnCondition(table: string, { name, type }: Column): string {
  const defined = tables.get(table)?.entries.find((entry) => entry.name === name)
  if (defined !== undefined) return kindCondition(name, defined.column.kind)
  const column = `${table}.${name}`
  if (type === 'INTEGER') return integerCondition(column, name)
  // SQLite treats infinity as a number
  if (type === 'REAL') return `typeof(${name}) IN ('real', 'integer') AND abs(${name}) <= ${timeMax}`
  const text = `typeof(${name}) = 'text' AND octet_length(${name}) <= ${textBytes(column, name)}`
  const allowed = choices.get(column)
  if (allowed !== undefined) return `${text} AND ${name} IN (${allowed.map((value) => `'${value}'`).join(', ')})`
  if (mediaIds.has(column)) return `${text} AND octet_length(${name}) = 64 AND ${name} NOT GLOB '*[^0-9a-f]*'`
  if (jsonColumns.has(column)) return `${text} AND json_valid(${name})`
  return isId(column, name) ? `${text} AND instr(${name}, char(0)) = 0` : text
}

function kindCondition(name: string, kind: ColumnKind): string {
  const text = (max: number): string => `typeof(${name}) = 'text' AND octet_length(${name}) <= ${max}`
  const inRange = `${name} BETWEEN ${-timeMax} AND ${timeMax}`
  const integer = `typeof(${name}) = 'integer'`
  switch (kind.kind) {
    case 'id':
      return `${text(idBytes)} AND instr(${name}, char(0)) = 0`
    case 'media':
      return `${text(idBytes)} AND octet_length(${name}) = 64 AND ${name} NOT GLOB '*[^0-9a-f]*'`
    case 'text':
      return text(bytesMax[kind.size])
    case 'json':
      return `${text(bytesMax[kind.size])} AND json_valid(${name})`
    case 'choice':
      // open choices are checked by constraints of the schema, which earlier versions had with other words
      return kind.isOpen
        ? text(usualBytes)
        : `${text(usualBytes)} AND ${name} IN (${kind.values.map((value) => `'${value}'`).join(', ')})`
    case 'real':
      // SQLite treats infinity as a number
      return `typeof(${name}) IN ('real', 'integer') AND abs(${name}) <= ${timeMax}`
    case 'bytes':
      return `${integer} AND ${name} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}`
    case 'deletion':
      return `${integer} AND (${name} IN (${copying}, ${underWay}) OR ${inRange})`
    case 'integer':
    case 'time':
    case 'flag':
      return `${integer} AND ${inRange}`
    default:
      return assertNever(kind, 'column kind')
  }
}

function integerCondition(column: string, name: string): string {
  const integer = `typeof(${name}) = 'integer'`
  if (column === 'media.bytes') return `${integer} AND ${name} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}`
  if (name === 'deleted_at')
    return `${integer} AND (${name} IN (${copying}, ${underWay}) OR ${name} BETWEEN ${-timeMax} AND ${timeMax})`
  return `${integer} AND ${name} BETWEEN ${-timeMax} AND ${timeMax}`
}

function textBytes(column: string, name: string): number {
  if (isId(column, name)) return idBytes
  if (longColumns.has(column)) return longBytes
  return shortNames.has(name) ? shortBytes : usualBytes
}

function isId(column: string, name: string): boolean {
  return (name === 'id' || name.endsWith('_id')) && !foreignIds.has(column)
}
