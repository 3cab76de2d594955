import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import type { MessageState } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { HistoryItem } from '../../../../src/shared/history.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import { imageRequest, StudioUnderTest } from '../../../fakes/studio.ts'
import { wholeSearch } from '../../../fakes/whole-search.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

/** Sends a message; resolves to the id of the answer. */
async function send(text: string, conversationId: string): Promise<string | undefined> {
  const { messages } = await studio.call('chat.send', {
    conversationId,
    messageId: crypto.randomUUID(),
    connectionId: 'environment',
    model: 'demo-chat',
    parameters: defaultParameters,
    text,
    attachments: [],
  })
  return messages[1]?.id
}

/** Sends a message and waits until the answer has ended in this state. */
async function say(
  text: string,
  conversationId: string = crypto.randomUUID(),
  state: MessageState = 'done',
): Promise<string> {
  const answerId = await send(text, conversationId)
  await studio.platform.events.until(
    'chat.status',
    ({ messageId, status }) => messageId === answerId && status.state === state,
  )
  return conversationId
}

async function listed(changes: Partial<typeof everything> = {}): Promise<readonly HistoryItem[]> {
  const { items } = await studio.call('history.list', { filter: { ...everything, ...changes }, offset: 0, limit: 100 })
  return items
}

const search = (text: string) => wholeSearch((name, input) => studio.call(name, input), { text })

test('the history has items of every kind, and finds them by their content', async () => {
  const conversationId = await say('Repeat exactly: the glaze of 龙泉 is called celadon')
  await studio.run(imageRequest({ prompt: 'a quiet harbour, 安静的港口' }))
  const items = await listed()
  expect(items.map(({ key }) => key.kind).toSorted()).toEqual(['chat', 'image'])
  const { items: found } = await search('龙泉')
  expect(found.map(({ item }) => item.key)).toEqual([{ kind: 'chat', id: conversationId }])
  expect(found[0]?.hits.map(({ part }) => part).toSorted()).toEqual(['message', 'message', 'title'])
  expect((await search('港')).items.map(({ item }) => item.key.kind)).toEqual(['image'])
  expect((await search('kind:image 港')).items).toHaveLength(1)
  expect((await search('kind:chat 港')).items).toEqual([])
  expect((await search('CELADON -harbour')).items).toHaveLength(1)
})

test('pinning, archiving, tagging and deleting in the history applies everywhere, and can be undone', async () => {
  const conversationId = await say('one')
  const key = { kind: 'chat', id: conversationId } as const
  await studio.call('history.setPinned', { keys: [key], pinned: true })
  await studio.call('history.tag', { keys: [key], add: ['tea', '茶'], remove: [] })
  expect((await listed({ tags: ['茶'], pinned: true }))[0]).toMatchObject({ key, pinned: true, tags: ['tea', '茶'] })
  await studio.call('history.setArchived', { keys: [key], archived: true })
  expect([(await listed()).length, (await listed({ place: 'archive' })).length]).toEqual([0, 1])
  await studio.call('history.delete', { keys: [key] })
  expect((await studio.call('chat.list', { query: '', offset: 0, limit: 10 })).conversations).toEqual([])
  expect((await listed({ place: 'bin' })).map((item) => item.key)).toEqual([key])
  await studio.call('history.restore', { keys: [key] })
  expect((await listed({ place: 'archive' })).map((item) => item.key)).toEqual([key])
  await studio.call('history.delete', { keys: [key] })
  expect(await studio.call('history.emptyBin', {})).toEqual({ removed: 1 })
  expect((await search('one')).items).toEqual([])
})

test('many chats are moved to the bin and restored at once, with their answers', async () => {
  const answering = crypto.randomUUID()
  await send('/fault stall;after=20\nRepeat exactly: one two three four five six seven', answering)
  await studio.platform.events.until('chat.delta', () => true)
  const done = await say('Repeat exactly: one')
  const keys = [done, answering, 'unknown'].map((id) => ({ kind: 'chat', id }) as const)
  const here = async () => (await studio.call('chat.list', { query: '', offset: 0, limit: 10 })).conversations
  await studio.call('history.delete', { keys })
  expect(await here()).toEqual([])
  await studio.call('history.restore', { keys })
  const back = await here()
  expect(back.map(({ id }) => id).toSorted()).toEqual([done, answering].toSorted())
  expect(back.map(({ streaming }) => streaming)).toEqual([false, false])
})

test('the months with items are counted in local time, without favourites', async () => {
  const conversationId = await say('one')
  await say('two')
  const now = new Date(studio.platform.clock.now())
  const month = { year: now.getFullYear(), month: now.getMonth() + 1 }
  const months = () => studio.call('history.months', { filter: everything })
  expect(await months()).toEqual([{ ...month, count: 2 }])
  await studio.call('history.setPinned', { keys: [{ kind: 'chat', id: conversationId }], pinned: true })
  expect(await months()).toEqual([{ ...month, count: 1 }])
  expect(await studio.call('history.months', { filter: { ...everything, kinds: ['video'] } })).toEqual([])
})

