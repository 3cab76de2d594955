import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ImportedChats } from '../../../fakes/imported-chats.ts'
import { pictures } from '../../../fakes/pictures.ts'
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

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../fixtures/field', name))

type Said = Readonly<Record<string, unknown>>

/** A conversation of messages that answer each other, or the one that `parent` names. */
function conversation(about: Said, messages: readonly Said[]): Said {
  const mapping = Object.fromEntries(
    messages.map(({ parent, ...message }, index) => [
      `m${index}`,
      { id: `m${index}`, parent: parent ?? (index === 0 ? null : `m${index - 1}`), children: [], message },
    ]),
  )
  return { title: 'A', conversation_id: String(about.title ?? 'A'), create_time: 1_790_000_000, mapping, ...about }
}

const says = (role: string, text: string, more: Said = {}): Said => ({
  author: { role },
  content: { content_type: 'text', parts: [text] },
  ...more,
})

describe('the projects of a ChatGPT export', () => {
  test('projects before the conversations become folders', async () => {
    const report = await chats.take(fixture('09-gpt-folder-first.json'), 'conversations.json')
    expect(report).toMatchObject({ format: 'chatgpt', added: { conversations: 2, folders: 1 }, skipped: [] })
    const found = await chats.list()
    expect(found.map(({ title, folderId }) => [title, typeof folderId])).toEqual([
      ['Good one', 'string'],
      ['Good two', 'undefined'],
    ])
    expect(await app.call('folders.list', {})).toMatchObject([{ name: 'My project' }])
  })

  test('projects after the conversations, in their own file, or named by a conversation become folders', async () => {
    const chat = conversation({ title: 'In it', gizmo_id: 'g-p-9' }, [says('user', 'Hello')])
    const project = { id: 'g-p-9', display: { name: 'Later' }, type: 'project', instructions: 'Be brief.' }
    await chats.take(JSON.stringify([chat, project]), 'a.json')
    const other = conversation({ title: 'Beside', conversation_id: 'beside' }, [says('user', 'Hello')])
    await chats.take(
      zipSync({
        'x/conversations-000.json': Buffer.from(JSON.stringify([other])),
        'x/projects.json': Buffer.from(
          JSON.stringify([{ id: 'g-p-8', name: 'Own file', conversation_ids: ['beside'] }]),
        ),
      }),
      'a.zip',
    )
    const folders = await app.call('folders.list', {})
    expect(folders.map(({ name, system }) => [name, system]).sort()).toEqual([
      ['Later', 'Be brief.'],
      ['Own file', ''],
    ])
    expect((await chats.list()).every(({ folderId }) => typeof folderId === 'string')).toBe(true)
  })

  test('projects with an empty list of messages are recognised', async () => {
    const chat = conversation({ title: 'In it', project_id: 'g-p-7' }, [says('user', 'Hello')])
    const report = await chats.take(JSON.stringify([{ id: 'g-p-7', title: 'Empty', mapping: {} }, chat]), 'a.json')
    expect([report.added.folders, report.byChat.named]).toEqual([1, []])
  })

  test('a GPT of a ChatGPT export becomes a tag', async () => {
    const chat = conversation({ title: 'With a GPT', gizmo_id: 'g-1' }, [says('user', 'Hello')])
    await chats.take(JSON.stringify([{ id: 'g-1', name: 'Tea master', type: 'gpt' }, chat]), 'a.json')
    expect((await app.call('history.facets', {})).tags).toEqual([{ value: 'Tea master', count: 1 }])
  })
})

test('an export in many files is imported completely', async () => {
  const files = Object.fromEntries(
    [0, 1, 2].map((index) => [
      `conversations-00${index}.json`,
      Buffer.from(JSON.stringify([conversation({ title: `Part ${index}` }, [says('user', 'Hello')])])),
    ]),
  )
  const report = await chats.take(zipSync({ ...files, 'user.json': Buffer.from('{"id":"u"}') }), 'export.zip')
  expect(report.added.conversations).toBe(3)
})

test('a single conversation, and a list within an object, are read', async () => {
  const one = conversation({ title: 'Alone' }, [says('user', 'Hello')])
  await chats.take(JSON.stringify(one), 'a.json')
  await chats.take(
    JSON.stringify({ conversations: [conversation({ title: 'Inside' }, [says('user', 'Hello')])] }),
    'b.json',
  )
  expect((await chats.list()).map(({ title }) => title).sort()).toEqual(['Alone', 'Inside'])
})

