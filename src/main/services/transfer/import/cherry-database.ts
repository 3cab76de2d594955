import { z } from 'zod'
import { saidInCherry } from './cherry-parts.ts'
import { DatabaseChats, jsonIn, textIn } from './database-chats.ts'
import { assistantFrom, type ForeignConversation, portableFrom, type SetAside, timeOf } from './foreign.ts'
import type { ImportSource, SourceFile } from './import-source.ts'
import { paragraphs } from './message-text.ts'
import { messageTree } from './message-tree.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'
import { Skips } from './skips.ts'
import { SpooledParts } from './spooled-parts.ts'
import { SqliteFile, type SqliteRow } from './sqlite-file.ts'

/** Columns of CherryHQ/cherry-studio, `src/main/data/db/schemas`; any but the ids may be missing. */
const topicColumns = [
  'id',
  'name',
  'assistant_id',
  'prompt',
  'active_node_id',
  'is_pinned',
  'created_at',
  'updated_at',
  'deleted_at',
]
const messageColumns = [
  'id',
  'topic_id',
  'parent_id',
  'role',
  'data',
  'model_id',
  'model_snapshot',
  'model_meta',
  'created_at',
  'deleted_at',
]
const assistantColumns = ['id', 'name', 'prompt', 'description', 'deleted_at']

/** Reads the databases in a backup of Cherry Studio 2. */
export async function* readCherryDatabase(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  for (const file of parts.files) yield* readDatabase(file, parts)
}

async function* readDatabase(file: SourceFile, parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  const database = new SqliteFile(await parts.copy(file))
  try {
    const chats = new DatabaseChats(new SpooledParts(parts.spool<SqliteRow>()))
    const assistants = new Map<string, SqliteRow>()
    for await (const row of database.rows('assistant', assistantColumns)) assistants.set(textIn(row, 'id'), row)
    await chats.spoolRows(database, 'message', messageColumns, 'topic_id', (bytes) => parts.onBytes(bytes))
    const pictures = picturesOf(parts.source)
    const known = new Set<string>()
    for await (const topic of database.rows('topic', topicColumns)) {
      const id = textIn(topic, 'id')
      known.add(id)
      const messages = chats.rowsOf(id)
      const assistant = assistants.get(textIn(topic, 'assistant_id'))
      yield* portableFrom('cherry-studio', conversationOf(topic, messages, assistant, pictures), parts.now)
    }
    for (const id of chats.keys())
      if (!known.has(id))
        yield* portableFrom('cherry-studio', conversationOf({ id }, chats.rowsOf(id), undefined, pictures), parts.now)
    for (const [key, row] of assistants) {
      const system = textIn(row, 'prompt')
      if (system.trim() === '' || row.deleted_at != null) continue
      yield* assistantFrom('cherry-studio', {
        key,
        name: textIn(row, 'name'),
        description: textIn(row, 'description'),
        system,
      })
    }
  } finally {
    database.close()
  }
}

function conversationOf(
  topic: SqliteRow,
  rows: readonly SqliteRow[],
  assistant: SqliteRow | undefined,
  pictures: ReadonlyMap<string, string>,
): ForeignConversation | SetAside {
  const title = textIn(topic, 'name')
  if (topic.deleted_at != null) return { title, reason: 'deleted' }
  const skipped = new Skips()
  const isTree = rows.some((row) => textIn(row, 'parent_id') !== '')
  const entries = rows.map((row, index) => ({
    key: textIn(row, 'id'),
    parent: isTree ? textIn(row, 'parent_id') || null : textIn(rows[index - 1], 'id') || null,
    said: saidOf(row, pictures, skipped),
  }))
  const tree = messageTree(entries, textIn(topic, 'active_node_id') || null)
  if (tree === null) return { title, reason: 'damaged' }
  return {
    key: textIn(topic, 'id'),
    title,
    createdAt: timeOf(topic.created_at),
    activeAt: timeOf(topic.updated_at),
    model: tree.messages.findLast(({ model }) => model !== '')?.model ?? '',
    system: paragraphs([textIn(assistant, 'prompt'), textIn(topic, 'prompt')]),
    pinned: topic.is_pinned === 1,
    messages: tree.messages,
    leaf: tree.leaf,
    skipped,
  }
}

function saidOf(row: SqliteRow, pictures: ReadonlyMap<string, string>, skipped: Skips) {
  const role = textIn(row, 'role')
  // the root of a tree says nothing
  if (row.deleted_at != null || (role !== 'user' && role !== 'assistant')) return null
  const said = saidInCherry(jsonIn(row, 'data'), pictures, skipped)
  return said === null ? null : ({ ...said, role, model: modelOf(row), at: timeOf(row.created_at) } as const)
}

/** Returns the name of a model, whose id begins with that of its provider: `provider::model`. */
function modelOf(row: SqliteRow): string {
  const known = z.object({ id: z.string() })
  const snapshot =
    known.safeParse(jsonIn(row, 'model_snapshot')).data ?? known.safeParse(jsonIn(row, 'model_meta')).data
  return snapshot?.id ?? textIn(row, 'model_id').split('::').at(-1) ?? ''
}

/** Files of a backup by their ids. */
function picturesOf({ files }: ImportSource): ReadonlyMap<string, string> {
  return new Map(
    [...files.keys()]
      .filter((path) => /(^|\/)files\//i.test(path))
      .map((path) => [path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]{0,20}$/, ''), path]),
  )
}
