import { zipSync } from 'fflate'
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

const says = (uuid: string, sender: string, text: string, more: object = {}) => ({
  uuid,
  sender,
  text,
  content: [{ type: 'text', text }],
  created_at: '2026-03-01T08:00:00Z',
  ...more,
})
const chat = (messages: readonly object[], more: object = {}) => ({
  uuid: 'c',
  name: 'A',
  chat_messages: messages,
  ...more,
})

test('an export is imported with thinking, artifacts, texts of attachments and sources', async () => {
  const report = await chats.take(transferFixture('claude.json'), 'conversations.json')
  expect(report).toMatchObject({ format: 'claude', added: { conversations: 1, messages: 2 } })
  expect(report.byChat.named).toEqual([
    {
      title: 'A poem',
      skipped: [
        { reason: 'attachment', count: 1 },
        { reason: 'tool', count: 1 },
      ],
    },
    { title: '', skipped: [{ reason: 'empty', count: 1 }] },
  ])
  expect(await chats.shown('A poem')).toMatchObject([
    { text: 'Write a poem\n\n**notes.txt**\n\n```\ntides\n```', createdAt: Date.parse('2026-03-01T08:00:00Z') },
    {
      text: 'Here it is:\n\n**Tides**\n\nThe tide\nresides.\n\nMore?\n\n[1]: <https://example.org/tides>\n\n1. [Tides](<https://example.org/tides>)',
      thinking: { text: 'Tides rhyme with sides.' },
    },
  ])
})

test('edits are branches, and a chat ends at the message that was shown', async () => {
  const root = '00000000-0000-4000-8000-000000000000'
  const messages = [
    says('1', 'human', 'One', { parent_message_uuid: root }),
    says('2', 'assistant', 'To one', { parent_message_uuid: '1' }),
    says('3', 'human', 'Other', { parent_message_uuid: root }),
    says('4', 'assistant', 'To the other', { parent_message_uuid: '3' }),
  ]
  await chats.take(JSON.stringify([chat(messages, { current_leaf_message_uuid: '2' })]), 'a.json')
  expect(await chats.texts('A')).toEqual(['One', 'To one'])
  expect((await chats.shown('A'))[0]?.versions).toHaveLength(2)
})

test('older exports are one line, with artifacts in the text', async () => {
  const text =
    'See:\n<antArtifact identifier="x" type="application/vnd.ant.code" language="python" title="Sum">1 + 1</antArtifact>\nDone'
  const messages = [says('1', 'human', 'Q'), { uuid: '2', sender: 'assistant', text }]
  await chats.take(JSON.stringify([chat(messages)]), 'a.json')
  expect(await chats.texts('A')).toEqual(['Q', 'See:\n\n**Sum**\n\n```python\n1 + 1\n```\n\nDone'])
})

test('projects are folders of their chats, or assistants, and other files are named', async () => {
  const projects = [
    { uuid: 'p', name: 'Bread', prompt_template: 'You bake.', docs: [{ filename: 'a.txt', content: 'x' }] },
    { uuid: 'q', name: 'Tea', description: 'Leaves', prompt_template: 'You brew.', docs: [] },
  ]
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  const report = await chats.take(
    zipSync({
      'conversations.json': json([chat([says('1', 'human', 'Q')], { project: { uuid: 'p', name: 'Bread' } })]),
      'projects.json': json(projects),
      'users.json': json([{ uuid: 'u', full_name: 'A' }]),
      'memories.json': json([{ conversations_memory: 'Likes tea' }]),
    }),
    'data.zip',
  )
  expect(report.added).toMatchObject({ conversations: 1, folders: 1, assistants: 1 })
  expect(await app.call('folders.list', {})).toMatchObject([{ name: 'Bread', system: 'You bake.' }])
  expect(report.byChat.named).toEqual([
    { title: 'Bread', skipped: [{ reason: 'attachment', count: 1 }] },
    { title: 'memories.json', skipped: [{ reason: 'other', count: 1 }] },
  ])
})

test.each([
  [
    'a circle',
    chat([
      says('1', 'human', 'x', { parent_message_uuid: '2' }),
      says('2', 'assistant', 'y', { parent_message_uuid: '1' }),
    ]),
  ],
  ['two messages of one id', chat([says('1', 'human', 'x'), says('1', 'assistant', 'y')])],
  ['messages of the wrong type', chat([], { chat_messages: 'none' })],
])('one with %s is set aside and named, and the rest comes in', async (_what, odd) => {
  const good = chat([says('1', 'human', 'Hello')], { uuid: 'good', name: 'Good' })
  const report = await chats.take(JSON.stringify([odd, good]), 'a.json')
  expect([report.added.conversations, report.byChat.named]).toEqual([
    1,
    [{ title: 'A', skipped: [{ reason: 'damaged', count: 1 }] }],
  ])
})

test('documents are counted by project, and unsupported content is named', async () => {
  const chat = {
    uuid: 'c',
    name: 'Files',
    chat_messages: [
      { uuid: 'm', sender: 'human', text: 'See', attachments: [{ file_name: '', extracted_content: 'words' }] },
    ],
  }
  const projects = [
    { uuid: 'p', name: 'Full', prompt_template: 'Be brief.', docs: [{}, {}, {}] },
    { uuid: 'q', name: 'Bare' },
  ]
  const zip = zipSync({
    'conversations.json': Buffer.from(JSON.stringify([chat])),
    'projects.json': Buffer.from(JSON.stringify(projects)),
    'broken.json': Buffer.from('[{"uuid":'),
  })
  const report = await chats.take(zip, 'a.zip')
  expect(report.byChat.named).toEqual([
    { title: 'Full', skipped: [{ reason: 'attachment', count: 3 }] },
    { title: 'Bare', skipped: [{ reason: 'other', count: 1 }] },
    { title: 'broken.json', skipped: [{ reason: 'other', count: 1 }] },
  ])
  expect(await chats.texts('Files')).toEqual(['See\n\n```\nwords\n```'])
})
