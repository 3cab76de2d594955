import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '../../../../src/shared/chat.ts'
import { noCounts } from '../../../../src/shared/transfer.ts'
import { holdingsOf } from '../../../fakes/filled-folder.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { foreignSamples, TransferApp, transferFixture } from '../../../fakes/transfer.ts'

let app: TransferApp
beforeEach(async () => {
  app = await TransferApp.start()
})
afterEach(async () => {
  await app.close()
  app.remove()
})

function given(format: keyof typeof foreignSamples): string {
  const { bytes, name } = foreignSamples[format]
  return app.give(bytes(), name)
}

async function conversations() {
  return (await app.call('chat.list', { query: '', offset: 0, limit: 100 })).conversations
}

/** The shown branch of a conversation, by title. */
async function shown(title: string): Promise<readonly Message[]> {
  const found = (await conversations()).find((conversation) => conversation.title === title)
  if (!found) throw new Error(`there is no ${title}`)
  return (await app.call('chat.open', { conversationId: found.id, limit: 100 })).page.messages
}

const said = ({ role, text, model, createdAt, attachments, versions }: Message) => ({
  role,
  text,
  model,
  createdAt,
  pictures: attachments.map(({ mime }) => mime),
  versions: versions.length,
})

describe('an export of ChatGPT', () => {
  test('an export of ChatGPT is imported with pictures, versions and times, at the shown branch', async () => {
    expect(await app.call('transfer.import', { token: given('chatgpt') })).toEqual({
      format: 'chatgpt',
      added: { ...noCounts, conversations: 1, messages: 4, files: 2 },
      present: 0,
      skipped: [
        { reason: 'tool', count: 1 },
        { reason: 'media_missing', count: 1 },
        { reason: 'empty', count: 1 },
      ],
      byChat: {
        named: [
          {
            title: 'A kettle that sings',
            skipped: [
              { reason: 'tool', count: 1 },
              { reason: 'media_missing', count: 1 },
            ],
          },
          { title: 'Nothing was said', skipped: [{ reason: 'empty', count: 1 }] },
        ],
        further: 0,
      },
    })
    expect((await shown('A kettle that sings')).map(said)).toEqual([
      {
        role: 'user',
        text: 'Why does this kettle sing?',
        model: 'gpt-4o',
        createdAt: 1_700_000_001_500,
        pictures: ['image/png'],
        versions: 1,
      },
      {
        role: 'assistant',
        text: '',
        model: 'gpt-4o',
        createdAt: 1_700_000_005_000,
        pictures: ['image/webp'],
        versions: 2,
      },
      {
        role: 'assistant',
        text: 'Bubbles, collapsing: 茶壶在唱歌。',
        model: 'gpt-4o',
        createdAt: 1_700_000_006_000,
        pictures: [],
        versions: 1,
      },
    ])
    expect(await conversations()).toMatchObject([
      { model: 'gpt-4o', pinned: true, createdAt: 1_700_000_000_500, activeAt: 1_700_000_500_250 },
    ])
    expect((await conversations())[0]?.parameters.system).toBe('You speak of tea.')
  })

  test('an export of ChatGPT is imported from conversations.json alone, without its pictures', async () => {
    const report = await app.call('transfer.import', {
      token: app.give(transferFixture('chatgpt.json'), 'any name.json'),
    })
    expect([report.format, report.added.files]).toEqual(['chatgpt', 0])
    expect(report.skipped).toContainEqual({ reason: 'media_missing', count: 3 })
  })
})

describe('a backup of Cherry Studio', () => {
  test('a backup of Cherry Studio is imported with both kinds of times, and answers of several models as versions', async () => {
    const report = await app.call('transfer.import', { token: given('cherry-studio') })
    expect(report).toMatchObject({
      format: 'cherry-studio',
      added: { ...noCounts, conversations: 2, messages: 6, files: 1 },
      present: 0,
      skipped: [{ reason: 'tool', count: 1 }],
      byChat: { named: [{ title: '兰花' }], further: 0 },
    })
    expect((await shown('兰花')).map(said)).toEqual([
      expect.objectContaining({ role: 'user', text: 'Which orchid is this?', pictures: ['image/png'] }),
      expect.objectContaining({
        model: 'gpt-4o',
        text: "Phalaenopsis:\n\n```python\ngenus = 'Phalaenopsis'\n```",
        versions: 2,
      }),
      expect.objectContaining({ role: 'user', text: 'Thank you', createdAt: Date.parse('2025-03-01T08:00:05.000Z') }),
    ])
    expect((await shown('Old moss')).map(({ text, model }) => [text, model])).toEqual([
      ['How does moss drink?', 'gpt-4o-mini'],
      ['Through its leaves.', 'gpt-4o-mini'],
    ])
    expect((await conversations()).map(({ pinned, parameters }) => [pinned, parameters.system])).toEqual([
      [true, 'You know plants.'],
      [false, 'You know plants.'],
    ])
  })
})