test('a bin that cannot be emptied is refused, and deletable items are removed', async () => {
  const conversationId = await say('Repeat exactly: one')
  await studio.run(imageRequest())
  const keys = (await listed()).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  await studio.call('history.delete', { keys })
  const database = new Database(join(studio.platform.paths.data, 'atelier.db'))
  database.execute("CREATE TRIGGER kept BEFORE DELETE ON conversations BEGIN SELECT raise(FAIL, 'it is kept'); END")
  expect(await studio.refusal('history.emptyBin', {})).toBe('internal')
  expect((await listed({ place: 'bin' })).map(({ key }) => key)).toEqual([{ kind: 'chat', id: conversationId }])
  database.execute('DROP TRIGGER kept')
  database.close()
  expect(await studio.call('history.emptyBin', {})).toEqual({ removed: 1 })
})

test('hits in one conversation are listed in message order', async () => {
  const conversationId = await say('Repeat exactly: celadon of 龙泉')
  await say('Repeat exactly: something else', conversationId)
  await say('Repeat exactly: CELADON again', conversationId)
  await say('Repeat exactly: celadon in another conversation')
  const key = { kind: 'chat', id: conversationId } as const
  const messages = (await studio.call('chat.open', { conversationId, limit: 50 })).page.messages
  const wanted = messages.filter(({ text }) => /celadon/i.test(text)).map(({ id }) => id)
  await search('celadon')
  expect((await studio.call('history.hits', { key, text: 'celadon' })).partIds).toEqual(wanted)
  await studio.call('history.setArchived', { keys: [key], archived: true })
  const own = await studio.call('history.hits', { key, text: 'celadon from:me' })
  expect(own.partIds).toEqual(wanted.filter((id) => messages.find((one) => one.id === id)?.role === 'user'))
  expect((await studio.call('history.hits', { key, text: ' ' })).partIds).toEqual([])
})

test('any search text gets an answer', async () => {
  await say('Repeat exactly: celadon \ud83d of 龙泉 👩‍👩‍👧‍👦 مرحبا')
  const odd = [
    'x'.repeat(10_000),
    Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(' '),
    'kind:chat from:me -x before:2999 after:1970 model:nothing state:done has:media is:favourite',
    '" OR 1 = 1 --',
    'NEAR(a b) AND * ^ NOT {text}: (',
    '%_\\',
    '\0',
    '\ud800',
    '- -- - "',
    '\u202e\u2066',
  ]
  for (const text of odd)
    expect((await search(text)).items.length, JSON.stringify(text.slice(0, 40))).toBeLessThanOrEqual(1)
  for (const text of ['👩‍👩‍👧‍👦', '‍', 'مرحبا', 'celadon \ud83d', '"celadon'])
    expect((await search(text)).items, text).toHaveLength(1)
})

test('all matches of a search can be selected at once, each item once', async () => {
  const first = await say('Repeat exactly: celadon')
  await say('Repeat exactly: something else')
  await studio.run(imageRequest({ prompt: 'a bowl of celadon' }))
  await search('celadon')
  const keys = await studio.call('history.keys', { filter: everything, text: 'celadon' })
  expect(keys.map(({ kind }) => kind).toSorted()).toEqual(['chat', 'image'])
  expect(keys).toContainEqual({ kind: 'chat', id: first })
  expect(await studio.call('history.keys', { filter: everything, text: '' })).toHaveLength(3)
  expect(await studio.call('history.keys', { filter: everything, text: '"" -' })).toEqual([])
})

test('failed and successful items are distinguished, and each can be filtered', async () => {
  const good = await say('Repeat exactly: all is well')
  const bad = await say('/fault hang-up\nRepeat exactly: all is not well', undefined, 'failed')
  const stateOf = async (id: string) => (await listed()).find(({ key }) => key.id === id)?.state
  expect([await stateOf(good), await stateOf(bad)]).toEqual(['done', 'troubled'])
  const ids = async (states: typeof everything.states) => (await listed({ states })).map(({ key }) => key.id)
  expect([await ids(['done']), await ids(['troubled']), await ids(['running'])]).toEqual([[good], [bad], []])
  expect(new Set(await ids(['done', 'troubled']))).toEqual(new Set([good, bad]))
  expect((await search('well state:failed')).items.map(({ item }) => item.key.id)).toEqual([bad])
})

test('a change to any kind of item is reported as a history change', async () => {
  const told = () => studio.platform.events.of('history.changed').length
  const before = told()
  await say('one')
  expect(told()).toBeGreaterThan(before)
  const between = told()
  await studio.run(imageRequest({ prompt: 'a quiet harbour' }))
  expect(told()).toBeGreaterThan(between)
})
