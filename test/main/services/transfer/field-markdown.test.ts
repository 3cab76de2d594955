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

test.each([
  ['words with a hyphen', '## User-defined types\n\nOne\n\n## AI-generated text\n\nTwo\n\n## System-on-chip\n\nThree'],
  ['chapters', '## 1. Parts\n\nOne\n\n## 2. System\n\nTwo'],
  ['one side alone', '## Question\n\nOne\n\n## Further\n\nTwo\n\n## Prompt\n\nThree'],
  ['two levels', '# Answer\n\nOne\n\n## You\n\nTwo'],
])('headings with %s name no speaker', async (_what, text) => {
  await chats.take(`Notes\n\n${text}`, 'Notes.md')
  expect(await chats.texts('Notes')).toEqual([`Notes\n\n${text}`])
})

test('a title that is also the name of a speaker does not hide those below it', async () => {
  await chats.take('# ChatGPT\n\n## User - 10:00\n\nHow?\n\n## Assistant – 10:01\n\nHot.', 'a.md')
  expect(await chats.texts('ChatGPT')).toEqual(['How?', 'Hot.'])
})

test.each([
  ['a rule', '---\n\n**You:**\n\nHello\n\n---\n\n**ChatGPT:**\n\nHi', ['Hello\n\n---', 'Hi']],
  ['sentences', '---\nHe said: go.\nThen we went\n---\nEnd', ['---\nHe said: go.\nThen we went\n---\nEnd']],
  ['a list', '---\n- eggs\n- milk\n---\nEnd', ['---\n- eggs\n- milk\n---\nEnd']],
])('%s at the beginning is text', async (_what, text, expected) => {
  await chats.take(text, 'Rule.md')
  const texts = await chats.texts('Rule')
  expect(texts.map((one) => one.replace(/^---\n\n(?=\*)/, '')).filter((one) => one !== '---')).toEqual(expected)
})

test('metadata at the beginning may be lists, comments and further lines', async () => {
  await chats.take('---\n# made today\ntitle: Tea\ntags:\n- hot\n- green\nnote: |\n  more\n\n---\nText', 'a.md')
  expect(await chats.texts('Tea')).toEqual(['Text'])
})

test('a heading that differs from the title, or is too long for one, stays in the text', async () => {
  await chats.take('---\ntitle: Tea\n---\n# Green tea\n\nText', 'a.md')
  expect(await chats.texts('Tea')).toEqual(['# Green tea\n\nText'])
  const long = 'word '.repeat(60).trim()
  await chats.take(`# ${long}\n\nText`, 'Long.md')
  expect(await chats.texts('Long')).toEqual([`# ${long}\n\nText`])
})

test('inline code opens no block', async () => {
  await chats.take('## User\n\n```npm install```\n\n## Assistant\n\n~~~\n```\n~~~ more\n## User\n~~~\nDone', 'a.md')
  expect(await chats.texts('a')).toEqual(['```npm install```', '~~~\n```\n~~~ more\n## User\n~~~\nDone'])
})

test.each([
  [
    'gbk',
    'c4e3bac3a3acd5e2cac7d2bbb7ddb9d8d3dab2e8b5c4b1cabcc7a1a3b2e8cac7d2bbd6d6d2fbc1cfa1a3',
    '你好，这是一份关于茶的笔记。茶是一种饮料。',
  ],
  ['utf-16le', Buffer.from('Some notes of May about tea.', 'utf16le').toString('hex'), 'Some notes of May about tea.'],
])('a file in %s is read in its encoding', async (_encoding, hex, text) => {
  await chats.take(Buffer.from(hex, 'hex'), 'Notes.md')
  expect(await chats.texts('Notes')).toEqual([text])
})

test('bytes that are not text are reported', async () => {
  const zip = zipSync({ 'Tea.md': bytes('Tea'), 'Odd.md': pictures.png })
  const report = await chats.take(zip, 'a.zip')
  expect([report.added.conversations, report.byChat.named]).toEqual([
    1,
    [{ title: 'Odd', skipped: [{ reason: 'damaged', count: 1 }] }],
  ])
})

test('headings within an answer or its code do not end it', async () => {
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

test('Atelier’s own Markdown is imported with instructions, models, times, pictures and thinking', async () => {
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

describe('an archive of Markdown files', () => {
  test('each file of an archive becomes a chat, and other content is named', async () => {
    const report = await chats.take(
      zipSync({
        'notes/Tea.md': bytes('Tea\n\n![](tea.png)'),
        'notes/tea.png': pictures.png,
        'notes/unseen.png': pictures.png,
        'notes/deep/Rye.md': bytes('Rye'),
        'notes/table.csv': bytes('a,b'),
        '__MACOSX/notes/._Tea.md': bytes('x'),
        'notes/.DS_Store': bytes('x'),
      }),
      'notes.zip',
    )
    expect(report.added.conversations).toBe(2)
    expect(report.byChat.named).toEqual([
      { title: 'notes/unseen.png', skipped: [{ reason: 'other', count: 1 }] },
      { title: 'notes/table.csv', skipped: [{ reason: 'attachment', count: 1 }] },
    ])
  })

  test('an archive imported twice, also under other file names, is stored once', async () => {
    await chats.take(zipSync({ 'Tea.md': bytes('Tea') }), 'a.zip')
    expect(await chats.take(zipSync({ 'b/Other.md': bytes('Tea') }), 'b.zip')).toMatchObject({ present: 1 })
  })

  test('Markdown next to an export of a program is not read', async () => {
    const zip = zipSync({ 'conversations.json': transferFixture('claude.json'), 'README.md': bytes('Read me') })
    expect((await chats.take(zip, 'a.zip')).format).toBe('claude')
  })
})
