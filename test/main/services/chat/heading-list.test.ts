import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { HistorySeed } from '../../../e2e/history-seed.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: DemoGateway
let platform: TestPlatform
let dispose: () => void
let app: App

const client = new AppClient(() => app)

beforeEach(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key } })
  platform = made.platform
  dispose = made.dispose
})
afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

test('the headings of long answers come with their question, without the thinking', async () => {
  const seed = new HistorySeed(platform.paths.data)
  const thought = '<think>\n# a thought\n</think>\n'
  const conversationId = seed.chat('Long talk', [
    'What lights a harbour?',
    `${thought}# Lamps\n\n## Oil\n\n## Gas\n`,
    '# I ask\n# with\n# headings',
    'Short.',
  ])
  seed.close()
  app = await createApp(platform, { demo: false })
  const { page } = await client.call('chat.open', { conversationId, limit: 10 })
  const answers = await client.call('chat.headings', { conversationId })
  expect(answers).toEqual([
    {
      messageId: page.messages[1]?.id,
      questionId: page.messages[0]?.id,
      headings: [
        { text: 'Lamps', depth: 1, start: thought.length },
        { text: 'Oil', depth: 2, start: thought.length + 9 },
        { text: 'Gas', depth: 2, start: thought.length + 17 },
      ],
    },
  ])
  expect(await client.refusal('chat.headings', { conversationId: 'gone' })).toBe('not_found')
})
