import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import type { Message, MessageStatus } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { AppFailure, appError } from '../../../../src/shared/errors.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import { quickDraftId } from '../../../../src/shared/quick-states.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { signal } from '../../../fakes/loopback-server.ts'
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

function message(
  text: string,
  model = 'demo-chat',
  more: Partial<CallInput<'chat.send'>> = {},
): CallInput<'chat.send'> {
  return {
    conversationId: randomUUID(),
    messageId: randomUUID(),
    connectionId: 'environment',
    model,
    parameters: defaultParameters,
    text,
    attachments: [],
    ...more,
  }
}

/** Waits until an answer has ended, and returns it as an opening page sees it. */
async function ended(answer: Message | undefined): Promise<Message> {
  if (!answer) throw new Error('there is no answer')
  await platform.events.until('chat.status', (event) => event.messageId === answer.id && event.stream === null)
  const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 100 })
  return page.messages.find((other) => other.id === answer.id) ?? Promise.reject(new Error('the answer is gone'))
}

async function ask(text: string, model?: string, more?: Partial<CallInput<'chat.send'>>): Promise<Message> {
  const { messages } = await call('chat.send', message(text, model, more))
  return ended(messages[1])
}

const chatRequests = () => gateway.requests().filter((request) => request.path === '/v1/chat/completions')

