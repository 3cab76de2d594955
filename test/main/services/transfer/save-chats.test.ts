import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { documentText } from '../../../../src/main/services/documents/document-text.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { openStorage } from '../../../../src/main/storage/open.ts'
import { ToolCalls } from '../../../../src/main/storage/tool-calls.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { conversation, storedCall, storedMessage } from '../../../fakes/storage.ts'
import type { TransferApp } from '../../../fakes/transfer.ts'
import { transferApps } from '../../../fakes/transfer-apps.ts'

const start = transferApps()

/** An app whose page writes Markdown as `page` does; null never answers. */
async function started(
  fill?: (folder: string) => Promise<void>,
  page: ((text: string) => string | null) | null = (text) => `<p class="written">${text.length}</p>`,
): Promise<TransferApp> {
  const app = await start(fill)
  const { events } = app.platform
  const emit = events.emit.bind(events)
  events.emit = (name, payload) => {
    emit(name, payload)
    const asked = events.of('transfer.render').at(-1)
    if (name !== 'transfer.render' || asked === undefined || page === null) return
    setImmediate(() => void app.call('transfer.rendered', { id: asked.id, html: page(asked.text) }))
  }
  return app
}

const question = 'Is a < b & "c"?\n  茶'
const answer = '<think>hidden thought</think>**Yes**, it is.'

/** A chat of two messages and an earlier version of the answer, and another with a picture. */
async function twoChats(folder: string): Promise<void> {
  const { database } = openStorage(folder, 1)
  const [conversations, messages] = [new Conversations(database), new Messages(database)]
  const library = new MediaLibrary(folder, new MediaItems(database), () => 1)
  const tea = conversation('tea', {
    title: 'Tea / <b>茶</b>',
    parameters: { ...defaultParameters, system: 'Be <short>' },
  })
  conversations.insertConversation(tea)
  messages.insertMessage(storedMessage('q', { conversationId: 'tea', text: question }))
  messages.insertMessage(
    storedMessage('a1', { conversationId: 'tea', parentId: 'q', role: 'assistant', text: 'older' }),
  )
  messages.insertMessage(storedMessage('a2', { conversationId: 'tea', parentId: 'q', role: 'assistant', text: answer }))
  const replay = { reasoning_content: 'replayed thought', output_items: [{ text: 'replayed thought' }] }
  new ToolCalls(database).insertCalls(
    { ...{ messageId: 'a1', connectionId: 'c', model: 'm', textEnd: 5, round: 0 }, replay },
    [storedCall('k1', { messageId: 'a1', extra: { extra_content: { thought_signature: 'signed thought' } } })],
  )
  conversations.updateConversation({ ...tea, leafId: 'a2' })
  const kettle = conversation('kettle', { title: 'Kettle' })
  conversations.insertConversation(kettle)
  const picture = await library.addMedia(pictures.png, { mime: 'image/png', width: null, height: null })
  messages.insertMessage(storedMessage('k', { conversationId: 'kettle', text: 'See', attachments: [picture] }))
  messages.insertMessage(
    storedMessage('l', {
      conversationId: 'kettle',
      parentId: 'k',
      role: 'assistant',
      text: 'A kettle',
      thinking: 'steam & all',
    }),
  )
  conversations.updateConversation({ ...kettle, leafId: 'l' })
  database.close()
}

function saved(app: TransferApp): { readonly name: string; readonly bytes: Buffer } {
  const [name = ''] = readdirSync(join(app.folder, 'saved'))
  return { name, bytes: readFileSync(join(app.folder, 'saved', name)) }
}

