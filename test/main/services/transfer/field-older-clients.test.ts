import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ImportedChats } from '../../../fakes/imported-chats.ts'
import { TransferApp } from '../../../fakes/transfer.ts'

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

describe('a backup of Cherry Studio 1', () => {
  const store = (topics: readonly object[]) => ({
    'persist:cherry-studio': JSON.stringify({
      assistants: JSON.stringify({ assistants: [{ name: 'A', prompt: 'You know plants.', topics }] }),
    }),
  })
  const one = { id: '1', role: 'user', content: 'x' }

  test('a backup has the prompt of a topic, thinking, and sources of any provider', async () => {
    const results = [
      { results: [{ title: 'One', url: 'https://a.example/1' }] },
      { groundingChunks: [{ web: { uri: 'https://b.example/2', title: 'Two' } }] },
      [{ type: 'url_citation', url_citation: { url: 'https://c.example/3', title: 'Three' } }],
      ['https://d.example/4'],
    ]
    const blocks = [
      { id: 'think', type: 'thinking', content: 'Hm.' },
      { id: 'text', type: 'main_text', content: 'Moss.' },
      ...results.map((found, index) => ({
        id: `c${index}`,
        type: 'citation',
        response: { results: found, source: 'x' },
      })),
    ]
    const answer = { id: '2', role: 'assistant', blocks: blocks.map(({ id }) => id) }
    const data = {
      localStorage: store([{ id: 't', name: 'Moss', prompt: 'Be brief.' }]),
      indexedDB: { topics: [{ id: 't', messages: [one, answer] }], message_blocks: blocks },
    }
    const report = await chats.take(JSON.stringify(data), 'data.json')
    expect(report.skipped).toEqual([])
    expect((await chats.list())[0]?.parameters.system).toBe('You know plants.\n\nBe brief.')
    const [, said] = await chats.shown('Moss')
    expect(said?.thinking?.text).toBe('Hm.')
    for (const source of [
      '[One](<https://a.example/1>)',
      '[Two](<https://b.example/2>)',
      '[Three](<https://c.example/3>)',
    ])
      expect(said?.text).toContain(source)
    expect(said?.text).toContain('<https://d.example/4>')
  })

  test('an unreadable topic in the store keeps the titles and prompts of all others', async () => {
    const topics = [
      { id: 7, name: 'Odd' },
      { id: 't', name: 'Moss', pinned: 'yes' },
    ]
    const data = {
      localStorage: store(topics),
      indexedDB: { topics: [{ id: 't', messages: [one] }], message_blocks: [] },
    }
    await chats.take(JSON.stringify(data), 'data.json')
    expect((await chats.list()).map(({ parameters, title }) => [title, parameters.system])).toEqual([
      ['Moss', 'You know plants.'],
    ])
  })

  test('an unreadable topic, message or block keeps the rest, and names what is missing', async () => {
    const topics = [
      5,
      { id: 'twice', messages: [one, one] },
      {
        id: 'good',
        messages: [one, { id: 5 }, { ...one, id: '3', role: 'assistant', content: 'y', blocks: ['gone'] }],
      },
    ]
    const data = {
      localStorage: store([
        { id: 'twice', name: 'Twice' },
        { id: 'good', name: 'Good' },
      ]),
      indexedDB: { topics, message_blocks: [7] },
    }
    const report = await chats.take(JSON.stringify(data), 'data.json')
    expect(report.added).toMatchObject({ conversations: 1, messages: 2 })
    expect(report.byChat.named).toEqual([
      { title: '', skipped: [{ reason: 'damaged', count: 1 }] },
      { title: 'Twice', skipped: [{ reason: 'damaged', count: 1 }] },
      { title: 'Good', skipped: [{ reason: 'other', count: 2 }] },
    ])
  })
})

describe('an export of Chatbox', () => {
  test('a Chatbox export has thinking and assistants', async () => {
    const contentParts = [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'info', text: 'compressed' },
      { type: 'text', text: 'A' },
    ]
    const messages = [
      { id: '1', role: 'user', contentParts: [{ type: 'text', text: 'Q' }] },
      { id: '2', role: 'assistant', contentParts },
    ]
    const data = {
      'chat-sessions-list': [{ id: 's', name: 'Tea' }],
      'session:s': { id: 's', name: 'Tea', messages },
      myCopilots: [{ id: 'c', name: 'Brewer', prompt: 'You brew.' }],
    }
    const report = await chats.take(JSON.stringify(data), 'a.json')
    expect(report).toMatchObject({ added: { conversations: 1, assistants: 1 }, skipped: [] })
    expect(await chats.shown('Tea')).toMatchObject([{ text: 'Q' }, { text: 'A', thinking: { text: 'Hm.' } }])
  })

  test('an unreadable session or message keeps the rest, and is named', async () => {
    const good = { id: 'g', name: 'Good', messages: [{ id: '1', role: 'user', content: 'x' }, { id: 5 }] }
    const report = await chats.take(
      JSON.stringify({ 'session:o': { id: 5, name: 'Odd' }, 'session:g': good }),
      'a.json',
    )
    expect(report.byChat.named).toEqual([
      { title: 'Odd', skipped: [{ reason: 'damaged', count: 1 }] },
      { title: 'Good', skipped: [{ reason: 'other', count: 1 }] },
    ])
  })
})