describe('a stored conversation', () => {
  test('a conversation begins with the first message, which is in the database before the request', async () => {
    const send = message('Hello there')
    const { conversation, messages } = await call('chat.send', send)
    expect(chatRequests().length).toBe(0)
    const reader = new Database(`${platform.paths.data}/atelier.db`, { readonly: true })
    expect(reader.prepare('SELECT role, text, state FROM messages ORDER BY role DESC').all()).toEqual([
      { role: 'user', text: 'Hello there', state: 'done' },
      { role: 'assistant', text: '', state: 'streaming' },
    ])
    reader.close()
    expect([conversation.title, conversation.streaming, messages.map((m) => m.role)]).toEqual([
      'Hello there',
      true,
      ['user', 'assistant'],
    ])
    const answer = await ended(messages[1])
    expect(answer.status.state).toBe('done')
    expect(answer.text.length).toBeGreaterThan(20)
  })

  test('a conversation shows exactly the text that it stores, piece by piece and in order', async () => {
    const answer = await ask('Write 3000 characters with a table and 中文')
    let shown = ''
    for (const { at, t } of platform.events.of('chat.delta')) {
      expect(at).toBe(shown.length)
      shown += t
    }
    expect(shown).toBe(answer.text)
    expect(answer.text.length).toBeGreaterThan(1000)
  })

  test('a request has the system prompt first, then the earlier messages', async () => {
    const first = await ask('First question', 'demo-chat', {
      parameters: { ...defaultParameters, system: 'Be brief.', temperature: 0.3 },
    })
    const second = message('Second question', 'demo-chat', { conversationId: first.conversationId })
    await ended((await call('chat.send', second)).messages[1])
    const body = chatRequests().at(-1)?.body
    expect(body).toMatchObject({
      model: 'demo-chat',
      stream: true,
      temperature: 0.3,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'First question' },
        { role: 'assistant', content: first.text },
        { role: 'user', content: 'Second question' },
      ],
    })
  })

  test('thinking is stored separately from the text, and is never sent again', async () => {
    const first = await ask('/fault think;tokens=12\nRepeat exactly: said')
    expect(first).toMatchObject({ text: 'said', thinking: { isRunning: false } })
    expect(first.thinking?.text).toMatch(/^The question has two parts/)
    expect(platform.events.of('chat.thinking').reduce((all, { t }) => all + t, '')).toBe(first.thinking?.text)
    expect(first.thinking?.ms).toBe(first.status.timing?.thinkingMs)
    expect(first.status.kept).toBeUndefined()
    await ended(
      (await call('chat.send', message('Second', 'demo-chat', { conversationId: first.conversationId }))).messages[1],
    )
    expect(JSON.stringify(chatRequests().at(-1)?.body)).not.toContain('two parts')
  })

  test.each(['reasoning_content', 'reasoning', 'details', 'thinking', 'parts', 'tags'])(
    'thinking is read in the form %s',
    async (shape) => {
      const answer = await ask(`/fault think;tokens=12;shape=${shape}\nRepeat exactly: said`)
      expect([answer.text, answer.thinking?.text.trim().slice(0, 12)]).toEqual(['said', 'The question'])
    },
  )

  test('an effort is sent only if set, and its refusal has its own code', async () => {
    const parameters = { ...defaultParameters, effort: 'low' } as const
    await ask('Hello')
    expect(chatRequests().at(-1)?.body).not.toHaveProperty('reasoning_effort')
    await ask('Hello', 'demo-chat', { parameters })
    expect(chatRequests().at(-1)?.body).toMatchObject({ reasoning_effort: 'low' })
    const refused = await ask('/fault effort-refuse\nHello', 'demo-chat', { parameters })
    expect(refused.status).toMatchObject({ state: 'failed', error: { code: 'effort_refused', status: 400 } })
  })

  test('only the last messages are sent when the user has set a limit', async () => {
    const parameters = { ...defaultParameters, contextMessages: 1 }
    const first = await ask('First', 'demo-chat', { parameters })
    await ended(
      (await call('chat.send', message('Second', 'demo-chat', { conversationId: first.conversationId }))).messages[1],
    )
    expect(chatRequests().at(-1)?.body).toMatchObject({ messages: [{ role: 'user', content: 'Second' }] })
  })

  test('an answer works the same without streaming', async () => {
    await call('settings.update', { stream: false })
    const answer = await ask('Hello')
    expect([answer.status.state, answer.text.length > 20, answer.status.usage !== null]).toEqual(['done', true, true])
    expect(chatRequests().at(-1)?.body).not.toHaveProperty('stream', true)
  })

  test('two sends with one id send once', async () => {
    const send = message('Only once')
    const [one, two] = await Promise.all([call('chat.send', send), call('chat.send', send)])
    expect(two.messages.map((m) => m.id)).toEqual(one.messages.map((m) => m.id))
    await ended(one.messages[1])
    await call('chat.send', send)
    expect(chatRequests().length).toBe(1)
  })

  test('a conversation accepts one message at a time', async () => {
    const { conversation, messages } = await call('chat.send', message('/fault stall(after=3) hello'))
    expect(await refusal('chat.send', message('impatient', 'demo-chat', { conversationId: conversation.id }))).toBe(
      'busy',
    )
    await call('chat.stop', { messageId: messages[1]?.id ?? '' })
  })

  test('an invalid message is refused, and nothing of it is stored', async () => {
    expect(await refusal('chat.send', message('   '))).toBe('invalid_input')
    expect(await refusal('chat.send', message('x', 'demo-chat', { connectionId: 'nobody' }))).toBe('no_connection')
    expect(await refusal('chat.send', message('x', 'demo-chat', { attachments: ['0'.repeat(64)] }))).toBe('not_found')
    expect((await call('chat.list', { query: '', offset: 0, limit: 10 })).conversations).toEqual([])
  })
})

