import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import { ImportedChats } from '../../../fakes/imported-chats.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { TransferApp } from '../../../fakes/transfer.ts'

let app: TransferApp
let chats: ImportedChats
let folder: string
beforeEach(async () => {
  app = await TransferApp.start()
  chats = new ImportedChats(app)
  folder = mkdtempSync(join(tmpdir(), 'atelier-databases-'))
})
afterEach(async () => {
  await app.close()
  app.remove()
  rmSync(folder, { recursive: true, force: true })
})

type Values = Readonly<Record<string, string | number | null>>

/** A database of these tables and rows, without a journal beside it. */
function database(tables: Readonly<Record<string, readonly Values[]>>): Uint8Array {
  const path = join(folder, 'made.db')
  rmSync(path, { force: true })
  const made = new Database(path)
  for (const [table, rows] of Object.entries(tables)) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    made.execute(
      `CREATE TABLE ${table} (${columns.map((name) => (name === 'id' ? 'id text primary key' : name)).join(', ')})`,
    )
    for (const row of rows)
      made
        .prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`)
        .run(...columns.map((name) => row[name] ?? null))
  }
  made.pragma('wal_checkpoint(TRUNCATE)')
  made.close()
  return readFileSync(path)
}

describe('a backup of Cherry Studio 2', () => {
  const backup = (bytes: Uint8Array, more: Readonly<Record<string, Uint8Array>> = {}) =>
    zipSync({
      'metadata.json': Buffer.from('{"version":7,"appName":"Cherry Studio","appVersion":"2.0.9"}'),
      'Data/cherrystudio.sqlite': bytes,
      'cache.json': Buffer.from('{}'),
      'IndexedDB/file__0.indexeddb.leveldb/000003.log': Buffer.from('x'),
      ...more,
    })
  const message = (id: string, parent: string | null, role: string, parts: readonly object[], more: Values = {}) => ({
    id,
    topic_id: 't',
    parent_id: parent,
    role,
    data: JSON.stringify({ parts }),
    created_at: 1_790_000_000_000,
    ...more,
  })

  test('an early backup is recognised, and its empty topic is named', async () => {
    const fixture = readFileSync(join(import.meta.dirname, '../../../fixtures/field/cherry-v7.zip'))
    const report = await chats.take(fixture, 'cherry.zip')
    expect(report).toMatchObject({ format: 'cherry-studio', added: { conversations: 0 } })
    expect(report.byChat.named).toEqual([{ title: 'Tea', skipped: [{ reason: 'empty', count: 1 }] }])
  })

  test('a backup is imported with prompts, branches, thinking, sources and pictures', async () => {
    const references = [
      { citationType: 'web', content: { results: [{ title: 'Moss', url: 'https://example.org/moss' }] } },
    ]
    const picture = { type: 'file', mediaType: 'image/png', url: 'file:///home/a/f1.png' }
    const bytes = database({
      assistant: [{ id: 'a', name: 'Botanist', prompt: 'You know plants.' }],
      topic: [
        {
          id: 't',
          name: 'Moss',
          assistant_id: 'a',
          prompt: 'Be brief.',
          active_node_id: '3',
          is_pinned: 1,
          created_at: 1_790_000_000_000,
        },
        { id: 'gone', name: 'Gone', deleted_at: 1_790_000_000_000 },
      ],
      message: [
        message('root', null, 'root', []),
        message('1', 'root', 'user', [{ type: 'text', text: 'What is this?' }, picture]),
        message('2', '1', 'assistant', [{ type: 'text', text: 'Grass.' }], { model_id: 'openai::gpt-4o' }),
        message('3', '1', 'assistant', [
          { type: 'reasoning', text: 'Soft.' },
          { type: 'text', text: 'Moss [1].', providerMetadata: { cherry: { references } } },
          { type: 'tool-search', state: 'output-available' },
        ]),
      ],
    })
    const report = await chats.take(backup(bytes, { 'Data/Files/f1.png': pictures.png }), 'cherry.zip')
    expect(report).toMatchObject({ added: { conversations: 1, messages: 3, files: 1, assistants: 1 } })
    expect(report.byChat.named).toEqual([
      { title: 'Moss', skipped: [{ reason: 'tool', count: 1 }] },
      { title: 'Gone', skipped: [{ reason: 'deleted', count: 1 }] },
    ])
    expect(await chats.shown('Moss')).toMatchObject([
      { text: 'What is this?', attachments: [{ mime: 'image/png' }] },
      {
        text: 'Moss [1].\n\n[1]: <https://example.org/moss>\n\n1. [Moss](<https://example.org/moss>)',
        thinking: { text: 'Soft.' },
        versions: [{}, {}],
      },
    ])
    expect((await chats.list())[0]).toMatchObject({
      pinned: true,
      parameters: { system: 'You know plants.\n\nBe brief.' },
    })
    expect(await chats.take(backup(bytes), 'again.zip')).toMatchObject({
      added: { conversations: 0, messages: 0 },
      present: 2,
    })
  })

  test('a backup with blocks of version 1, and messages without a topic, is imported', async () => {
    const blocks = [
      { type: 'thinking', content: 'Hm.' },
      { type: 'main_text', content: 'Yes.' },
      { type: 'code', content: 'x', language: 'js' },
    ]
    const bytes = database({
      topic: [{ id: 'other', name: 'Other' }],
      message: [
        {
          id: '1',
          topic_id: 'lost',
          role: 'user',
          data: JSON.stringify({ blocks: [{ type: 'main_text', content: 'Lost?' }] }),
        },
        { id: '2', topic_id: 'lost', role: 'assistant', data: JSON.stringify({ blocks }) },
      ],
    })
    await chats.take(backup(bytes), 'cherry.zip')
    expect(await chats.texts('Lost?')).toEqual(['Lost?', 'Yes.\n\n```js\nx\n```'])
  })

  test('a topic with a circle is set aside, and a backup with a damaged database is refused', async () => {
    const bytes = database({
      topic: [{ id: 't', name: 'Odd' }],
      message: [message('1', '2', 'user', []), message('2', '1', 'user', [])],
    })
    const report = await chats.take(backup(bytes), 'cherry.zip')
    expect(report.byChat.named).toEqual([{ title: 'Odd', skipped: [{ reason: 'damaged', count: 1 }] }])
    const cut = app.give(backup(bytes.subarray(0, 2 * 4_096)), 'cut.zip')
    expect(await app.refusal('transfer.inspect', { token: cut })).toBe('import_damaged')
  })
})

describe('a backup of DeepChat', () => {
  test('a backup is imported with thinking, artifacts and instructions', async () => {
    const answer = [
      { type: 'reasoning_content', content: 'Warm.' },
      { type: 'content', content: 'Like this:' },
      { type: 'artifact', content: '# Tea', artifact: { title: 'Tea', type: 'text/markdown' } },
      { type: 'tool_call', tool_call: { name: 'search' } },
    ]
    const bytes = database({
      new_sessions: [
        { id: 's', title: 'Tea', is_pinned: 1, created_at: 1_790_000_000_000, updated_at: 1_790_000_000_000 },
      ],
      deepchat_sessions: [{ id: 's', system_prompt: 'Be warm.', model_id: 'm' }],
      deepchat_messages: [
        {
          id: '2',
          session_id: 's',
          order_seq: 2,
          role: 'assistant',
          content: JSON.stringify(answer),
          metadata: '{"model":"m2"}',
          created_at: 1_790_000_001_000,
        },
        {
          id: '1',
          session_id: 's',
          order_seq: 1,
          role: 'user',
          content: '{"text":"How?","files":[{"name":"a.txt","mimeType":"text/plain"}]}',
          created_at: 1_790_000_000_000,
        },
      ],
    })
    const report = await chats.take(
      zipSync({ 'database/agent.db': bytes, 'manifest.json': Buffer.from('{}') }),
      'backup-1.zip',
    )
    expect(report).toMatchObject({ format: 'deepchat', added: { conversations: 1, messages: 2 } })
    expect(await chats.shown('Tea')).toMatchObject([
      { text: 'How?' },
      { text: 'Like this:\n\n**Tea**\n\n# Tea', thinking: { text: 'Warm.' }, model: 'm2' },
    ])
    expect((await chats.list())[0]).toMatchObject({ pinned: true, parameters: { system: 'Be warm.' } })
  })

  test('an older backup is imported, with variants as versions', async () => {
    const said = (msg_id: string, role: string, content: unknown, more: Values = {}) => ({
      msg_id,
      conversation_id: 'c',
      role,
      content: JSON.stringify(content),
      created_at: 1_790_000_000_000,
      ...more,
    })
    const bytes = database({
      conversations: [{ conv_id: 'c', title: 'Old' }],
      messages: [
        said('1', 'user', { text: 'Q' }, { order_seq: 1 }),
        said('2', 'assistant', [{ type: 'content', content: 'A' }], { order_seq: 2 }),
        said('3', 'assistant', [{ type: 'content', content: 'B' }], { order_seq: 3, parent_id: '1', is_variant: 1 }),
      ],
    })
    await chats.take(bytes, 'chat.db')
    expect(await chats.texts('Old')).toEqual(['Q', 'A'])
    expect((await chats.shown('Old'))[1]?.versions).toHaveLength(2)
  })
})

test('a database of another program is not recognised', async () => {
  const token = app.give(database({ notes: [{ id: '1', text: 'x' }] }), 'a.db')
  expect(await app.refusal('transfer.inspect', { token })).toBe('not_importable')
})

describe('databases next to other files', () => {
  const claude = () => readFileSync(join(import.meta.dirname, '../../../fixtures/transfer/claude.json'))
  const broken = () => Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(200, 7)])
  const said = (id: string, chat: string, text: string) => ({
    id,
    session_id: chat,
    role: 'user',
    content: JSON.stringify({ text }),
    order_seq: 1,
  })
  const older = (chat: string, text: string) =>
    database({
      conversations: [{ conv_id: chat, title: text }],
      messages: [{ msg_id: `${chat} m`, conversation_id: chat, role: 'user', content: JSON.stringify({ text }) }],
    })
  const today = (chat: string, text: string) =>
    database({ new_sessions: [{ id: chat, title: text }], deepchat_messages: [said(`${chat} m`, chat, text)] })

  test('damaged databases next to other files are named, and do not affect the others', async () => {
    const report = await chats.take(zipSync({ 'a.db': broken(), 'conversations.json': claude() }), 'a.zip')
    expect(report.format).toBe('claude')
    expect(report.byChat.named).toContainEqual({ title: 'a.db', skipped: [{ reason: 'other', count: 1 }] })
    await expect(chats.take(zipSync({ 'a.db': broken() }), 'b.zip')).rejects.toThrow('import_damaged')
  })

  test('all databases of one program are read, and other chats are named', async () => {
    const zip = zipSync({
      'a/broken.db': broken(),
      'a/chat.db': older('one', 'Older'),
      'b/agent.db': today('two', 'Newer'),
      'b/agent.db-wal': Buffer.alloc(64),
      'b/empty.db-wal': Buffer.alloc(64),
      'conversations.json': claude(),
    })
    const report = await chats.take(zip, 'a.zip')
    expect((await chats.list()).map(({ title }) => title).sort()).toEqual(['Newer', 'Older'])
    expect(report.byChat.named.map(({ title }) => title).sort()).toEqual([
      'a/broken.db',
      'b/agent.db-wal',
      'conversations.json',
    ])
  })
})
