import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { summaryMax } from '../../../../src/shared/parameter-limits.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type CallingGateway, callingGateway, ends, said } from '../../../fakes/calling-gateway.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: CallingGateway
let platform: TestPlatform
let dispose: () => void
let app: App
let summary: readonly object[] = []

const conversationId = randomUUID()
const client = new AppClient(() => app)
const call = client.call.bind(client)

beforeEach(async () => {
  const isAsked = (messages: unknown) => JSON.stringify(messages).includes('Summarise the conversation')
  gateway = await callingGateway({
    respond: ({ messages }) => (isAsked(messages) ? summary : [said('fine'), ends('stop')]),
  })
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

const target = { conversationId, connectionId: 'environment', model: 'demo-chat' }

/** The id of a message that was answered. */
async function say(text: string, parameters = defaultParameters): Promise<string> {
  const { messages } = await call('chat.send', {
    ...{ ...target, messageId: randomUUID(), parameters, text, attachments: [] },
  })
  const answer = messages[1]?.id
  await platform.events.until('chat.status', (event) => event.messageId === answer && event.stream === null)
  return messages[0]?.id ?? ''
}

async function summarised(text: string, reason: string) {
  summary = [said(text), ends(reason)]
  await say('one')
  const fromId = await say('two')
  const { parameters } = await call('chat.summarise', { ...target, fromId })
  return { fromId, context: parameters.context }
}

test('an unfinished summary is kept and marked, until it is edited', async () => {
  const { context, fromId } = await summarised('They counted', 'length')
  expect(context).toEqual({ fromId, summary: 'They counted', isCut: true })
})

test('a complete summary has no mark, and its request can be viewed', async () => {
  const { context, fromId } = await summarised('They counted.', 'stop')
  expect(context).toEqual({ fromId, summary: 'They counted.' })
  const requests = await call('requests.list', {})
  expect(requests.filter(({ itemId }) => itemId === fromId)).toHaveLength(1)
})

test('a summary beyond the limit is cut between characters, and marked', async () => {
  const { context } = await summarised(`a${'😀'.repeat(summaryMax / 2)}`, 'stop')
  expect(context?.isCut).toBe(true)
  expect(context?.summary?.isWellFormed()).toBe(true)
  expect(context?.summary?.length).toBe(summaryMax - 1)
})

test('a summary is sent even if the request has few messages after it', async () => {
  await summarised('They counted to one.', 'stop')
  const { conversation } = await call('chat.open', { conversationId, limit: 1 })
  const parameters = { ...conversation.parameters, contextMessages: 1 }
  await call('chat.update', { conversationId, parameters })
  for (let turn = 0; turn < 9; turn += 1) await say(`turn ${turn}`, parameters)
  expect(JSON.stringify(gateway.sent.at(-1)?.messages)).toContain('They counted to one.')
  // the next message is the one that is sent
  expect((await call('chat.measure', { conversationId, within: null })).messages).toBe(0)
})