describe('an answer that fails', () => {
  const expected: readonly (readonly [string, MessageStatus['state'], string | null, number])[] = [
    // once more without the question for its usage, which never worked here
    ['fail;status=400', 'failed', 'bad_request', 2],
    ['fail;status=401', 'failed', 'invalid_key', 1],
    ['fail;status=404', 'failed', 'model_not_found', 1],
    ['fail;status=413', 'failed', 'too_large', 1],
    ['quota', 'failed', 'quota', 1],
    ['html', 'failed', 'not_a_gateway', 1],
    ['html;status=502;times=1', 'failed', 'server_error', 1],
    ['empty', 'failed', 'empty_answer', 1],
    ['foreign', 'failed', 'not_a_gateway', 1],
    ['redirect', 'failed', 'redirected', 1],
    ['reset', 'failed', 'connection_lost', 1],
    ['reset;after=0', 'failed', 'connection_lost', 1],
    ['reset;after=8', 'interrupted', 'connection_lost', 1],
    ['early-close;after=8', 'interrupted', 'cut_short', 1],
    ['early-close;after=8;hard', 'interrupted', 'connection_lost', 1],
    ['stream-error;after=8', 'interrupted', 'stream_error', 1],
    ['bad-chunk;after=8', 'done', null, 1],
    ['no-done', 'done', null, 1],
    ['no-finish', 'done', null, 1],
    ['empty-deltas', 'done', null, 1],
    ['split-bytes', 'done', null, 1],
    ['crlf', 'done', null, 1],
    ['comments', 'done', null, 1],
    ['no-space', 'done', null, 1],
    ['bom', 'done', null, 1],
    ['burst', 'done', null, 1],
    ['fail;status=503;times=2', 'done', null, 3],
    ['fail;status=500;times=1', 'done', null, 2],
    ['rate-limit;times=1', 'done', null, 2],
    ['huge;mb=70', 'failed', 'answer_too_large', 1],
  ]

  test('unreadable events are counted and stored with the answer', async () => {
    const answer = await ask('/fault bad-chunk;after=8\nTell me about tea, in 300 characters')
    const owner = { kind: 'chat', ownerId: answer.id } as const
    const [kept] = (await call('answers.kept', { ...owner, offset: 0, limit: 50 })).answers
    expect([answer.status.kept, kept?.state, kept?.leftovers.skipped, kept?.leftovers.also.length]).toEqual([
      true,
      'left',
      1,
      1,
    ])
    const raw = await call('answers.raw', { id: kept?.id ?? 0 })
    expect(raw.text).toBe(kept?.leftovers.also[0]?.text)
    await app.close()
    app = await createApp(platform, { demo: false })
    expect((await call('answers.kept', { ...owner, offset: 0, limit: 50 })).answers).toEqual([kept])
  })

  test('no body is stored for an answer that is shown completely', async () => {
    const answer = await ask('Tell me about tea, in 300 characters')
    expect([
      answer.status.kept,
      (await call('answers.kept', { kind: 'chat', ownerId: answer.id, offset: 0, limit: 50 })).answers,
    ]).toEqual([undefined, []])
  })

  test.each(expected)('%s ends as %s (%s) after %i request(s)', async (fault, state, code, requests) => {
    const answer = await ask(`/fault ${fault}\nTell me about 朱砂 and tea, in 300 characters`)
    expect([answer.status.state, answer.status.error?.code ?? null, chatRequests().length]).toEqual([
      state,
      code,
      requests,
    ])
    if (state === 'interrupted') expect(answer.text.length).toBeGreaterThan(0)
    if (state === 'failed') expect(answer.text).toBe('')
  })

  test('shows the time until a retry, and stops waiting on request', async () => {
    const { messages } = await call('chat.send', message('/fault rate-limit;retry-after=30\nhello'))
    const answer = messages[1]
    const waiting = await platform.events.until('chat.status', (event) => event.status.wait !== null)
    expect(waiting.status.wait).toMatchObject({ attempt: 2, of: 4, error: { code: 'rate_limited', status: 429 } })
    expect((waiting.status.wait?.until ?? 0) - Date.now()).toBeGreaterThan(25_000)
    await call('chat.stop', { messageId: answer?.id ?? '' })
    expect((await ended(answer)).status.state).toBe('stopped')
    expect(chatRequests().length).toBe(1)
  })

  test('an answer that stalls is reported after the time in the settings', async () => {
    await call('settings.update', { stallSeconds: 5 })
    const answer = await ask('/fault stall(after=5)\nhello')
    expect([answer.status.state, answer.status.error?.code]).toEqual(['interrupted', 'stalled'])
    expect(answer.text.length).toBeGreaterThan(0)
  })

  test('a failed answer keeps its request id', async () => {
    expect((await ask('/fault fail;status=400\nx')).status.error?.requestId).toMatch(/.+/)
  })
})