describe('an export of Chatbox', () => {
  test('an export of Chatbox is imported with threads as separate conversations, and forks as versions', async () => {
    const report = await app.call('transfer.import', { token: given('chatbox') })
    expect(report).toMatchObject({
      format: 'chatbox',
      added: { ...noCounts, conversations: 3, messages: 6, files: 2 },
      present: 0,
      skipped: [
        { reason: 'attachment', count: 1 },
        { reason: 'tool', count: 1 },
        { reason: 'media_missing', count: 1 },
      ],
      byChat: { named: [{ title: 'Bread' }], further: 0 },
    })
    expect((await shown('Bread')).map(said)).toEqual([
      expect.objectContaining({
        text: 'Why is the crust pale?',
        pictures: ['image/gif'],
        createdAt: 1_748_000_001_000,
      }),
      expect.objectContaining({ text: 'Too little steam.', model: 'GPT-4o', versions: 2 }),
    ])
    expect((await shown('Bread · Crumb')).map(({ text }) => text)).toEqual(['And the crumb?', 'Knead less.'])
    expect((await shown('Sourdough')).map(said)).toEqual([expect.objectContaining({ pictures: ['image/png'] })])
  })

  test('an older Chatbox export, a list of sessions, is imported', async () => {
    const old = JSON.stringify({
      'chat-sessions': [
        { id: 'o', name: 'Old', messages: [{ id: '1', role: 'user', content: 'Hello', timestamp: 5 }] },
      ],
    })
    expect((await app.call('transfer.import', { token: app.give(old, 'old.json') })).added.conversations).toBe(1)
    expect((await shown('Old')).map(({ text }) => text)).toEqual(['Hello'])
  })
})

test.each(Object.keys(foreignSamples) as (keyof typeof foreignSamples)[])(
  '%s: what is taken in twice is there once, and what is looked at changes nothing',
  async (format) => {
    const before = holdingsOf(app.folder)
    const token = given(format)
    const seen = await app.call('transfer.inspect', { token })
    expect(holdingsOf(app.folder)).toEqual(before)
    // the token is still valid
    const { added } = await app.call('transfer.import', { token })
    expect([seen.counts.conversations, seen.counts.messages, seen.present]).toEqual([
      added.conversations,
      added.messages,
      0,
    ])
    const once = holdingsOf(app.folder)
    const again = given(format)
    const present = added.conversations + added.assistants
    expect((await app.call('transfer.inspect', { token: again })).present).toBe(present)
    expect(await app.call('transfer.import', { token: again })).toMatchObject({
      added: noCounts,
      present,
    })
    expect(holdingsOf(app.folder)).toEqual(once)
  },
)

test('an imported item that is in the bin counts as present, and stays there', async () => {
  await app.call('transfer.import', { token: given('chatgpt') })
  const [found] = await conversations()
  await app.call('chat.delete', { conversationId: found?.id ?? '' })
  expect(await app.call('transfer.import', { token: given('chatgpt') })).toMatchObject({ added: noCounts, present: 1 })
  expect(await conversations()).toEqual([])
})

test('no key of another program is imported', async () => {
  await app.call('transfer.import', { token: given('cherry-studio') })
  await app.call('transfer.import', { token: given('chatbox') })
  await app.call('transfer.export', { keys: null })
  expect(app.exported().includes('sk-a-key')).toBe(false)
  for (const name of readdirSync(app.folder).filter((file) => file.startsWith('atelier.db')))
    expect([name, readFileSync(join(app.folder, name)).includes('sk-a-key')]).toEqual([name, false])
})

