import { DatabaseChats, jsonIn, textIn } from './database-chats.ts'
import { saidInDeepChat } from './deepchat-message.ts'
import { type ForeignConversation, portableFrom, type SetAside, timeOf } from './foreign.ts'
import type { SourceFile } from './import-source.ts'
import { messageTree } from './message-tree.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'
import { Skips } from './skips.ts'
import { SpooledParts } from './spooled-parts.ts'
import { SqliteFile, type SqliteRow } from './sqlite-file.ts'

/** Tables of ThinkInAIXYZ/deepchat, `src/main/session/data/tables`: today's, and those of older versions. */
const today = {
  chats: 'new_sessions',
  chatId: 'id',
  messages: 'deepchat_messages',
  messageId: 'id',
  messageChat: 'session_id',
} as const
const older = {
  chats: 'conversations',
  chatId: 'conv_id',
  messages: 'messages',
  messageId: 'msg_id',
  messageChat: 'conversation_id',
} as const
const chatColumns = ['id', 'conv_id', 'title', 'is_pinned', 'system_prompt', 'model_id', 'created_at', 'updated_at']
const messageColumns = [
  'id',
  'msg_id',
  'session_id',
  'conversation_id',
  'parent_id',
  'is_variant',
  'role',
  'content',
  'metadata',
  'order_seq',
  'created_at',
]

/** Reads the databases in a backup of DeepChat, which may have one of an older version next to today's. */
export async function* readDeepChat(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  for (const file of parts.files) yield* readDatabase(file, parts)
}

async function* readDatabase(file: SourceFile, parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  const database = new SqliteFile(await parts.copy(file))
  try {
    for (const tables of [today, older]) {
      const chats = new DatabaseChats(new SpooledParts(parts.spool<SqliteRow>()))
      await chats.spoolRows(database, tables.messages, messageColumns, tables.messageChat, (bytes) =>
        parts.onBytes(bytes),
      )
      const settings = new Map<string, SqliteRow>()
      if (tables === today)
        for await (const row of database.rows('deepchat_sessions', chatColumns)) settings.set(textIn(row, 'id'), row)
      const known = new Set<string>()
      for await (const chat of database.rows(tables.chats, chatColumns)) {
        const id = textIn(chat, tables.chatId)
        known.add(id)
        const about = { ...chat, ...settingsOf(settings.get(id) ?? chat) }
        yield* portableFrom('deepchat', conversationOf(id, about, chats.rowsOf(id), tables.messageId), parts.now)
      }
      for (const id of chats.keys())
        if (!known.has(id))
          yield* portableFrom('deepchat', conversationOf(id, {}, chats.rowsOf(id), tables.messageId), parts.now)
    }
  } finally {
    database.close()
  }
}

function settingsOf(row: SqliteRow): SqliteRow {
  return { system_prompt: row.system_prompt ?? null, model_id: row.model_id ?? null }
}

function conversationOf(
  key: string,
  chat: SqliteRow,
  rows: readonly SqliteRow[],
  idColumn: string,
): ForeignConversation | SetAside {
  const title = textIn(chat, 'title')
  const skipped = new Skips()
  const order = (row: SqliteRow): number => (typeof row.order_seq === 'number' ? row.order_seq : 0)
  const sorted = rows.toSorted((one, other) => order(one) - order(other))
  let before: string | null = null
  const entries = sorted.map((row) => {
    const id = textIn(row, idColumn)
    const named = textIn(row, 'parent_id')
    // a variant is another answer to the same question
    const isVariant = row.is_variant === 1 && named !== ''
    const entry = {
      key: id,
      parent: isVariant ? named : before,
      said: saidInDeepChat(row, jsonIn(row, 'content'), skipped),
    }
    if (!isVariant) before = id
    return entry
  })
  const tree = messageTree(entries, before)
  if (tree === null) return { title, reason: 'damaged' }
  return {
    key,
    title,
    createdAt: timeOf(chat.created_at),
    activeAt: timeOf(chat.updated_at),
    model: textIn(chat, 'model_id'),
    system: textIn(chat, 'system_prompt'),
    pinned: chat.is_pinned === 1,
    messages: tree.messages,
    leaf: tree.leaf,
    skipped,
  }
}