describe('one chat is saved', () => {
  test('a chat is saved as a self-contained page that runs and loads nothing', async () => {
    const app = await started(twoChats)
    await app.call('transfer.save', { conversationIds: ['tea'], format: 'html', thinking: false })
    const { bytes, name } = saved(app)
    const html = bytes.toString()
    expect(name).toBe('Tea b 茶 b.html')
    expect(html).toContain(`content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`)
    expect(html).toContain('<h1>Tea / &#60;b&#62;茶&#60;/b&#62;</h1>')
    expect(html).toContain('Be &#60;short&#62;')
    expect(html).toContain('Is a &#60; b &#38; &#34;c&#34;?\n  茶')
    expect(html).toContain('prefers-color-scheme:dark')
    expect(html).toContain('@media print')
    expect(html).not.toMatch(/<script|<link|<iframe|src="(?!data:)|url\(|@import/)
    // the page wrote the answer without what was thought, and only the shown version
    expect(html).toContain(`<p class="written">${'**Yes**, it is.'.length}</p>`)
    expect(app.platform.events.of('transfer.render').map(({ text }) => text)).toEqual(['**Yes**, it is.'])
    expect(html).not.toContain('hidden thought')
  })

  test('a chat is saved with thinking on request', async () => {
    const app = await started(twoChats)
    await app.call('transfer.save', { conversationIds: ['tea'], format: 'html', thinking: true })
    expect(saved(app).bytes.toString()).toContain('<div class="thought">hidden thought</div>')
  })

  test('a chat is saved with its pictures inside the page', async () => {
    const app = await started(twoChats)
    await app.call('transfer.save', { conversationIds: ['kettle'], format: 'html', thinking: true })
    const html = saved(app).bytes.toString()
    expect(html).toContain(`src="data:image/png;base64,${pictures.png.toString('base64')}"`)
    expect(html).toContain('steam &#38; all')
  })

  test('a chat is saved as Markdown: a file, or a ZIP with the pictures', async () => {
    const app = await started(twoChats)
    await app.call('transfer.save', { conversationIds: ['tea'], format: 'md', thinking: true })
    const text = saved(app).bytes.toString()
    expect(text).toContain(question)
    expect(text).toContain('**Thinking**\n\n> hidden thought')
    expect(text).toContain('\n\n**Yes**, it is.')
    expect(text).not.toContain('atelier.json')

    const other = await started(twoChats)
    await other.call('transfer.save', { conversationIds: ['kettle'], format: 'md', thinking: false })
    const files = unzipSync(saved(other).bytes)
    const markdown = Buffer.from(files['Kettle.md'] ?? '').toString()
    const [, path = ''] = /!\[\]\(([^)]+)\)/.exec(markdown) ?? []
    expect(Buffer.from(files[path] ?? '')).toEqual(pictures.png)
    expect(markdown).not.toContain('steam')
  })

  test.each([
    ...[
      '<!-- note',
      '<!-- a -->\n<!-- b',
      'text\n<script>\nalert(1)',
      '<PRE\nclass="x">\ntext',
      '<style>a{}',
      '<textarea>',
    ],
    ...['<?php echo', '<!DOCTYPE html', '<![CDATA[ x', '$$\na = b', '$$$ x\na\n$$', '```html\n<!--\n```\n<!-- open'],
    ...['<script>done</script>', '<!-- done -->', '$$\na\n$$', '$$a$$', '<script>\n```\n</script>\n```js\nlet a'],
  ])('as Markdown: %j swallows nothing that follows', async (text) => {
    const app = await started(async (folder) => {
      const { database } = openStorage(folder, 1)
      const [conversations, messages] = [new Conversations(database), new Messages(database)]
      const open = conversation('open', { title: 'Open' })
      conversations.insertConversation(open)
      const said = { conversationId: 'open', text: 'said' }
      messages.insertMessage(storedMessage('1', said))
      messages.insertMessage(storedMessage('2', { ...said, parentId: '1', role: 'assistant', text }))
      messages.insertMessage(storedMessage('3', { ...said, parentId: '2' }))
      messages.insertMessage(storedMessage('4', { ...said, parentId: '3', role: 'assistant' }))
      conversations.updateConversation({ ...open, leafId: '4' })
      database.close()
    })
    await app.call('transfer.save', { conversationIds: ['open'], format: 'md', thinking: false })
    const markdown = saved(app).bytes.toString()
    expect(markdown).toContain(text)
    const tree = unified().use(remarkParse).use(remarkMath).parse(markdown)
    expect(tree.children.filter((node) => node.type === 'heading' && node.position?.start.column === 1)).toHaveLength(6)
  })

  test('a chat is saved as JSON that can be imported again, with every version', async () => {
    const app = await started(twoChats)
    await app.call('transfer.save', { conversationIds: ['tea'], format: 'json', thinking: false })
    const { bytes } = saved(app)
    expect(bytes.toString()).not.toMatch(/hidden thought|replayed thought|signed thought/)
    const to = await started()
    const report = await to.call('transfer.import', { token: to.give(bytes, 'tea.json') })
    expect(report.added.messages).toBe(3)
  })

  test('a chat is saved as a PDF of the page, without temporary files left', async () => {
    const app = await started(twoChats)
    await app.call('transfer.save', { conversationIds: ['tea'], format: 'pdf', thinking: false })
    const { bytes, name } = saved(app)
    expect(name).toBe('Tea b 茶 b.pdf')
    // the test's printer copies what it was given
    expect(bytes.toString()).toContain('<!doctype html>')
    const left = join(app.folder, 'outgoing')
    expect(existsSync(left) ? readdirSync(left) : []).toEqual([])
  })
})

