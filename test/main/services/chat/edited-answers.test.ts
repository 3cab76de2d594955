import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { editedByUser } from '../../../../src/shared/answer-end.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type NumberedGateway, numberedGateway } from '../../../fakes/numbered-gateway.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: NumberedGateway
let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  gateway = await numberedGateway()
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: 'k' } })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
})
afterEach(async () => {
  gateway.release()
  await app.close()
  await gateway.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)
const refusal = client.refusal.bind(client)

/** Sends a message, and gives its answer once it has ended. */
async function say(text: string, conversationId: string): Promise<Message> {
  const { messages } = await call('chat.send', {
    ...{ conversationId, messageId: randomUUID(), connectionId: 'environment', model: 'm' },
    ...{ parameters: defaultParameters, text, attachments: [] },
  })
  const id = messages[1]?.id ?? ''
  await platform.events.until('chat.status', (event) => event.messageId === id && event.stream === null)
  return (await shown(conversationId)).at(-1) ?? Promise.reject(new Error('no answer'))
}
const shown = async (conversationId: string): Promise<readonly Message[]> =>
  (await call('chat.open', { conversationId, limit: 50 })).page.messages
const edit = (messageId: string, text: string, newMessageId: string = randomUUID()) => ({
  ...{ messageId, newMessageId, text, limit: 50 },
})

test('an edited answer is a new version and is sent instead, and the model’s own stays', async () => {
  const chat = randomUUID()
  const answer = await say('Question', chat)
  const input = edit(answer.id, 'My words')
  const { page } = await call('chat.editAnswer', input)
  const edited = page.messages.at(-1)
  expect(edited).toMatchObject({ id: input.newMessageId, text: 'My words', model: 'm', parentId: answer.parentId })
  expect(edited?.status).toMatchObject({ state: 'done', finishReason: editedByUser })
  expect(edited?.versions).toEqual([answer.id, input.newMessageId])
  expect(gateway.requests).toHaveLength(1)

  // repeated after a lost answer
  await call('chat.editAnswer', input)
  expect((await shown(chat)).at(-1)?.versions).toHaveLength(2)

  await say('Another', chat)
  expect(gateway.requests[1]?.messages.map(({ content }) => content)).toEqual(['Question', 'My words', 'Another'])
  await call('chat.select', { messageId: answer.id, limit: 50 })
  expect((await shown(chat)).map(({ text }) => text)).toEqual(['Question', 'A1.'])
})

test('only a finished answer can be edited, and not to an empty text', async () => {
  const chat = randomUUID()
  const answer = await say('Question', chat)
  expect(await refusal('chat.editAnswer', edit(answer.parentId ?? '', 'x'))).toBe('invalid_input')
  expect(await refusal('chat.editAnswer', edit(answer.id, ' \n'))).toBe('invalid_input')
  expect(await refusal('chat.editAnswer', edit('none', 'x'))).toBe('not_found')
  gateway.mode = 'held'
  await call('chat.send', {
    ...{ conversationId: chat, messageId: randomUUID(), connectionId: 'environment', model: 'm' },
    ...{ parameters: defaultParameters, text: 'More', attachments: [] },
  })
  await gateway.until(2)
  expect(await refusal('chat.editAnswer', edit(answer.id, 'x'))).toBe('busy')
  expect((await shown(chat)).filter(({ text }) => text === 'x')).toEqual([])
})