describe('Stop, Continue, Retry and Edit', () => {
  async function stopped(text: string): Promise<Message> {
    const { messages } = await call('chat.send', message(`/fault stall(after=12)\n${text}`))
    const answer = messages[1]
    await platform.events.until('chat.delta', ({ at, t }) => at + t.length > 10)
    await call('chat.stop', { messageId: answer?.id ?? '' })
    return ended(answer)
  }

  test('Stop keeps the received text and closes the connection', async () => {
    const answer = await stopped('a long story')
    expect([answer.status.state, answer.text.length > 10]).toEqual(['stopped', true])
  })

  test('Continue appends to the text, in the same message', async () => {
    const answer = await stopped('a long story')
    await call('chat.continue', { messageId: answer.id })
    await platform.events.until(
      'chat.status',
      (event) => event.messageId === answer.id && event.stream === null && event.length > answer.text.length,
    )
    const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 10 })
    const whole = page.messages[1]
    expect(page.messages.length).toBe(2)
    expect(whole?.text.startsWith(answer.text)).toBe(true)
    expect(whole?.status.state).toBe('done')
    // the stopped request did not tell what it used
    expect(answer.status.usage).toBeNull()
    expect(whole?.status.usage).toMatchObject({ isIncomplete: true })
    // a second press that came late, or another page: the answer is whole, and nothing more is paid for
    const sent = chatRequests().length
    expect((await call('chat.continue', { messageId: answer.id })).messages).toEqual([whole])
    expect(chatRequests()).toHaveLength(sent)
  })

  test('Continue answers if the earlier text is only thinking, which stays thinking', async () => {
    const answer = await ask('Repeat exactly: high water at noon')
    const { conversationId, id } = answer
    await app.close()
    const database = new Database(join(platform.paths.data, 'atelier.db'))
    database
      .prepare(
        "UPDATE messages SET text = '<Think>The moon</Think>', state = 'interrupted', thinking = '' WHERE id = ?",
      )
      .run(id)
    database.close()
    app = await createApp(platform, { demo: false })
    await ask('Repeat exactly: go on', 'demo-chat', { conversationId })
    expect(JSON.stringify(chatRequests().at(-1)?.body)).not.toContain('moon')
    expect((await call('chat.copy', { conversationId })).text).not.toContain('moon')

    await call('chat.continue', { messageId: id })
    await platform.events.until(
      'chat.status',
      (event) => event.messageId === id && event.stream === null && event.length > answer.text.length,
    )
    const sent = JSON.stringify(chatRequests().at(-1)?.body)
    expect([sent.includes('moon'), sent.includes('Continue your last answer')]).toEqual([false, false])
    const { page } = await call('chat.open', { conversationId, limit: 10 })
    expect(page.messages[1]?.text).toBe('<Think>The moon</Think>high water at noon')
    const { text } = await call('chat.copy', { conversationId })
    expect([text?.includes('moon'), text?.includes('high water at noon')]).toEqual([false, true])
  })

  test('Retry keeps the old answer as a version, and both can be shown', async () => {
    const old = await ask('A question')
    const { messages } = await call('chat.retry', { messageId: old.id, newMessageId: randomUUID() })
    const fresh = await ended(messages[0])
    expect(fresh.versions).toEqual([old.id, fresh.id])
    const back = await call('chat.select', { messageId: old.id, limit: 10 })
    expect(back.page.messages.map((m) => m.id)).toEqual([old.parentId, old.id])
    expect((await call('chat.open', { conversationId: old.conversationId, limit: 10 })).page.messages.at(-1)?.id).toBe(
      old.id,
    )
  })

  test('Edit begins a new branch; the old one is kept whole', async () => {
    const answer = await ask('First wording')
    await ended(
      (await call('chat.send', message('And then?', 'demo-chat', { conversationId: answer.conversationId })))
        .messages[1],
    )
    const newMessageId = randomUUID()
    const { messages } = await call('chat.edit', {
      messageId: answer.parentId ?? '',
      newMessageId,
      text: 'Better wording',
    })
    await ended(messages[1])
    const edited = await call('chat.open', { conversationId: answer.conversationId, limit: 10 })
    expect(edited.page.messages.map((m) => m.text).slice(0, 1)).toEqual(['Better wording'])
    expect(edited.page.messages[0]?.versions).toEqual([answer.parentId, newMessageId])
    const old = await call('chat.select', { messageId: answer.parentId ?? '', limit: 10 })
    expect(old.page.messages.map((m) => m.text)).toEqual([
      'First wording',
      answer.text,
      'And then?',
      expect.any(String),
    ])
  })
})

