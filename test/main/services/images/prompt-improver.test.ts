import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { improvingQuestion } from '../../../../src/main/services/images/prompt-improver.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

const wish = (model = 'demo-chat') => ({
  ...{ requestId: randomUUID(), connectionId: 'environment', model, prompt: 'a red boat', isEdit: false, wish: '' },
})
const chats = () => studio.gateway.requests().filter(({ path }) => path === '/v1/chat/completions').length

test('a prompt is improved by one request, also if the same call is repeated', async () => {
  const input = wish()
  const [one, other] = await Promise.all([
    studio.call('images.improvePrompt', input),
    studio.call('images.improvePrompt', input),
  ])
  expect(one.prompt).not.toBe('')
  expect(other).toEqual(one)
  expect(await studio.call('images.improvePrompt', input)).toEqual(one)
  expect(chats()).toBe(1)
})

test('the cost of an improvement is recorded as that of a chat model', async () => {
  await studio.call('images.improvePrompt', wish())
  const [month = ''] = await studio.call('spending.months', {})
  const { groups } = await studio.call('spending.month', { month })
  expect(groups.map(({ kind, model }) => [kind, model])).toEqual([['chat', 'demo-chat']])
})

test('a failure is reported, and its request is not repeated', async () => {
  expect(await studio.refusal('images.improvePrompt', wish('demo-chat+quota'))).toBe('quota')
  expect(await studio.refusal('images.improvePrompt', wish('demo-chat+hang-up'))).toBe('connection_lost')
  expect(chats()).toBe(2)
  const input = { ...wish(), connectionId: 'gone' }
  expect(await studio.refusal('images.improvePrompt', input)).toBe('no_connection')
})

test('the question keeps the prompt in its fence, and names the wish only if there is one', () => {
  expect(improvingQuestion('a boat', false, ' ')).not.toContain('The person wishes')
  expect(improvingQuestion('a boat', true, 'more light')).toMatch(
    /wishes: more light[\s\S]*<prompt>\na boat\n<\/prompt>$/,
  )
})
