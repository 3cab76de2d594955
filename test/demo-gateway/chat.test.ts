import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { paint } from '../../src/demo-gateway/images/painting.ts'
import { encodePng } from '../../src/demo-gateway/images/png.ts'
import { chat, json, send, startGateway } from './gateway-under-test.ts'

const gateway = await startGateway()
const client = new OpenAI({ apiKey: gateway.key, baseURL: gateway.baseUrl, maxRetries: 0 })
const ask = async (body: unknown) => json(send(gateway, '/v1/chat/completions', body))
const answerTo = async (content: unknown, more = {}) => (await ask(chat(content, more))).choices[0].message.content

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('a whole answer', () => {
  it('a whole answer has the fields of the contract and counts its tokens', async () => {
    const answer = await ask(chat('Explain how tides work'))
    expect(answer).toMatchObject({
      id: expect.any(String),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'demo-chat',
      choices: [{ index: 0, message: { role: 'assistant', content: expect.any(String) }, finish_reason: 'stop' }],
    })
    const { prompt_tokens, completion_tokens, total_tokens } = answer.usage
    expect(prompt_tokens).toBeGreaterThan(0)
    expect(total_tokens).toBe(prompt_tokens + completion_tokens)
  })

  it('a whole answer stops at max_tokens with finish_reason length', async () => {
    const answer = await ask(chat('Explain how tides work', { max_tokens: 7 }))
    expect(answer.choices[0].finish_reason).toBe('length')
    expect(answer.usage.completion_tokens).toBe(7)
  })
})

describe('a streamed answer', () => {
  it('a streamed answer has the same text as the whole one, as the SDK reads it', async () => {
    const stream = await client.chat.completions.create({
      model: 'demo-chat',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'Explain how tides work' }],
    })
    const chunks = await collect(stream)
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe(
      await answerTo('Explain how tides work'),
    )
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
  })

  it('a stream ends with [DONE] and has usage only on request', async () => {
    const text = await (await send(gateway, '/v1/chat/completions', chat('hello', { stream: true }))).text()
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(text).not.toContain('"usage"')
  })

  it('a stream keeps the configured rate', async () => {
    const slow = await startGateway({ tokensPerSecond: 200 })
    const before = performance.now()
    await (await send(slow, '/v1/chat/completions', chat('hello', { stream: true, max_tokens: 40 }))).text()
    const elapsed = performance.now() - before
    expect(elapsed).toBeGreaterThan(180)
    const [record] = slow.requests()
    expect(record?.chunks.length).toBeGreaterThan(5)
    expect((record?.chunks.at(-1)?.at ?? 0) - (record?.chunks[0]?.at ?? 0)).toBeGreaterThan(150)
  })
})

describe('wrong parameters are refused with 400 and the name of the parameter', () => {
  it.each([
    ['temperature', { temperature: 2.1 }],
    ['temperature', { temperature: '1' }],
    ['top_p', { top_p: -0.1 }],
    ['max_tokens', { max_tokens: 0 }],
    ['max_tokens', { max_tokens: 1.5 }],
    ['stream', { stream: 'yes' }],
    ['messages', { messages: [] }],
    ['messages[0].role', { messages: [{ role: 'robot', content: 'x' }] }],
    ['messages[0].content', { messages: [{ role: 'user' }] }],
    ['model', { model: 5 }],
    ['model', { model: 'demo-video' }],
    ['messages', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }] }],
  ])('refuses the parameter %s %j with 400', async (param, more) => {
    const answer = await send(gateway, '/v1/chat/completions', chat('x', more))
    expect(answer.status).toBe(400)
    expect((await json(answer)).error).toMatchObject({ code: 'invalid_request_error', param })
  })

  it('refuses a body that is not JSON', async () => {
    const answer = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
      body: '{"model":',
    })
    expect(answer.status).toBe(400)
  })

  it('accepts the limits of each range', async () => {
    expect((await ask(chat('hi', { temperature: 0, top_p: 0 }))).choices).toHaveLength(1)
    expect((await ask(chat('hi', { temperature: 2, top_p: 1 }))).choices).toHaveLength(1)
  })
})

describe('pictures in a message', () => {
  it('a model with vision counts and measures the pictures of a message', async () => {
    const png = (await encodePng(await paint(31, 17, 'x', 1))).toString('base64')
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }
    const text = await answerTo([{ type: 'text', text: 'What is this?' }, image, image], { model: 'demo-chat-vision' })
    expect(text).toContain('2 pictures: 31 × 17 px; 31 × 17 px')
  })
})

describe('the older completion endpoint', () => {
  it('the older completion endpoint answers with text, whole and streamed', async () => {
    const body = { model: 'demo-chat', prompt: 'Explain how tides work' }
    const whole = await json(send(gateway, '/v1/completions', body))
    expect(whole).toMatchObject({ object: 'text_completion', choices: [{ index: 0, finish_reason: 'stop' }] })
    const stream = await client.completions.create({ ...body, stream: true })
    const chunks = await collect(stream)
    expect(chunks.map((chunk) => chunk.choices[0]?.text ?? '').join('')).toBe(whole.choices[0].text)
  })
})