describe('the list of conversations', () => {
  test('the list is sorted by activity, pinned first, and searched by title', async () => {
    const first = await ask('Alpha')
    const second = await ask('Beta')
    const titles = async (query = ''): Promise<string[]> =>
      (await call('chat.list', { query, offset: 0, limit: 10 })).conversations.map((conversation) => conversation.title)
    expect(await titles()).toEqual(['Beta', 'Alpha'])
    await ended(
      (await call('chat.send', message('more', 'demo-chat', { conversationId: first.conversationId }))).messages[1],
    )
    expect(await titles()).toEqual(['Alpha', 'Beta'])
    await call('chat.update', { conversationId: second.conversationId, pinned: true, title: '预算 Beta' })
    expect(await titles()).toEqual(['预算 Beta', 'Alpha'])
    expect(await titles('预算')).toEqual(['预算 Beta'])
    expect(await titles('ALPHA')).toEqual(['Alpha'])
  })

  test('a deleted conversation leaves the list, and is restored whole', async () => {
    const answer = await ask('Precious')
    await call('chat.delete', { conversationId: answer.conversationId })
    expect((await call('chat.list', { query: '', offset: 0, limit: 10 })).conversations).toEqual([])
    expect(await refusal('chat.open', { conversationId: answer.conversationId, limit: 10 })).toBe('not_found')
    await call('chat.restore', { conversationId: answer.conversationId })
    expect((await call('chat.open', { conversationId: answer.conversationId, limit: 10 })).page.messages.length).toBe(2)
  })

  test('a long conversation is loaded in pages from its end', async () => {
    const first = await ask('1')
    for (const text of ['2', '3'])
      await ended(
        (await call('chat.send', message(text, 'demo-chat', { conversationId: first.conversationId }))).messages[1],
      )
    const newest = (await call('chat.open', { conversationId: first.conversationId, limit: 2 })).page
    expect([newest.messages[0]?.text, newest.hasEarlier]).toEqual(['3', true])
    const before = await call('chat.earlier', { beforeId: newest.messages[0]?.id ?? '', limit: 3 })
    expect([before.messages.map((m) => m.role), before.hasEarlier]).toEqual([['assistant', 'user', 'assistant'], true])
    const start = await call('chat.earlier', { beforeId: before.messages[0]?.id ?? '', limit: 3 })
    expect([start.messages.map((m) => m.text), start.hasEarlier]).toEqual([['1'], false])
  })

  test('a conversation opens at any of its messages, and is loaded from there in both directions', async () => {
    const first = await ask('1')
    for (const text of ['2', '3', '4'])
      await ended(
        (await call('chat.send', message(text, 'demo-chat', { conversationId: first.conversationId }))).messages[1],
      )
    const all = (await call('chat.open', { conversationId: first.conversationId, limit: 50 })).page
    expect([all.messages.length, all.hasEarlier, all.hasLater]).toEqual([8, false, false])
    const ids = all.messages.map(({ id }) => id)
    const { page } = await call('chat.around', { messageId: ids[3] ?? '', limit: 4 })
    expect(page.messages.map(({ id }) => id)).toEqual(ids.slice(2, 6))
    expect([page.hasEarlier, page.hasLater]).toEqual([true, true])
    const later = await call('chat.later', { afterId: ids[5] ?? '', limit: 4 })
    expect([later.messages.map(({ id }) => id), later.hasLater]).toEqual([ids.slice(6), false])
    expect((await call('chat.later', { afterId: ids[7] ?? '', limit: 4 })).messages).toEqual([])
    const end = (await call('chat.around', { messageId: ids[7] ?? '', limit: 4 })).page
    expect([end.messages.map(({ id }) => id), end.hasLater]).toEqual([ids.slice(4), false])
  })

  test('a conversation opens at a message of another branch by showing that branch', async () => {
    const answer = await ask('1')
    const again = await call('chat.retry', { messageId: answer.id, newMessageId: crypto.randomUUID() })
    await ended(again.messages[0])
    const shown = async () =>
      (await call('chat.open', { conversationId: answer.conversationId, limit: 9 })).page.messages.at(-1)?.id
    expect(await shown()).toBe(again.messages[0]?.id)
    const { page } = await call('chat.around', { messageId: answer.id, limit: 9 })
    expect(page.messages.at(-1)?.id).toBe(answer.id)
    expect(await shown()).toBe(answer.id)
    // if the message is already shown, the branch keeps its end
    await call('chat.around', { messageId: page.messages[0]?.id ?? '', limit: 9 })
    expect(await shown()).toBe(answer.id)
  })
})

