import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { everything } from '../../../../src/shared/history-query.ts'
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

async function say(conversationId: string, text: string): Promise<string> {
  const { messages } = await call('chat.send', {
    ...{ conversationId, messageId: randomUUID(), connectionId: 'environment', model: 'demo-chat' },
    ...{ parameters: defaultParameters, text, attachments: [] },
  })
  const answer = messages[1]?.id ?? ''
  await platform.events.until('chat.status', (event) => event.messageId === answer && event.stream === null)
  return answer
}
const listed = async (place?: 'archive' | 'all', query = '') =>
  (
    await call('chat.list', { query, offset: 0, limit: 9, ...(place === undefined ? {} : { place }) })
  ).conversations.map(({ archived, title }) => `${title}${archived === true ? ', archived' : ''}`)

describe('an archived chat', () => {
  test('an archived chat leaves the list, and is still opened, searched and listed in the archive', async () => {
    const id = randomUUID()
    await say(id, 'Repeat exactly: seaweed')
    await say(randomUUID(), 'Repeat exactly: other')
    expect((await call('chat.archive', { conversationId: id, archived: true })).archived).toBe(true)
    expect(await listed()).toEqual(['Repeat exactly: other'])
    expect(await listed('archive')).toEqual(['Repeat exactly: seaweed, archived'])
    expect(await listed('all', 'seaweed')).toEqual(['Repeat exactly: seaweed, archived'])
    const search = async () =>
      (
        await call('history.search', {
          text: 'seaweed',
          filter: { ...everything, kinds: ['chat'], place: 'kept' },
          limit: 9,
          next: null,
        })
      ).items.map(({ item }) => item.archived)
    await expect.poll(search).toEqual([true])
    expect((await call('chat.open', { conversationId: id, limit: 9 })).conversation.archived).toBe(true)

    await app.close()
    app = await createApp(platform, { demo: false })
    expect(await listed('archive')).toEqual(['Repeat exactly: seaweed, archived'])
    await call('chat.archive', { conversationId: id, archived: false })
    expect(await listed('archive')).toEqual([])
    expect(await listed()).toHaveLength(2)
  })

  test('a chat is unarchived when the user writes in it, but not when a running answer ends', async () => {
    const id = randomUUID()
    const answer = await say(id, 'Repeat exactly: one')
    const archive = () => call('chat.archive', { conversationId: id, archived: true })
    await archive()
    await say(id, 'Repeat exactly: two')
    expect(await listed('archive')).toEqual([])
    await archive()
    const retried = randomUUID()
    await call('chat.retry', { messageId: answer, newMessageId: retried })
    expect(await listed('archive')).toEqual([])
    await archive()
    await call('chat.stop', { messageId: retried })
    await expect
      .poll(async () => (await call('chat.open', { conversationId: id, limit: 1 })).conversation.streaming)
      .toBe(false)
    expect(await listed('archive')).toHaveLength(1)
  })

  test('archiving a chat archives it in the history too', async () => {
    const id = randomUUID()
    await say(id, 'Repeat exactly: one')
    const told = platform.events.until('chat.conversation', ({ archived }) => archived === true)
    await call('history.setArchived', { keys: [{ kind: 'chat', id }], archived: true })
    expect((await told).id).toBe(id)
    expect(await listed()).toEqual([])
  })
})
