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

const says = (messageId: string, parentMessageId: string | null, text: string, isCreatedByUser = true) => ({
  messageId,
  parentMessageId,
  text,
  isCreatedByUser,
})

test('a tree is imported with branches, thinking and instructions', async () => {
  const report = await chats.take(transferFixture('librechat.json'), 'a.json')
  expect(report).toMatchObject({ format: 'librechat', added: { conversations: 1, messages: 4 } })
  expect(report.byChat.named).toEqual([
    {
      title: 'Why moss is soft',
      skipped: [
        { reason: 'attachment', count: 1 },
        { reason: 'tool', count: 1 },
      ],
    },
  ])
  expect(await chats.shown('Why moss is soft')).toMatchObject([
    { text: 'Why is moss soft?', createdAt: Date.parse('2026-01-01T10:00:00.000Z') },
    { text: 'It has no wood.', thinking: { text: 'Moss has no wood.' }, model: 'deepseek-r1', versions: [{}, {}] },
    { text: 'Thanks' },
  ])
  expect((await chats.list())[0]?.parameters.system).toBe('You know plants.')
})

test('a list of messages, and a folder of chats, are imported', async () => {
  const root = '00000000-0000-0000-0000-000000000000'
  const flat = { conversationId: 'f', title: 'Flat', messages: [says('1', root, 'Q'), says('2', '1', 'A', false)] }
  const other = { title: 'Tree', conversationId: 'g', messagesTree: [{ ...says('1', root, 'Q'), children: [] }] }
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  await chats.take(
    zipSync({ 'x/a.json': json(flat), 'x/b.json': json(other), 'x/c.json': json({ other: 1 }) }),
    'a.zip',
  )
  expect(await chats.texts('Flat')).toEqual(['Q', 'A'])
  expect(await chats.texts('Tree')).toEqual(['Q'])
})

test('a tree as deep as a long chat is imported', async () => {
  const open = (index: number) =>
    `{"messageId":"${index}","text":"m${index}","isCreatedByUser":${index % 2 === 0},"children":[`
  const depth = 600
  const nested = Array.from({ length: depth }, (_, index) => open(index)).join('') + ']}'.repeat(depth)
  const report = await chats.take(`{"conversationId":"d","title":"Deep","messages":[${nested}]}`, 'a.json')
  expect(report.added.messages).toBe(depth)
})

test('a circle is set aside and named, and the rest is imported', async () => {
  const odd = { conversationId: 'o', title: 'Odd', messages: [says('1', '2', 'x'), says('2', '1', 'y')] }
  const good = { conversationId: 'g', title: 'Good', messages: [says('1', null, 'x')] }
  const report = await chats.take(JSON.stringify([odd, good]), 'a.json')
  expect([report.added.conversations, report.byChat.named]).toEqual([
    1,
    [{ title: 'Odd', skipped: [{ reason: 'damaged', count: 1 }] }],
  ])
})

test('a tree that is far too deep affects only its own chat', async () => {
  const depth = 10_100
  const open = (index: number) => `{"messageId":"${index}","text":"m","children":[`
  const nested = Array.from({ length: depth }, (_, index) => open(index)).join('') + ']}'.repeat(depth)
  const deep = `{"conversationId":"d","messages":[${nested}],"title":"Deep"}`
  const good = JSON.stringify({ conversationId: 'g', title: 'Good', messages: [says('1', null, 'x')] })
  const report = await chats.take(`[${deep},${good}]`, 'a.json')
  expect([report.added.conversations, report.byChat.named]).toEqual([
    1,
    [{ title: 'Deep', skipped: [{ reason: 'damaged', count: 1 }] }],
  ])
})

test("children before their message's fields, and messages in both lists, keep their places", async () => {
  const answer = (text: string, id: string) => ({ children: [], ...says(id, null, text, false) })
  const question = { children: [answer('A', '2'), answer('B', '3')], ...says('1', null, 'Q') }
  const further = { children: [answer('D', '5')], ...says('4', null, 'R') }
  await chats.take(JSON.stringify({ conversationId: 'c', title: 'Order', messagesTree: [question, further] }), 'a.json')
  expect(await chats.texts('Order')).toEqual(['Q', 'B', 'R', 'D'])
  const both = [says('1', null, 'Q'), says('2', '1', 'A', false)]
  await chats.take(
    JSON.stringify({
      conversationId: 'b',
      title: 'Both',
      messages: both,
      messagesTree: [{ ...both[0], children: [both[1]] }],
    }),
    'b.json',
  )
  expect(await chats.texts('Both')).toEqual(['Q', 'A'])
})

test('thinking that older versions write before an answer is recognised', async () => {
  const text = ':::thinking\nHm.\n\nSteam.\n:::\nHot.'
  const messages = [says('1', null, text), says('2', '1', text, false), says('3', '2', ':::thinking\nNo end', false)]
  await chats.take(JSON.stringify({ conversationId: 'c', title: 'Old', messages }), 'a.json')
  expect(await chats.shown('Old')).toMatchObject([
    { text },
    { text: 'Hot.', thinking: { text: 'Hm.\n\nSteam.' } },
    { text: ':::thinking\nNo end' },
  ])
})
