import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { ItemTexts } from '../../../../src/main/services/knowledge/item-text.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: DemoGateway
let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key } })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
})

afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)
const refusal = client.refusal.bind(client)

const conversationId = randomUUID()
async function say(text: string, more: Partial<CallInput<'chat.send'>> = {}): Promise<readonly Message[]> {
  const { messages } = await call('chat.send', {
    ...{ conversationId, messageId: randomUUID(), connectionId: 'environment', model: 'demo-chat' },
    ...{ parameters: defaultParameters, text: `Repeat exactly: ${text}`, attachments: [] },
    ...more,
  })
  await ended(messages[1])
  return messages
}
async function ended(answer: Message | undefined): Promise<void> {
  await platform.events.until('chat.status', (event) => event.messageId === answer?.id && event.stream === null)
}
const open = () => call('chat.open', { conversationId, limit: 100 })
const texts = async () => (await open()).page.messages.map(({ text }) => text.replace('Repeat exactly: ', '').trim())
const requests = () => gateway.requests().filter(({ path }) => path === '/v1/chat/completions')

async function remove(messageId: string | undefined, scope: 'one' | 'rest'): Promise<string> {
  const deletionId = randomUUID()
  await call('chat.deleteMessage', { messageId: messageId ?? '', scope, deletionId })
  return deletionId
}
const undo = (deletionId: string) => call('chat.restoreMessages', { conversationId, deletionId })