test('the words of voice chats are kept', async () => {
  const report = await chats.take(fixture('09-gpt-voice.json'), 'a.json')
  expect(report.added).toMatchObject({ conversations: 2, messages: 6 })
  expect(await chats.texts('Trip to Lisbon (voice)')).toEqual([
    'Which tram goes up to the castle?',
    'Tram twenty-eight climbs to the castle.',
    'And how much is a ticket?',
    'About three euros.',
  ])
  expect(await chats.texts('Only spoken')).toEqual(['Tell me a riddle.', 'What has keys but no locks? A piano.'])
  expect(report.byChat.named).toEqual([
    { title: 'Trip to Lisbon (voice)', skipped: [{ reason: 'attachment', count: 2 }] },
    { title: 'Only spoken', skipped: [{ reason: 'attachment', count: 2 }] },
  ])
})

describe('the sources in a ChatGPT export', () => {
  test('sources become links, and private-use marks are removed', async () => {
    await chats.take(fixture('09-gpt-citations.json'), 'a.json')
    const [, answer = ''] = await chats.texts('Sources')
    expect(answer).toBe(
      'The bridge in Porto opened in 1886 [1]. It has two decks.\n\n[1]: <https://example.org/bridge>\n\n1. [Bridge](<https://example.org/bridge>)',
    )
  })

  test('sources of the older format become links, and brackets in text are kept', async () => {
    const metadata = { citations: [{ start_ix: 5, end_ix: 17, metadata: { url: 'https://a.example/x', title: 'X' } }] }
    const chat = conversation({}, [says('user', 'Q'), says('assistant', '茶【11†source】与【桥】。', { metadata })])
    await chats.take(JSON.stringify([chat]), 'a.json')
    const [, answer = ''] = await chats.texts('A')
    expect(answer).toContain('茶与【桥】。')
    expect(answer).toContain('[X](<https://a.example/x>)')
  })

  test('documents and thinking have no marks either', async () => {
    const marked = (text: string) => `${text} \ue200cite\ue202turn0search1\ue201`
    const chat = conversation({}, [
      says('user', 'Q'),
      { author: { role: 'assistant' }, content: { content_type: 'thoughts', thoughts: [{ content: marked('Hm.') }] } },
      says('assistant', JSON.stringify({ name: 'Plan', content: marked('Tea.') }), {
        recipient: 'canmore.create_textdoc',
      }),
      says('assistant', 'Done.'),
    ])
    await chats.take(JSON.stringify([chat]), 'a.json')
    expect((await chats.shown('A'))[1]).toMatchObject({
      text: '**Plan**\n\nTea.\n\nDone.',
      thinking: { text: 'Hm.' },
    })
  })

  test('an unclosed mark removes no words', async () => {
    const chat = conversation({}, [says('user', 'Q'), says('assistant', 'Before \ue200 and after')])
    await chats.take(JSON.stringify([chat]), 'a.json')
    expect((await chats.texts('A'))[1]).toContain('and after')
  })
})

test('thinking belongs to its answer, and code with its output comes before it', async () => {
  const chat = conversation({}, [
    says('user', 'Count'),
    {
      author: { role: 'assistant' },
      content: { content_type: 'thoughts', thoughts: [{ summary: 'Plan', content: 'Use code.' }] },
    },
    {
      author: { role: 'assistant' },
      recipient: 'python',
      content: { content_type: 'code', language: 'unknown', text: 'print(2)' },
    },
    { author: { role: 'tool', name: 'python' }, content: { content_type: 'execution_output', text: '2' } },
    { author: { role: 'assistant' }, content: { content_type: 'reasoning_recap', content: 'Thought for 2 s' } },
    says('assistant', 'Two.', { metadata: { model_slug: 'gpt-5' } }),
  ])
  const report = await chats.take(JSON.stringify([chat]), 'a.json')
  expect([report.added.messages, report.skipped]).toEqual([2, []])
  const [, answer] = await chats.shown('A')
  expect(answer).toMatchObject({
    text: '```python\nprint(2)\n```\n\n```text\n2\n```\n\nTwo.',
    thinking: { text: '**Plan**\n\nUse code.' },
    model: 'gpt-5',
  })
})