test('a chat is saved as a Word document, with its picture, and without temporary files left', async () => {
  const app = await started(twoChats)
  await app.call('transfer.save', { conversationIds: ['kettle'], format: 'docx', thinking: true })
  const { bytes, name } = saved(app)
  expect(name).toBe('Kettle.docx')
  const read = await documentText(name, new Uint8Array(bytes))
  const text = typeof read === 'string' ? read : read.text
  for (const words of ['Kettle', 'See', 'A kettle', 'steam & all']) expect(text).toContain(words)
  expect(Object.keys(unzipSync(bytes)).filter((entry) => entry.startsWith('word/media/'))).toHaveLength(1)
  const left = join(app.folder, 'outgoing')
  expect(existsSync(left) ? readdirSync(left) : []).toEqual([])
})

test('several chats become one ZIP of files with different names', async () => {
  const app = await started(twoChats)
  const done = await app.call('transfer.save', { conversationIds: ['tea', 'kettle'], format: 'html', thinking: false })
  expect(done).toMatchObject({ chats: 2, missing: 0 })
  const { bytes, name } = saved(app)
  expect(name).toMatch(/^Atelier \d{4}-\d\d-\d\d\.zip$/)
  expect(Object.keys(unzipSync(bytes))).toEqual(['Tea b 茶 b.html', 'Kettle.html'])
})

test('a removed chat is refused, and nothing is written', async () => {
  const app = await started(twoChats)
  expect(await app.refusal('transfer.save', { conversationIds: ['x'], format: 'html', thinking: false })).toBe(
    'not_found',
  )
  expect(existsSync(join(app.folder, 'saved'))).toBe(false)
})

test('an answer that the page cannot render is saved as its source', async () => {
  const app = await started(twoChats, () => null)
  await app.call('transfer.save', { conversationIds: ['tea'], format: 'html', thinking: false })
  expect(saved(app).bytes.toString()).toContain('<pre>**Yes**, it is.</pre>')
})

test('a cancelled save leaves nothing', async () => {
  const app = await started(twoChats, null)
  const refused = app.refusal('transfer.save', { conversationIds: ['tea'], format: 'html', thinking: false })
  await app.platform.events.until('transfer.render', () => true)
  await app.call('transfer.cancel', {})
  expect(await refused).toBe('cancelled')
  expect(readdirSync(join(app.folder, 'saved'))).toEqual([])
  expect(await app.call('transfer.state', {})).toEqual({ work: null })
})

