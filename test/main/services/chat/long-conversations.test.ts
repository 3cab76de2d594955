import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { Message, Parameters } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import { estimateTokens } from '../../../../src/shared/passages/token-estimate.ts'
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
    conversationId,
    messageId: randomUUID(),
    connectionId: 'environment',
    model: 'demo-chat',
    parameters: defaultParameters,
    text,
    attachments: [],
    ...more,
  })
  const answer = messages[1]?.id
  await platform.events.until('chat.status', (event) => event.messageId === answer && event.stream === null)
  return messages
}

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}
/** The bodies of the requests, as JSON in the order of their fields. */
const bodies = (): readonly string[] =>
  gateway
    .requests()
    .filter(({ path }) => path === '/v1/chat/completions')
    .map(({ body }) => JSON.stringify(body))
const contents = (): readonly unknown[] =>
  (JSON.parse(bodies().at(-1) ?? '') as Body).messages.map(({ content }) => content)

async function update(change: Partial<Parameters>): Promise<void> {
  const { conversation } = await call('chat.open', { conversationId, limit: 1 })
  await call('chat.update', { conversationId, parameters: { ...conversation.parameters, ...change } })
}

/** What all requests have in common: each begins with the whole of the one before. */
function expectSameBeginnings(requests: readonly string[]): void {
  for (const [index, body] of requests.entries()) {
    const before = requests[index - 1]
    if (before === undefined) continue
    const [start, rest] = before.split('"messages":[', 2)
    // up to the end of the list of messages
    const others = (text: string) => JSON.stringify({ ...(JSON.parse(text) as Body), messages: [] })
    expect(others(body)).toBe(others(before))
    const messages = JSON.stringify((JSON.parse(before) as Body).messages).slice(0, -1)
    expect(rest).toBeDefined()
    expect(body.startsWith(start ?? '-')).toBe(true)
    expect(body).toContain(`"messages":${messages},`)
  }
}

describe('the beginning of a request', () => {
  test('the beginning of a request is identical from turn to turn: instructions, tools, files and answers', async () => {
    const path = join(platform.paths.data, 'tides.txt')
    writeFileSync(path, 'High water at noon. '.repeat(50))
    const read = await call('files.read', { token: app.importFile({ path, name: 'tides.txt', temporary: true }) })
    if (read.state !== 'read') throw new Error(read.state)
    const parameters = {
      ...defaultParameters,
      system: 'Be brief.',
      tools: { enabled: ['builtin:current_date', 'builtin:calculator'], roundsMax: 4 },
    }
    await say('What does the file say?', { parameters, files: [read.file] })
    await say('use calculator {"expression": "6 * 7"}')
    await say('And now?')
    await say('And then?')
    expect(bodies().length).toBeGreaterThan(4)
    expectSameBeginnings(bodies())
  })

  test('the beginning of a request is unchanged after the user chose it, with a summary', async () => {
    await say('Repeat exactly: one')
    const [second] = await say('Repeat exactly: two')
    await update({ context: { fromId: second?.id ?? '', summary: 'They counted ```up``` to one.' } })
    const before = bodies().length
    await say('Repeat exactly: three')
    await say('Repeat exactly: four')
    await say('Repeat exactly: five')
    expectSameBeginnings(bodies().slice(before))
  })
})

