import { afterEach, beforeEach, expect, test } from 'vitest'
import { ImportedChats } from '../../../fakes/imported-chats.ts'
import { TransferApp, transferFixture } from '../../../fakes/transfer.ts'

let app: TransferApp
let chats: ImportedChats
beforeEach(async () => {
  app = await TransferApp.start()
  chats = new ImportedChats(app)
})
afterEach(async () => {
  await app.close()
  app.remove()
})

test('an export of version 7 is imported by topic, with answers to one question as versions', async () => {
  const report = await chats.take(transferFixture('lobehub.json'), 'LobeChat-config-v7.json')
  expect(report).toMatchObject({
    format: 'lobehub',
    added: { conversations: 2, messages: 4, folders: 1, assistants: 1 },
    skipped: [{ reason: 'tool', count: 1 }],
  })
  expect(await chats.shown('Clay')).toMatchObject([
    { text: 'How do I loosen clay?' },
    { text: 'Sand.', versions: [{}, {}] },
  ])
  expect(await chats.texts('Gardener')).toEqual(['And lime?'])
  expect((await chats.list()).find(({ title }) => title === 'Clay')).toMatchObject({
    pinned: true,
    parameters: { system: 'You know soil.' },
  })
})

test('an export of a database is imported, with threads as separate chats and times as text', async () => {
  const at = (second: number) => `2026-02-01T10:00:0${second}.000Z`
  const message = (id: string, role: string, content: string, second: number, more: object = {}) => ({
    id,
    role,
    content,
    sessionId: 's',
    topicId: 't',
    createdAt: at(second),
    ...more,
  })
  const data = {
    agents: [{ id: 'a', systemRole: 'You brew.', model: 'm' }],
    agentsToSessions: [{ agentId: 'a', sessionId: 's' }],
    sessions: [{ id: 's', title: 'Tea' }],
    topics: [{ id: 't', sessionId: 's', title: 'Green' }],
    threads: [{ id: 'h', topicId: 't', title: 'Aside' }],
    messages: [
      message('1', 'user', 'Q', 1),
      message('2', 'assistant', 'A', 2, { parentId: '1', reasoning: { content: 'Hot.' } }),
      message('3', 'user', 'In a thread', 3, { threadId: 'h', parentId: '2' }),
    ],
  }
  const report = await chats.take(JSON.stringify({ data, mode: 'pglite', schemaHash: 'x' }), 'a.json')
  expect(report.added).toMatchObject({ conversations: 2, messages: 3, assistants: 1 })
  expect(await chats.texts('Green')).toEqual(['Q', 'A'])
  expect(await chats.texts('Green · Aside')).toEqual(['In a thread'])
  expect((await chats.list()).every(({ parameters }) => parameters.system === 'You brew.')).toBe(true)
})

test('the oldest format, with messages within their session, is imported', async () => {
  const session = {
    id: 's',
    meta: { title: 'Old' },
    config: { systemRole: 'Be brief.' },
    chats: {
      1: { id: '1', role: 'user', content: 'Q', createAt: 1, createdAt: 1_690_000_000_000 },
      2: { id: '2', role: 'assistant', content: 'A', parentId: '1', createdAt: 1_690_000_001_000 },
    },
    topics: {},
  }
  await chats.take(
    JSON.stringify({ exportType: 'sessions', state: { sessions: { s: session } }, version: 1 }),
    'a.json',
  )
  expect(await chats.texts('Old')).toEqual(['Q', 'A'])
})

test('unreadable messages are counted for their chat', async () => {
  const message = (id: string, topicId: string, more: object) => ({ id, topicId, content: 'Text', ...more })
  const data = {
    topics: [
      { id: 't', title: 'Green' },
      { id: 'u', title: 'Odd' },
    ],
    messages: [
      message('1', 't', { role: 'user' }),
      message('2', 't', {}),
      message('3', 't', {}),
      message('4', 'u', {}),
    ],
  }
  const report = await chats.take(JSON.stringify({ data }), 'a.json')
  expect(report.byChat.named).toEqual([
    { title: 'Green', skipped: [{ reason: 'other', count: 2 }] },
    { title: 'Odd', skipped: [{ reason: 'damaged', count: 1 }] },
  ])
})