test('sources without a following answer are their own answer', async () => {
  const code = { author: { role: 'assistant' }, recipient: 'python', content: { content_type: 'code', text: 'x = 1' } }
  const chat = conversation({}, [
    says('user', 'One'),
    code,
    says('user', 'Go on'),
    says('user', 'Or else', { parent: 'm1' }),
    code,
  ])
  await chats.take(JSON.stringify([{ ...chat, current_node: 'm2' }]), 'a.json')
  expect(await chats.texts('A')).toEqual(['One', '```python\nx = 1\n```', 'Go on'])
})

test('canvas documents and memories are kept', async () => {
  const to = (recipient: string, text: string) => says('assistant', text, { recipient })
  const document = { name: 'Plan', type: 'document', content: '# Plan\n\nTea.' }
  const chat = conversation({}, [
    says('user', 'Write'),
    to('canmore.create_textdoc', JSON.stringify(document)),
    says('tool', 'Successfully created text document', { author: { role: 'tool', name: 'canmore.create_textdoc' } }),
    to('canmore.update_textdoc', JSON.stringify({ updates: [{ pattern: '.*', replacement: 'Only tea.' }] })),
    to('bio', 'Likes tea.'),
    says('assistant', 'Done.'),
  ])
  await chats.take(JSON.stringify([chat]), 'a.json')
  expect((await chats.texts('A'))[1]).toBe('**Plan**\n\n# Plan\n\nTea.\n\nOnly tea.\n\n> Likes tea.\n\nDone.')
})

test('custom instructions and memories become the instructions of the chat', async () => {
  const hidden = { is_visually_hidden_from_conversation: true }
  const chat = conversation({}, [
    {
      author: { role: 'user' },
      metadata: hidden,
      content: { content_type: 'user_editable_context', user_profile: 'I am a baker.', user_instructions: 'Be brief.' },
    },
    {
      author: { role: 'system' },
      metadata: hidden,
      content: { content_type: 'model_editable_context', model_set_context: 'Likes rye.' },
    },
    says('user', 'Hello'),
  ])
  await chats.take(JSON.stringify([chat]), 'a.json')
  expect((await chats.list())[0]?.parameters.system).toBe('I am a baker.\n\nBe brief.\n\nLikes rye.')
  expect(await chats.texts('A')).toEqual(['Hello'])
})

test('messages with null authors, unknown kinds and group names keep their words', async () => {
  const chat = conversation({}, [
    says('user', 'Hello', { author: { role: 'user', name: 'Ada' } }),
    says('', 'An answer', { author: null }),
    { author: { role: 'assistant' }, content: { content_type: 'of_tomorrow', text: 'New words' }, metadata: null },
  ])
  await chats.take(JSON.stringify([chat]), 'a.json')
  expect(await chats.texts('A')).toEqual(['**Ada**: Hello', 'An answer', 'New words'])
})

test('pinned and archived chats stay so, and deleted ones are named', async () => {
  const all = [
    conversation({ title: 'Pinned', pinned_time: 1_790_000_000 }, [says('user', 'x')]),
    conversation({ title: 'Archived', is_archived: true }, [says('user', 'x')]),
    conversation({ title: 'Deleted', is_deleted: true }, [says('user', 'x')]),
  ]
  const report = await chats.take(JSON.stringify(all), 'a.json')
  expect((await chats.list()).map(({ title, pinned }) => [title, pinned])).toEqual([['Pinned', true]])
  expect([report.added.conversations, report.byChat.named]).toEqual([
    2,
    [{ title: 'Deleted', skipped: [{ reason: 'deleted', count: 1 }] }],
  ])
})