describe('the message that a request begins with', () => {
  test('a request begins where the user chose, and the original messages are kept', async () => {
    await say('Repeat exactly: one')
    const [second] = await say('Repeat exactly: two')
    await update({ context: { fromId: second?.id ?? '' } })
    await say('Repeat exactly: three')
    expect(contents()).toEqual(['Repeat exactly: two', 'two', 'Repeat exactly: three'])
    const { page } = await call('chat.open', { conversationId, limit: 100 })
    expect(page.messages).toHaveLength(6)
  })

  test('a request begins after the message that was too long, from then on', async () => {
    const [, answer] = await say('Repeat exactly: one')
    await update({ context: { fromId: answer?.id ?? '', isAfter: true, summary: 'They counted.' } })
    await say('Repeat exactly: two')
    expect(contents()).toHaveLength(1)
    expect(contents()[0]).toMatch(/They counted\.\n```\n\nRepeat exactly: two$/)
    await say('Repeat exactly: three')
    expect(contents()).toHaveLength(3)
    expect(contents().at(-1)).toBe('Repeat exactly: three')
  })

  test('a request begins with the message after a deleted one, until the deletion is undone', async () => {
    const [, answer] = await say('Repeat exactly: one')
    const fromId = answer?.id ?? ''
    await update({ context: { fromId, isAfter: true } })
    await say('Repeat exactly: two')
    const deletionId = randomUUID()
    await call('chat.deleteMessage', { deletionId, messageId: fromId, scope: 'one' })
    await say('Repeat exactly: three')
    expect(contents()).toEqual(['Repeat exactly: two', 'two', 'Repeat exactly: three'])
    await call('chat.restoreMessages', { conversationId, deletionId })
    await say('Repeat exactly: four')
    expect(contents()[0]).toBe('Repeat exactly: two')
    const { conversation } = await call('chat.open', { conversationId, limit: 1 })
    expect(conversation.parameters.context).toEqual({ fromId, isAfter: true })
  })

  test('a request begins after the deleted message in a copy of the chat too', async () => {
    const [, answer] = await say('Repeat exactly: one')
    await update({ context: { fromId: answer?.id ?? '', isAfter: true } })
    const [, second] = await say('Repeat exactly: two')
    const copy = await call('chat.fork', { conversationId: randomUUID(), messageId: second?.id ?? '', title: 'A copy' })
    await say('Repeat exactly: three', { conversationId: copy.id, parameters: copy.parameters })
    expect(contents()).toEqual(['Repeat exactly: two', 'two', 'Repeat exactly: three'])
  })

  test('a request begins at the start again in a branch without that message', async () => {
    const [first] = await say('Repeat exactly: one')
    const [second] = await say('Repeat exactly: two')
    await update({ context: { fromId: second?.id ?? '' } })
    const { messages } = await call('chat.edit', {
      messageId: first?.id ?? '',
      newMessageId: randomUUID(),
      text: 'Repeat exactly: other',
    })
    await platform.events.until('chat.status', (event) => event.messageId === messages[1]?.id && event.stream === null)
    expect(contents()).toEqual(['Repeat exactly: other'])
  })

  test('the summary comes before the user’s words if it cannot be a message of its own', async () => {
    await say('Repeat exactly: one')
    const [second] = await say('Repeat exactly: two')
    await update({ context: { fromId: second?.id ?? '', summary: 'They ```counted```.' } })
    await say('Repeat exactly: three')
    const [first] = contents()
    expect(first).toBe(
      'A summary of the earlier conversation, which is not sent in full.\n````summary\nThey ```counted```.\n````\n\nRepeat exactly: two',
    )
    expect(contents()).toHaveLength(3)
  })
})

describe('a summary of the earlier messages', () => {
  const wish = (fromId: string, model = 'demo-chat-large') => ({
    conversationId,
    fromId,
    connectionId: 'environment',
    model,
  })

  test('a summary is written by the chosen model, stored, sent from then on, and counted in the spending', async () => {
    await say('Repeat exactly: one')
    const [second] = await say('Repeat exactly: two')
    const { parameters } = await call('chat.summarise', wish(second?.id ?? ''))
    const request = JSON.parse(bodies().at(-1) ?? '') as Body & { readonly model: string }
    expect(request.model).toBe('demo-chat-large')
    expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    const summary = parameters.context?.summary ?? ''
    expect(summary.length).toBeGreaterThan(20)
    expect(await call('spending.conversation', { conversationId })).toMatchObject({ requests: 3 })
    await say('Repeat exactly: three')
    expect(contents()).toHaveLength(3)
    expect(contents()[0]).toContain(summary)
    await app.close()
    app = await createApp(platform, { demo: false })
    const opened = await call('chat.open', { conversationId, limit: 100 })
    expect(opened.conversation.parameters.context).toEqual({ fromId: second?.id, summary })
    expect(opened.page.messages).toHaveLength(6)
  })

  test('a summary of the whole chat comes before the next message', async () => {
    const [, answer] = await say('Repeat exactly: one')
    const made = await call('chat.summarise', { ...wish(answer?.id ?? ''), isAfter: true })
    const request = JSON.parse(bodies().at(-1) ?? '') as Body
    expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(made.parameters.context).toMatchObject({ fromId: answer?.id, isAfter: true })
    await say('Repeat exactly: two')
    expect(contents()).toHaveLength(1)
    expect(contents()[0]).toContain(made.parameters.context?.summary ?? '-')
  })

  test('a failed summary changes nothing, and a running one is not requested twice', async () => {
    const [first] = await say('Repeat exactly: one')
    const [second] = await say('Repeat exactly: two')
    const fromId = second?.id ?? ''
    expect(await refusal('chat.summarise', wish(first?.id ?? ''))).toBe('invalid_input')
    await refusal('chat.summarise', wish(fromId, 'demo-embedding'))
    expect((await call('chat.open', { conversationId, limit: 1 })).conversation.parameters.context).toBeUndefined()
    const before = bodies().length
    const made = call('chat.summarise', wish(fromId))
    expect(await refusal('chat.summarise', wish(fromId))).toBe('busy')
    await made
    expect(bodies()).toHaveLength(before + 1)
  })
})

describe('the size of the next request', () => {
  const measure = (within: number | null = null) => call('chat.measure', { conversationId, within })
  const frame = 4

  test('the size counts instructions, messages and files, and nothing that is not sent', async () => {
    await say('Repeat exactly: one', { parameters: { ...defaultParameters, system: 'Be brief, 请.' } })
    const tokens = (text: string) => estimateTokens(text).tokens
    const both = tokens('Be brief, 请.') + tokens('Repeat exactly: one') + tokens('one') + 2 * frame
    expect(await measure()).toEqual({ tokens: both, messages: 2, left: 0, pictures: 0, fit: null })
    const [second] = await say('Repeat exactly: two')
    await update({ context: { fromId: second?.id ?? '' } })
    expect(await measure()).toMatchObject({ messages: 2, left: 2 })
    await update({ context: { fromId: second?.id ?? '', summary: 'short' } })
    expect((await measure()).tokens).toBeGreaterThan(both)
  })

  test('the size is that of the newest part that fits, beginning with a message of the user', async () => {
    const ids: string[] = []
    for (const word of ['one', 'two', 'three']) ids.push((await say(`Repeat exactly: ${word}`))[0]?.id ?? '')
    const { tokens } = await measure()
    expect((await measure(tokens)).fit).toBeNull()
    const { fit } = await measure(tokens - 1)
    expect(fit).toMatchObject({ fromId: ids[1], messages: 4 })
    expect(fit?.tokens).toBeLessThan(tokens)
    // up to a message, as for a retry; and nothing, as for an edit of the first
    const { page } = await call('chat.open', { conversationId, limit: 500 })
    const upTo = (endId: string | null) => call('chat.measure', { conversationId, within: null, endId })
    expect(await upTo(page.messages[0]?.id ?? '')).toMatchObject({ messages: 1 })
    expect(await upTo(null)).toMatchObject({ messages: 0, tokens: 0 })
  })

  test('the new message alone is offered if nothing before it fits and it follows', async () => {
    const [, answer] = await say('Repeat exactly: one')
    const lastId = answer?.id ?? ''
    const alone = { fromId: lastId, isAfter: true, tokens: 0, messages: 0 }
    expect((await measure(1)).fit).toEqual(alone)
    const upTo = (isFollowed: boolean) =>
      call('chat.measure', { conversationId, within: 1, endId: lastId, isFollowed }).then(({ fit }) => fit)
    expect(await upTo(true)).toEqual(alone)
    expect(await upTo(false)).toBeNull()
    // the instructions alone are longer than what is left
    await update({ system: 'Be brief. '.repeat(20) })
    expect((await measure(1)).fit).toBeNull()
  })

  test('the request begins after a message, unless that one is continued', async () => {
    const [, answer] = await say('Repeat exactly: one')
    const lastId = answer?.id ?? ''
    await update({ context: { fromId: lastId, isAfter: true } })
    expect(await measure()).toMatchObject({ tokens: 0, messages: 0, left: 2 })
    const continued = await call('chat.measure', { conversationId, within: null, endId: lastId, isFollowed: false })
    expect(continued).toMatchObject({ messages: 1, left: 1 })
    await say('Repeat exactly: two')
    expect(await measure()).toMatchObject({ messages: 2, left: 2 })
  })

  test('the size counts only the user’s limit of messages, including the new one', async () => {
    await say('Repeat exactly: one')
    await say('Repeat exactly: two')
    const sizes = []
    for (const contextMessages of [1, 2, 3]) {
      await update({ contextMessages })
      sizes.push((await measure()).messages)
    }
    expect(sizes).toEqual([0, 1, 2])
    const [question] = await say('Repeat exactly: three')
    expect(contents()).toHaveLength(3)
    // again, nothing new is among them
    const again = await call('chat.measure', { conversationId, within: null, endId: question?.id ?? '' })
    expect(again).toMatchObject({ messages: 3 })
  })

  test('the size counts the summary even if no message precedes its place', async () => {
    const [first, answer] = await say('Repeat exactly: one')
    const [second] = await say('Repeat exactly: two')
    const summary = 'They counted to one. '.repeat(50)
    await update({ context: { fromId: second?.id ?? '', summary } })
    const { tokens } = await measure()
    for (const messageId of [answer?.id ?? '', first?.id ?? ''])
      await call('chat.deleteMessage', { messageId, scope: 'one', deletionId: randomUUID() })
    expect(await measure()).toMatchObject({ tokens, left: 0 })
    await say('Repeat exactly: three')
    expect(contents()[0]).toContain('They counted to one.')
  })

  test('the size of a long branch is counted completely', async () => {
    await say('Repeat exactly: one')
    // more than one step of reading
    for (let index = 0; index < 120; index += 1) await say(`Repeat exactly: ${index}`)
    expect(await measure()).toMatchObject({ messages: 242, left: 0 })
  })
})
