import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { TextSender } from '../../../../src/main/services/chat/text-sender.ts'
import { UsageRefusals } from '../../../../src/main/services/questions/usage-refusals.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { Preferences } from '../../../../src/main/storage/preferences.ts'
import { systemClock } from '../../../../src/main/system-clock.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { testedFetch } from '../../../fakes/fetches.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../../fakes/storage.ts'

const count = 1_000
/** Most parts that one statement may read before others have their turn. */
const stepMax = 200

let gateway: DemoGateway
let run: ReturnType<typeof temporaryDatabase>

beforeEach(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  run = temporaryDatabase()
})
afterEach(async () => {
  run.dispose()
  await gateway.close()
})

test('a document of many parts is read in small steps, and sent whole', async () => {
  const messages = new Messages(run.database)
  const parts = Array.from({ length: count }, (_, index) => `part ${index}. `)
  run.database.transaction(() => {
    new Conversations(run.database).insertConversation(conversation('c'))
    for (const [index, text] of parts.entries())
      messages.insertMessage(storedMessage(`m${index}`, { parentId: index === 0 ? null : `m${index - 1}`, text }))
  })
  const read = vi.spyOn(messages, 'context')
  const preferences = new Preferences(run.database)
  const request = {
    ...{ connectionId: 'one', access: { baseUrl: gateway.baseUrl, apiKey: gateway.key }, model: 'demo-chat' },
    ...{ parameters: defaultParameters, stream: true, stallMs: 60_000 },
    ...{ messageId: `m${count - 1}`, parentId: `m${count - 1}`, text: 'The end' },
  }
  const sender = new TextSender(messages, preferences, new UsageRefusals(preferences))
  const io = { fetch: testedFetch, clock: systemClock, signal: new AbortController().signal }
  for await (const delta of sender.sendText(request, io)) expect(delta).toBeDefined()
  expect(new Set(read.mock.calls.map(([, limit]) => limit))).toEqual(new Set([stepMax]))
  const sent = gateway.requests().find(({ path }) => path === '/v1/completions')
  // its own message is not before it
  expect(sent?.body).toMatchObject({ prompt: `${parts.slice(0, -1).join('')}The end` })
})
