import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

const bytes = (text: string): Uint8Array => Buffer.from(text)

test.each([
  ['headings', '# Tea\n\n## User\n\nHow?\n\n## Assistant\n\nHot.\n'],
  [
    'marks of other clients',
    '# Tea\r\n\r\n### 🧑‍💻 User\r\n\r\nHow?\r\n\r\n---\r\n### 🤖 Assistant (gpt-4o)\r\n\r\nHot.',
  ],
  ['bold lines', '# Tea\n\n**You:**\nHow?\n\n**ChatGPT:**\nHot.'],
  ['Chinese names', '---\ntitle: Tea\n---\n\n## 用户：\n\nHow?\n\n## 助手：\n\nHot.'],
])('a file with %s that name who speaks is a chat', async (_what, text) => {
  await chats.take(text, 'a.md')
  const messages = await chats.shown('Tea')
  expect(messages.map(({ role, text: said }) => [role, said.replace(/\s*---$/, '')])).toEqual([
    ['user', 'How?'],
    ['assistant', 'Hot.'],
  ])
})

test('headings of an answer, and of code, do not end it', async () => {
  const answer = '# Steps\n\n## One\n\n### User\n\n```md\n## User\n```\n\nDone'
  await chats.take(`## User\n\nQ\n\n## Assistant\n\n${answer}`, 'Plan.md')
  expect(await chats.texts('Plan')).toEqual(['Q', answer])
})

test('a file without such headings is one message, with its name as its title', async () => {
  await chats.take('Some notes.\n\n## A heading\n\nMore.', 'Notes of May.markdown')
  expect(await chats.shown('Notes of May')).toMatchObject([
    { role: 'user', text: 'Some notes.\n\n## A heading\n\nMore.' },
  ])
})

test('what Atelier exported as Markdown comes in with instructions, models, times, pictures and thoughts', async () => {
  const from = await TransferApp.start()
  try {
    const chat = [
      {
        title: 'A kettle',
        conversation_id: 'k',
        create_time: 1_790_000_000,
        mapping: {
          s: {
            parent: null,
            message: { author: { role: 'system' }, content: { content_type: 'text', parts: ['Be kind.'] } },
          },
          a: {
            parent: 's',
            message: {
              author: { role: 'user' },
              create_time: 1_790_000_040,
              content: {
                content_type: 'multimodal_text',
                parts: ['Why?', { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-A1' }],
              },
            },
          },
          t: {
            parent: 'a',
            message: {
              author: { role: 'assistant' },
              content: { content_type: 'thoughts', thoughts: [{ content: 'Hm.\n\nSteam.' }] },
            },
          },
          b: {
            parent: 't',
            message: {
              author: { role: 'assistant' },
              create_time: 1_790_000_100,
              metadata: { model_slug: 'gpt-5' },
              content: { content_type: 'text', parts: ['Steam.\n\n## More'] },
            },
          },
        },
      },
    ]
    const zip = zipSync({ 'conversations.json': bytes(JSON.stringify(chat)), 'file-A1-x.png': pictures.png })
    await from.call('transfer.import', { token: from.give(zip, 'a.zip') })
    const [found] = (await from.call('chat.list', { query: '', offset: 0, limit: 1 })).conversations
    await from.call('transfer.save', { conversationIds: [found?.id ?? ''], format: 'md', thinking: true })
    const report = await chats.take(from.exported(), 'A kettle.zip')
    expect(report).toMatchObject({
      format: 'markdown',
      added: { conversations: 1, messages: 2, files: 1 },
      skipped: [],
    })
    expect(await chats.shown('A kettle')).toMatchObject([
      { role: 'user', text: 'Why?', createdAt: 1_790_000_040_000, attachments: [{ mime: 'image/png' }] },
      { role: 'assistant', text: 'Steam.\n\n## More', model: 'gpt-5', thinking: { text: 'Hm.\n\nSteam.' } },
    ])
    expect((await chats.list())[0]?.parameters.system).toBe('Be kind.')
  } finally {
    await from.close()
    from.remove()
  }
})

describe('an archive of Markdown', () => {
  test('is a chat for each file, and names what else is in it', async () => {
    const report = await chats.take(
      zipSync({
        'notes/Tea.md': bytes('Tea'),
        'notes/deep/Rye.md': bytes('Rye'),
        'notes/table.csv': bytes('a,b'),
        '__MACOSX/notes/._Tea.md': bytes('x'),
        'notes/.DS_Store': bytes('x'),
      }),
      'notes.zip',
    )
    expect(report.added.conversations).toBe(2)
    expect(report.byChat.named).toEqual([{ title: 'notes/table.csv', skipped: [{ reason: 'attachment', count: 1 }] }])
  })

  test('taken twice, also under other names, is there once', async () => {
    await chats.take(zipSync({ 'Tea.md': bytes('Tea') }), 'a.zip')
    expect(await chats.take(zipSync({ 'b/Other.md': bytes('Tea') }), 'b.zip')).toMatchObject({ present: 1 })
  })

  test('beside an export of a program is not read', async () => {
    const zip = zipSync({ 'conversations.json': transferFixture('claude.json'), 'README.md': bytes('Read me') })
    expect((await chats.take(zip, 'a.zip')).format).toBe('claude')
  })
})