describe('deleting messages', () => {
  test('removes a message from the chat and the next request, and undo restores it', async () => {
    const [first] = await say('one')
    const [question] = await say('two')
    const before = await open()
    const deletionId = await remove(question?.id, 'one')
    expect(await texts()).toEqual(['one', 'one', 'two'])
    // the same deletion, repeated, deletes nothing more
    const again = { messageId: question?.id ?? '', scope: 'one' as const, deletionId }
    expect((await call('chat.deleteMessage', again)).count).toBe(0)
    await undo(deletionId)
    expect((await open()).page).toEqual(before.page)
    expect(await refusal('chat.restoreMessages', { conversationId, deletionId })).toBe('not_found')

    const spent = await call('spending.conversation', { conversationId })
    await remove(first?.id, 'one')
    // what was paid was paid
    expect(await call('spending.conversation', { conversationId })).toEqual(spent)
    await say('three')
    const last = requests().at(-1)?.body as { messages: readonly { content: string }[] } | undefined
    expect(last?.messages.map(({ content }) => content.replace('Repeat exactly: ', '').trim())).toEqual([
      ...['one', 'two', 'two', 'three'],
    ])
  })

  test('keeps the id of a deleted message: a call that uses it again is refused and sends nothing', async () => {
    const [question, answer] = await say('one')
    const [second] = await say('two')
    await remove(second?.id, 'rest')
    const messageId = second?.id ?? ''
    const before = requests().length
    const again = { conversationId, messageId, connectionId: 'environment', model: 'demo-chat' }
    expect([
      await refusal('chat.send', { ...again, parameters: defaultParameters, text: 'two', attachments: [] }),
      await refusal('chat.edit', { messageId: question?.id ?? '', newMessageId: messageId, text: 'two' }),
      await refusal('chat.retry', { messageId: answer?.id ?? '', newMessageId: messageId }),
      await refusal('chat.goOn', {
        ...again,
        parameters: { ...defaultParameters, text: { stop: [] } },
        text: 'two',
        at: 3,
      }),
    ]).toEqual(['not_found', 'not_found', 'not_found', 'not_found'])
    expect(requests()).toHaveLength(before)
    expect(await texts()).toEqual(['one', 'one'])
  })

  test('deleting a version shows its neighbour, and removes what follows it', async () => {
    const [question] = await say('one')
    const first = (await open()).page.messages[1]
    await say('two')
    const { messages } = await call('chat.retry', { messageId: first?.id ?? '', newMessageId: randomUUID() })
    await ended(messages[0])
    expect(await texts()).toEqual(['one', 'one'])
    const latest = await open()
    // a version with replies does not leave them to others
    await call('chat.select', { messageId: first?.id ?? '', limit: 100 })
    const one = { messageId: first?.id ?? '', scope: 'one' as const, deletionId: randomUUID() }
    expect(await refusal('chat.deleteMessage', one)).toBe('invalid_input')
    const withReplies = await open()
    const deletionId = await remove(first?.id, 'rest')
    const left = (await open()).page
    expect(left.messages.map(({ id }) => id)).toEqual([question?.id, messages[0]?.id])
    expect(left.messages[1]?.versions).toEqual([messages[0]?.id])
    await undo(deletionId)
    expect((await open()).page).toEqual(withReplies.page)
    expect(withReplies.page.messages).toHaveLength(4)
    expect(latest.page.messages).toHaveLength(2)
  })

  test('deleting all messages leaves an empty chat without its words, which can continue', async () => {
    const [question] = await say('one')
    const deletionId = await remove(question?.id, 'rest')
    expect((await open()).page.messages).toEqual([])
    expect((await open()).conversation.snippet).toBe('')
    await say('two')
    // the user has gone on: the undo brings back, and leaves the branch that is shown
    await undo(deletionId)
    expect(await texts()).toEqual(['two', 'two'])
    expect((await open()).page.messages[0]?.versions).toHaveLength(2)
  })

  test('a message restored after its predecessor was deleted is shown after what remains', async () => {
    await say('one')
    const [question, answer] = await say('two')
    const deletionId = await remove(answer?.id, 'rest')
    await remove(question?.id, 'rest')
    expect(await texts()).toEqual(['one', 'one'])
    await undo(deletionId)
    expect(await texts()).toEqual(['one', 'one', 'two'])
  })

  test('refuses to delete a message that a running answer depends on', async () => {
    const [first] = await say('one')
    const { messages } = await call('chat.send', {
      ...{ conversationId, messageId: randomUUID(), connectionId: 'environment', model: 'demo-chat' },
      ...{ parameters: defaultParameters, text: '/fault stall', attachments: [] },
    })
    for (const [id, scope] of [
      [first?.id, 'one'],
      [messages[0]?.id, 'one'],
      [messages[1]?.id, 'rest'],
    ] as const)
      expect(await refusal('chat.deleteMessage', { messageId: id ?? '', scope, deletionId: randomUUID() })).toBe('busy')
    await call('chat.stop', { messageId: messages[1]?.id ?? '' })
    await remove(messages[1]?.id, 'one')
    expect((await open()).page.messages).toHaveLength(3)
  })

  test('deleting a question leaves an answer that cannot be regenerated', async () => {
    await say('one')
    const [question, answer] = await say('two')
    await remove(question?.id, 'one')
    const sent = requests().length
    const again = { messageId: answer?.id ?? '', newMessageId: randomUUID() }
    expect(await refusal('chat.retry', again)).toBe('invalid_input')
    expect(requests()).toHaveLength(sent)
    // it can still be continued, and the chat goes on
    await say('three')
    expect(await texts()).toEqual(['one', 'one', 'two', 'three', 'three'])
  })

  test('deleting waits for a summary that it could affect', async () => {
    await say('one')
    const [question] = await say('two')
    const heal = gateway.addFaults('stall', '/v1/chat/completions')
    const target = { conversationId, connectionId: 'environment', model: 'demo-chat' }
    const summary = refusal('chat.summarise', { ...target, fromId: question?.id ?? '' })
    await expect.poll(() => requests().length).toBe(3)
    const wish = { messageId: question?.id ?? '', scope: 'one' as const, deletionId: randomUUID() }
    expect(await refusal('chat.deleteMessage', wish)).toBe('busy')
    await call('chat.stopSummary', { conversationId })
    expect(await summary).toBe('cancelled')
    heal()
    expect((await call('chat.deleteMessage', wish)).count).toBe(1)
  })

  test('keeps where requests begin: with the next message, and after an undo with the chosen one', async () => {
    await say('one')
    const [second] = await say('two')
    await say('three')
    const { conversation, page } = await open()
    await call('chat.update', {
      conversationId,
      parameters: { ...conversation.parameters, context: { fromId: second?.id ?? '', summary: 's' } },
    })
    const deletionId = await remove(second?.id, 'one')
    expect((await open()).conversation.parameters.context).toEqual({
      ...{ fromId: page.messages[3]?.id, chosenId: second?.id, summary: 's' },
    })
    await undo(deletionId)
    expect((await open()).conversation.parameters.context).toEqual({ fromId: second?.id, summary: 's' })
  })

  test('a deletion survives a restart, can be undone after it, and lasts once the bin is emptied', async () => {
    await say('one')
    const [second] = await say('two')
    const before = await open()
    const file = join(platform.paths.data, 'atelier.db')
    const look = <T>(read: (database: Database) => T): T => {
      const database = new Database(file, { readonly: true })
      try {
        return read(database)
      } finally {
        database.close()
      }
    }
    const stateForCollections = () => look((database) => new ItemTexts(database).itemState('chat', conversationId))
    const read = stateForCollections()
    await remove(second?.id, 'one')
    // a collection that holds the chat reads it again
    expect(stateForCollections()).not.toEqual(read)
    await app.close()
    app = await createApp(platform, { demo: false })
    expect(await texts()).toEqual(['one', 'one', 'two'])
    expect((await call('chat.restoreMessages', { conversationId, deletionId: null })).count).toBe(1)
    expect((await call('chat.restoreMessages', { conversationId, deletionId: null })).count).toBe(0)
    expect((await open()).page).toEqual(before.page)
    expect(stateForCollections()).toEqual(read)

    await remove(second?.id, 'one')
    expect(await call('chat.deletedMessages', {})).toEqual({ count: 1 })
    await call('history.emptyBin', {})
    expect(await call('chat.deletedMessages', {})).toEqual({ count: 0 })
    expect((await call('chat.restoreMessages', { conversationId, deletionId: null })).count).toBe(0)
    expect(look((database) => database.prepare('SELECT count(*) AS n FROM messages').get()?.n)).toBe(3)
    expect(await texts()).toEqual(['one', 'one', 'two'])
  })
})

test('deleting a chat stops its running summary', async () => {
  await say('one')
  const [question] = await say('two')
  gateway.addFaults('stall', '/v1/chat/completions')
  const target = { conversationId, connectionId: 'environment', model: 'demo-chat' }
  const summary = refusal('chat.summarise', { ...target, fromId: question?.id ?? '' })
  await expect.poll(() => requests().length).toBe(3)
  await call('chat.delete', { conversationId })
  expect(await summary).toBe('cancelled')
  expect(app.leaving().interrupted).toBe(0)
})