describe('the unsent draft', () => {
  test('a draft is stored for every conversation and for the next one, until it is sent', async () => {
    await call('chat.saveDraft', { conversationId: null, text: 'half a thou' })
    expect(await call('chat.draft', { conversationId: null })).toEqual({ text: 'half a thou' })
    const answer = await ask('sent')
    expect(await call('chat.draft', { conversationId: null })).toEqual({ text: '' })
    await call('chat.saveDraft', { conversationId: answer.conversationId, text: '还没写完' })
    expect((await call('chat.open', { conversationId: answer.conversationId, limit: 1 })).draft).toBe('还没写完')
  })

  test('a draft in a new chat of the main window stays when the quick window sends a question', async () => {
    await call('chat.saveDraft', { conversationId: null, text: 'main' })
    await call('chat.saveDraft', { conversationId: quickDraftId, text: 'quick' })
    await ask('quick', 'demo-chat', { draftOf: quickDraftId })
    expect(await call('chat.draft', { conversationId: null })).toEqual({ text: 'main' })
    expect(await call('chat.draft', { conversationId: quickDraftId })).toEqual({ text: '' })
  })

  test('a draft stays unsent while an earlier message is edited', async () => {
    const { conversationId } = await ask('First')
    await call('chat.saveDraft', { conversationId, text: 'a second thought' })
    const { page } = await call('chat.open', { conversationId, limit: 5 })
    const edit = { messageId: page.messages[0]?.id ?? '', newMessageId: randomUUID(), text: 'First, edited' }
    await ended((await call('chat.edit', edit)).messages[1])
    expect((await call('chat.open', { conversationId, limit: 5 })).draft).toBe('a second thought')
  })
})

describe('the end of the app during answers', () => {
  test('the end of the app during an answer leaves it interrupted, with its text', async () => {
    const { messages } = await call('chat.send', message('/fault stall(after=12)\nhello'))
    await platform.events.until('chat.delta', ({ at, t }) => at + t.length > 10)
    await app.close()
    app = await createApp(platform, { demo: false })
    const { page } = await call('chat.open', { conversationId: messages[1]?.conversationId ?? '', limit: 10 })
    const answer = page.messages[1]
    expect([answer?.status.state, answer?.status.error?.code, (answer?.text.length ?? 0) > 10]).toEqual([
      'interrupted',
      'app_closed',
      true,
    ])
  })
})