describe('a file that is refused', () => {
  const atelier = (more: object): string => JSON.stringify({ format: 'atelier', version: 1, ...more })
  const about = {
    id: 'c',
    title: 't',
    connectionId: null,
    model: 'm',
    parameters: { system: '', temperature: null, topP: null, maxTokens: null, contextMessages: null },
    pinned: false,
    createdAt: 1,
    activeAt: 1,
    snippet: '',
    leafId: null,
    archivedAt: null,
    tags: [],
  }
  const message = (id: string, parentId: string | null) => ({
    id,
    parentId,
    role: 'user',
    text: '',
    model: 'm',
    state: 'done',
    error: null,
    usage: null,
    timing: null,
    finishReason: null,
    createdAt: 1,
    attachments: [],
  })

  const cases: readonly (readonly [what: string, name: string, bytes: () => Uint8Array | string, code: string])[] = [
    ['nothing at all', 'a.json', () => '', 'import_damaged'],
    ['a picture', 'a.png', () => pictures.png, 'not_importable'],
    ['some text', 'a.txt', () => 'hello', 'not_importable'],
    ['JSON of something else', 'a.json', () => '{"a":1}', 'not_importable'],
    ['a list of something else', 'a.json', () => '[{"uuid":1,"letters":[]}]', 'not_importable'],
    [
      'a ZIP of something else',
      'a.zip',
      () => zipSync({ 'a.png': pictures.png, 'b.png': pictures.png }),
      'not_importable',
    ],
    ['an export of a newer version', 'a.json', () => '{"format":"atelier","version":2}', 'not_importable'],
    [
      'JSON that ends in the middle',
      'a.json',
      () => transferFixture('chatgpt.json').subarray(0, 1500),
      'import_damaged',
    ],
    ['a ZIP that ends in the middle', 'a.zip', () => foreignSamples.chatgpt.bytes().subarray(0, 700), 'import_damaged'],
    ['a ZIP with a damaged file', 'a.zip', () => flipped(foreignSamples.chatgpt.bytes(), 200), 'import_damaged'],
    ['a name that leads out', 'a.zip', () => zipSync({ '../conversations.json': Buffer.from('[]') }), 'import_damaged'],
    ['an absolute name', 'a.zip', () => zipSync({ '/conversations.json': Buffer.from('[]') }), 'import_damaged'],
    [
      'a backup of Cherry Studio that is a copy of its databases',
      'a.zip',
      () =>
        zipSync({
          'metadata.json': Buffer.from('{"version":6,"appName":"Cherry Studio"}'),
          'IndexedDB/file__0.indexeddb.leveldb/000003.log': Buffer.from('x'),
          'Local Storage/leveldb/000003.log': Buffer.from('x'),
          'Data/Files/f1.png': pictures.png,
        }),
      'import_raw_copy',
    ],
    ['a ZIP under a password', 'a.zip', () => encrypted(foreignSamples.chatgpt.bytes()), 'import_encrypted'],
    [
      'a file that is longer than it says',
      'a.zip',
      () => understated(foreignSamples.chatgpt.bytes()),
      'import_damaged',
    ],
    [
      'a bomb',
      'a.zip',
      () => zipSync({ 'conversations.json': Buffer.alloc(64 * 1024 * 1024, ' ') }, { level: 9 }),
      'import_damaged',
    ],
    [
      'a message before its parent',
      'a.json',
      () => atelier(chat([message('1', '2'), message('2', null)])),
      'import_damaged',
    ],
    [
      'two messages of one id',
      'a.json',
      () => atelier(chat([message('1', null), message('1', null)])),
      'import_damaged',
    ],
    ['an end that is not there', 'a.json', () => atelier(chat([message('1', null)], 'gone')), 'import_damaged'],
    [
      'messages of nothing',
      'a.json',
      () => atelier({ conversations: [{ messages: [message('1', null)] }] }),
      'import_damaged',
    ],
    [
      'a role that nobody has',
      'a.json',
      () => atelier(chat([{ ...message('1', null), role: 'system' }])),
      'import_damaged',
    ],
  ]
  function chat(messages: readonly object[], leafId: string | null = null): object {
    return { conversations: [{ about: { ...about, leafId }, messages }] }
  }
  test.each(cases)('an import refuses %s', async (_what, name, bytes, code) => {
    const before = holdingsOf(app.folder)
    const inspected = await app.refusal('transfer.inspect', { token: app.give(bytes(), name) })
    expect(await app.refusal('transfer.import', { token: app.give(bytes(), name) })).toBe(code)
    // faults that appear only on writing are not found before
    expect([code, 'ok']).toContain(inspected)
    expect(holdingsOf(app.folder)).toEqual(before)
    expect(readdirSync(app.folder).filter((file) => file.startsWith('given'))).toHaveLength(1)
    expect(await conversations()).toEqual([])
  })

  test('refuses a token that names nothing', async () => {
    expect(await app.refusal('transfer.inspect', { token: 'x' })).toBe('not_found')
    expect(await app.refusal('transfer.import', { token: 'x' })).toBe('not_found')
  })
})

test('an invalid picture is left out and reported', async () => {
  const zip = zipSync({
    'conversations.json': transferFixture('chatgpt.json'),
    'file-AbC123-kettle.png': Buffer.from('<script>alert(1)</script>'),
  })
  const report = await app.call('transfer.import', { token: app.give(zip, 'a.zip') })
  expect(report.added.files).toBe(0)
  expect(report.skipped).toContainEqual({ reason: 'media_refused', count: 1 })
})

/** A ZIP that marks all its files as encrypted. */
function encrypted(zip: Uint8Array): Uint8Array {
  return changedInIndex(zip, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8))
}

/** A ZIP that states a length of a hundred bytes for all its files. */
function understated(zip: Uint8Array): Uint8Array {
  return changedInIndex(zip, (entry) => entry.writeUInt32LE(100, 24))
}

function changedInIndex(zip: Uint8Array, change: (entry: Buffer) => void): Uint8Array {
  const bytes = Buffer.from(zip)
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4))
    change(bytes.subarray(at))
  return bytes
}

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte))
}
