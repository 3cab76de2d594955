import { afterEach, beforeEach, expect, test } from 'vitest'
import { ImportedChats } from '../../../fakes/imported-chats.ts'
import { pictures } from '../../../fakes/pictures.ts'
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

const chat = (messages: object, more: object = {}) => ({
  id: 'o',
  title: 'A',
  chat: { models: ['m'], history: { currentId: 'b', messages } },
  created_at: 1_790_000_000,
  ...more,
})
const user = { id: 'a', parentId: null, role: 'user', content: 'Q', timestamp: 1_790_000_000 }
const answer = { id: 'b', parentId: 'a', role: 'assistant', content: 'A', model: 'm', timestamp: 1_790_000_001_000 }

test('an export is imported with branches, thinking, sources, tags and times of either unit', async () => {
  const report = await chats.take(transferFixture('open-webui.json'), 'chat-export-1.json')
  expect(report).toMatchObject({
    format: 'open-webui',
    added: { conversations: 2, messages: 5 },
    skipped: [{ reason: 'tool', count: 1 }],
  })
  expect(await chats.shown('Rye')).toMatchObject([
    { text: 'Why does rye stick?', createdAt: 1_700_000_000_000 },
    {
      text: 'Pentosans bind water [1].\n\n[1]: <https://example.org/rye>\n\n1. [Rye](<https://example.org/rye>)',
      thinking: { text: 'Rye has <little> gluten.' },
      model: 'qwen3',
      versions: [{}, {}],
    },
  ])
  expect((await chats.list()).find(({ title }) => title === 'Rye')).toMatchObject({
    pinned: true,
    parameters: { system: 'You bake.' },
  })
  expect((await app.call('history.facets', {})).tags).toEqual([{ value: 'bread', count: 1 }])
})

test('a single chat, and the older format without a tree, are imported', async () => {
  await chats.take(JSON.stringify(chat({ a: user, b: answer })), 'a.json')
  const old = { id: 'old', title: 'Old', chat: { messages: [user, { ...answer, parentId: undefined }] } }
  await chats.take(JSON.stringify([old]), 'b.json')
  expect(await chats.texts('A')).toEqual(['Q', 'A'])
  expect(await chats.texts('Old')).toEqual(['Q', 'A'])
})

test('pictures in a chat are imported, and those on a server are missing', async () => {
  const url = `data:image/png;base64,${Buffer.from(pictures.png).toString('base64')}`
  const files = [
    { type: 'image', url },
    { type: 'image', url: '/api/v1/files/1/content' },
    { type: 'file', name: 'a.pdf' },
  ]
  const report = await chats.take(JSON.stringify([chat({ a: { ...user, files }, b: answer })]), 'a.json')
  expect(report.added.files).toBe(1)
  expect(report.byChat.named).toEqual([
    {
      title: 'A',
      skipped: [
        { reason: 'attachment', count: 1 },
        { reason: 'media_missing', count: 1 },
      ],
    },
  ])
})

test.each([
  ['a circle', chat({ a: { ...user, parentId: 'b' }, b: answer })],
  ['no chat', { ...chat({}), chat: 5 }],
])('one with %s is set aside and named, and the rest comes in', async (_what, odd) => {
  const good = chat({ a: user, b: answer }, { id: 'good', title: 'Good' })
  const report = await chats.take(JSON.stringify([good, odd]), 'a.json')
  expect([report.added.conversations, report.byChat.named]).toEqual([
    1,
    [{ title: 'A', skipped: [{ reason: 'damaged', count: 1 }] }],
  ])
})

test('an unclosed thinking mark stays as text', async () => {
  const content = 'Before <details type="reasoning" done="false"> and after'
  await chats.take(JSON.stringify([chat({ a: user, b: { ...answer, content } })]), 'a.json')
  expect((await chats.texts('A'))[1]).toBe(content)
})