describe('a range of a chat for a picture', () => {
  test('a picture contains the messages from one to another with its answer, in one theme', async () => {
    const app = await started(twoChats)
    const input = { conversationId: 'tea', thinking: false } as const
    const dark = await app.call('transfer.stretch', { ...input, fromId: 'q', toId: 'q', theme: 'dark' })
    expect(dark.html).toMatch(
      /^<div xmlns="http:\/\/www.w3.org\/1999\/xhtml" class="page"><style>\.page\{--paper:#1e1c19/,
    )
    expect(dark.html.match(/<article/g)).toHaveLength(2)
    const answerOnly = await app.call('transfer.stretch', { ...input, fromId: 'a2', toId: 'a2', theme: 'light' })
    expect(answerOnly.html.match(/<article/g)).toHaveLength(1)
    // a version that is not shown has no place in it
    expect(await app.refusal('transfer.stretch', { ...input, fromId: 'a1', toId: 'a1', theme: 'light' })).toBe(
      'not_found',
    )
  })

  test('a picture of too many messages is refused', async () => {
    const app = await started(longChat(300))
    const input = { conversationId: 'long', thinking: false, theme: 'light' } as const
    expect(await app.refusal('transfer.stretch', { ...input, fromId: 'm0', toId: 'm298' })).toBe('picture_too_long')
  })
})

test('only a PNG is returned as a picture', async () => {
  const app = await started()
  expect(await app.refusal('transfer.savePicture', { token: app.give('<svg/>', 'p.png'), name: 'p' })).toBe(
    'not_a_picture',
  )
  await app.call('transfer.savePicture', { token: app.give(pictures.png, 'p.png'), name: '山/水' })
  expect(saved(app)).toEqual({ name: '山 水.png', bytes: pictures.png })
})

function longChat(count: number): (folder: string) => Promise<void> {
  return async (folder) => {
    const { database } = openStorage(folder, 1)
    const [conversations, messages] = [new Conversations(database), new Messages(database)]
    const long = conversation('long', { title: 'Long' })
    conversations.insertConversation(long)
    database.transaction(() => {
      for (let at = 0; at < count; at += 1)
        messages.insertMessage(
          storedMessage(`m${at}`, {
            conversationId: 'long',
            parentId: at === 0 ? null : `m${at - 1}`,
            role: at % 2 === 0 ? 'user' : 'assistant',
            text: `Message ${at}: ${'a long way home, 很远的路。'.repeat(20)}`,
          }),
        )
    })
    conversations.updateConversation({ ...long, leafId: `m${count - 1}` })
    database.close()
  }
}

test('the questions of a long chat are listed in order, and a long chat is saved without blocking', async () => {
  const app = await started(longChat(5_000))
  const questions = await app.call('chat.questions', { conversationId: 'long' })
  expect(questions).toHaveLength(2_500)
  expect(questions[1]).toMatchObject({ id: 'm2' })
  expect(questions[1]?.text).toHaveLength(300)
  // counted, not timed: main goes on with others at least once for each of the 2,500 answers
  let turns = 0
  let isSaving = true
  const turn = (): void => {
    turns += 1
    if (isSaving) setImmediate(turn)
  }
  setImmediate(turn)
  await app.call('transfer.save', { conversationIds: ['long'], format: 'html', thinking: false })
  isSaving = false
  expect(turns).toBeGreaterThanOrEqual(2_500)
  expect(
    saved(app)
      .bytes.toString()
      .match(/<article/g),
  ).toHaveLength(5_000)
})

/** A chat whose answer broke off after its thought, one with thoughts in several places, and a document. */
async function thoughtfulChats(folder: string): Promise<void> {
  const { database } = openStorage(folder, 1)
  const [conversations, messages, calls] = [
    new Conversations(database),
    new Messages(database),
    new ToolCalls(database),
  ]
  const library = new MediaLibrary(folder, new MediaItems(database), () => 1)
  const answerOf = (id: string, text: string, more: Parameters<typeof storedMessage>[1] = {}) => {
    messages.insertMessage(
      storedMessage(id, { conversationId: id, parentId: `${id}-q`, role: 'assistant', text, ...more }),
    )
  }
  for (const id of ['broken', 'called', 'document']) {
    const parameters = id === 'document' ? { ...defaultParameters, text: { stop: [] } } : defaultParameters
    conversations.insertConversation(conversation(id, { parameters }))
    messages.insertMessage(storedMessage(`${id}-q`, { conversationId: id, text: 'Tell me.' }))
  }
  answerOf('broken', '<think>moonlight</think>', { state: 'interrupted' })
  const first = '<think>starlight</think>Looking.'
  answerOf('called', `${first}<think>sunlight</think>Here.`, { thinking: 'candlelight' })
  const picture = await library.addMedia(pictures.png, { mime: 'image/png', width: null, height: null })
  calls.insertCalls(
    { ...{ messageId: 'called', connectionId: 'c', model: 'm', round: 0 }, textEnd: first.length, replay: {} },
    [storedCall('k', { messageId: 'called', media: [picture] })],
  )
  answerOf('document', '<think>A play</think> of words.')
  for (const id of ['broken', 'called', 'document'])
    conversations.updateConversation(
      conversation(id, {
        leafId: id,
        parameters: id === 'document' ? { ...defaultParameters, text: { stop: [] } } : defaultParameters,
      }),
    )
  database.close()
}

async function savedAs(format: 'html' | 'md' | 'json', id: string, thinking: boolean): Promise<Buffer> {
  const app = await started(thoughtfulChats)
  await app.call('transfer.save', { conversationIds: [id], format, thinking })
  return saved(app).bytes
}

describe('thoughts in texts', () => {
  test.each(['html', 'md', 'json'] as const)(
    'thinking before a truncated answer is not part of it: %s',
    async (format) => {
      expect((await savedAs(format, 'broken', false)).toString()).not.toContain('moonlight')
      expect((await savedAs(format, 'broken', true)).toString()).toContain('moonlight')
    },
  )

  test('all thinking is written on request, also between calls', async () => {
    const html = (await savedAs('html', 'called', true)).toString()
    expect(html).toContain('<div class="thought">candlelight\n\nstarlight\n\nsunlight</div>')
    expect((await savedAs('html', 'called', false)).toString()).not.toMatch(/candlelight|starlight|sunlight/)
  })

  test('thinking appears in a document in every format', async () => {
    for (const format of ['html', 'md', 'json'] as const)
      expect((await savedAs(format, 'document', false)).toString()).toMatch(/A play.*of words/)
  })
})

test('a picture that a tool made is in the saved chat', async () => {
  const html = (await savedAs('html', 'called', false)).toString()
  expect(html).toContain(`src="data:image/png;base64,${pictures.png.toString('base64')}"`)
  const files = unzipSync(await savedAs('md', 'called', false))
  const [, path = ''] = /!\[\]\(([^)]+)\)/.exec(Buffer.from(files['called.md'] ?? '').toString()) ?? []
  expect(Buffer.from(files[path] ?? '')).toEqual(pictures.png)
})