describe('an unusual chat of a ChatGPT export', () => {
  const good = conversation({ title: 'Good' }, [says('user', 'Hello')])
  const odd: readonly (readonly [string, unknown])[] = [
    ['a circle', { title: 'Odd', mapping: { a: { parent: 'b' }, b: { parent: 'a' } } }],
    ['no messages', { title: 'Odd', conversation_id: 'c', create_time: 1 }],
    ['a mapping of the wrong type', { title: 'Odd', mapping: [1, 2] }],
    ['messages of the wrong type', { title: 'Odd', mapping: { a: { message: { content: 5 } } } }],
  ]
  test.each(odd)('a chat with %s is set aside and named, and the rest is imported', async (_what, chat) => {
    const report = await chats.take(JSON.stringify([good, chat, { ...good, conversation_id: 'two' }]), 'a.json')
    expect(report.added.conversations).toBe(2)
    expect(report.byChat.named).toEqual([{ title: 'Odd', skipped: [{ reason: 'damaged', count: 1 }] }])
  })

  test('a chat with a missing message keeps the others', async () => {
    const chat = conversation({}, [says('user', 'One'), says('assistant', 'Two', { parent: 'gone' })])
    const report = await chats.take(JSON.stringify([{ ...chat, current_node: 'm1' }, null, 5]), 'a.json')
    expect(report.added.messages).toBe(2)
    expect(await chats.texts('A')).toEqual(['Two'])
  })
})

test('pictures are found by either kind of pointer, and a missing one is reported with its chat', async () => {
  const picture = (pointer: string) => ({ content_type: 'image_asset_pointer', asset_pointer: pointer })
  const content = {
    content_type: 'multimodal_text',
    parts: [
      picture('sediment://file_0000aa'),
      picture('file-service://file-Bb1'),
      picture('sediment://file_gone'),
      'Three',
    ],
  }
  const chat = conversation({}, [{ author: { role: 'user' }, content }])
  const report = await chats.take(
    zipSync({
      'conversations.json': Buffer.from(JSON.stringify([chat])),
      'file_0000aa-sanitized.png': pictures.png,
      'x/file-Bb1-name.webp': pictures.webp,
    }),
    'a.zip',
  )
  expect(report.added.files).toBe(2)
  expect(report.byChat.named).toEqual([{ title: 'A', skipped: [{ reason: 'media_missing', count: 1 }] }])
})

describe('further files of a ChatGPT export', () => {
  test('damaged files, and those of another program, are named', async () => {
    const chat = conversation({ title: 'Good' }, [says('user', 'Hello')])
    const claude = readFileSync(join(import.meta.dirname, '../../../fixtures/transfer/claude.json'))
    const zip = zipSync({
      'conversations-000.json': Buffer.from(JSON.stringify([chat])),
      'conversations-001.json': Buffer.from('[{"title":'),
      'other/claude.json': claude,
      'user.json': Buffer.from('{"id":"u"}'),
    })
    const report = await chats.take(zip, 'a.zip')
    const other = [{ reason: 'other', count: 1 }]
    expect([report.added.conversations, report.byChat.named]).toEqual([
      1,
      [
        { title: 'conversations-001.json', skipped: other },
        { title: 'other/claude.json', skipped: other },
      ],
    ])
  })
})

test('the newest branch is shown without a current message, even if an older one is longer', async () => {
  const chat = conversation({ title: 'Branches' }, [
    says('user', 'Q', { create_time: 1_790_000_000 }),
    says('assistant', 'Old', { create_time: 1_790_000_010 }),
    says('user', 'Older still', { create_time: 1_790_000_020 }),
    says('assistant', 'Deep', { create_time: 1_790_000_030 }),
    says('assistant', 'New', { create_time: 1_790_000_040, parent: 'm0' }),
  ])
  await chats.take(JSON.stringify([chat]), 'a.json')
  expect(await chats.texts('Branches')).toEqual(['Q', 'New'])
})

test('conversations that a project lists or contains are imported with it as their folder', async () => {
  const listed = conversation({ title: 'Listed', conversation_id: 'c1' }, [says('user', 'Hello')])
  const held = conversation({ title: 'Held', conversation_id: 'c2' }, [says('user', 'Hello')])
  const projects = [
    {
      id: 'g-p-1',
      title: 'P',
      conversations: ['c1', held, { id: 'c3', title: 'Elsewhere' }],
      instructions: 'Be brief.',
    },
  ]
  const report = await chats.take(JSON.stringify({ projects, conversations: [listed] }), 'a.json')
  expect(report.byChat.named).toEqual([])
  expect((await chats.list()).map(({ folderId, title }) => [title, typeof folderId]).sort()).toEqual([
    ['Held', 'string'],
    ['Listed', 'string'],
  ])
  expect(await app.call('folders.list', {})).toMatchObject([{ name: 'P', system: 'Be brief.' }])
})