describe('deleted conversations', () => {
  test('a deleted conversation is found only by Restore, and nothing can begin in it', async () => {
    const answer = await ask('Precious')
    const { conversationId } = answer
    await call('chat.delete', { conversationId })
    const before = chatRequests().length
    const newMessageId = randomUUID()
    const codes = [
      await refusal('chat.send', message('more', 'demo-chat', { conversationId })),
      await refusal('chat.retry', { messageId: answer.id, newMessageId }),
      await refusal('chat.edit', { messageId: answer.parentId ?? '', newMessageId, text: 'x' }),
      await refusal('chat.continue', { messageId: answer.id }),
      await refusal('chat.select', { messageId: answer.id, limit: 10 }),
      await refusal('chat.earlier', { beforeId: answer.id, limit: 10 }),
      await refusal('chat.update', { conversationId, title: 'x' }),
      await refusal('chat.delete', { conversationId }),
    ]
    expect(codes).toEqual(codes.map(() => 'not_found'))
    expect([chatRequests().length, app.leaving().interrupted]).toEqual([before, 0])
    await call('chat.restore', { conversationId })
    const { page } = await call('chat.open', { conversationId, limit: 10 })
    expect(page.messages.at(-1)).toEqual(answer)
  })
})

describe('a repeated call', () => {
  test('a repeated call gets the message and its own answer, however long the conversation is by then', async () => {
    const send = message('First')
    const first = await ended((await call('chat.send', send)).messages[1])
    await ask('Second', 'demo-chat', { conversationId: first.conversationId })
    expect((await call('chat.send', send)).messages.map(({ id }) => id)).toEqual([send.messageId, first.id])
  })
})

describe('a full disk during a chat', () => {
  /** Makes writing answers fail, as on a full disk; returns the undo. */
  function fill(): () => void {
    const prepare = Database.prototype.prepare
    Database.prototype.prepare = function (sql) {
      if (!/^\s*(INSERT INTO journal|UPDATE messages SET text)/.test(sql)) return prepare.call(this, sql)
      throw new AppFailure(appError('storage_full', 'SQLITE_FULL'))
    }
    return () => {
      Database.prototype.prepare = prepare
    }
  }

  test('a full disk ends the answer with its text, which is shown and stored once there is space', async () => {
    const { messages } = await call('chat.send', message('/fault stall(after=12)\nhello'))
    const id = messages[1]?.id ?? ''
    const undo = fill()
    const end = await platform.events.until('chat.status', (event) => event.messageId === id && event.stream === null)
    expect([end.status.state, end.status.error?.code, app.leaving().interrupted]).toEqual([
      'interrupted',
      'storage_full',
      0,
    ])
    const open = async () =>
      (await call('chat.open', { conversationId: messages[1]?.conversationId ?? '', limit: 10 })).page.messages[1]
    const shown = await open()
    expect([shown?.status.state, shown?.status.error?.code, shown?.text.length]).toEqual([
      'interrupted',
      'storage_full',
      end.length,
    ])
    expect(end.length).toBeGreaterThan(0)
    expect(await refusal('chat.continue', { messageId: id })).toBe('storage_full')
    expect(app.leaving().interrupted).toBe(0)
    undo()
    await call('chat.continue', { messageId: id })
    await platform.events.until(
      'chat.status',
      (event) => event.messageId === id && event.stream === null && event.status.state === 'done',
    )
    expect((await open())?.text.startsWith(shown?.text ?? 'x')).toBe(true)
  })
})

test('Stop works at once while the keychain waits for a user to unlock it', async () => {
  await app.close()
  const asked = signal()
  let locked = false
  const memory = createMemorySecrets()
  const made = testPlatform({
    secrets: {
      ...memory,
      get: async (account) => {
        if (!locked) return memory.get(account)
        asked.give()
        return new Promise(() => {})
      },
    },
  })
  platform = made.platform
  app = await createApp(platform, { demo: false })
  const id = randomUUID()
  await call('connections.save', { id, name: 'x', baseUrl: gateway.baseUrl, allowInsecure: false, key: gateway.key })
  locked = true
  const { messages } = await call('chat.send', message('hello', 'demo-chat', { connectionId: id }))
  await asked.come
  await call('chat.stop', { messageId: messages[1]?.id ?? '' })
  expect((await ended(messages[1])).status.state).toBe('stopped')
  expect(chatRequests()).toEqual([])
  await app.close()
  made.dispose()
})
