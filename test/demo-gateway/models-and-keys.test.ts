import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { json, send, startGateway } from './gateway-under-test.ts'

const gateway = await startGateway({
  keys: [
    { key: 'everything', group: 'all' },
    { key: 'talk', group: 'chat-only' },
    { key: 'pictures', group: 'media-only' },
    { key: 'nothing', group: 'unknown-group' },
  ],
})

const withKey = (key: string) => ({ authorization: `Bearer ${key}` })
const idsOf = async (key: string) =>
  (await json(send(gateway, '/v1/models', undefined, withKey(key)))).data.map((model: { id: string }) => model.id)

describe('the model catalogue', () => {
  it('the SDK can read the catalogue, each model with its four fields', async () => {
    const client = new OpenAI({ apiKey: 'everything', baseURL: gateway.baseUrl, maxRetries: 0 })
    const { data } = await client.models.list()
    expect(data.length).toBeGreaterThan(10)
    for (const model of data) {
      expect(model).toEqual({
        id: expect.stringMatching(/^demo-/),
        object: 'model',
        created: expect.any(Number),
        owned_by: expect.stringMatching(/^[a-z]+$/),
      })
    }
    expect(new Set(data.map((model) => model.owned_by)).size).toBeGreaterThanOrEqual(3)
  })

  it('shows one model by its id', async () => {
    expect(await json(send(gateway, '/v1/models/demo-video-landscape'))).toMatchObject({ id: 'demo-video-landscape' })
  })

  it('shows a key only the models of its group', async () => {
    expect(await idsOf('talk')).toContain('demo-chat')
    expect(await idsOf('talk')).not.toContain('demo-video')
    expect(await idsOf('pictures')).not.toContain('demo-chat')
    expect(await idsOf('nothing')).toEqual([])
  })

  it('treats a model outside the group as one that does not exist', async () => {
    for (const id of ['demo-video', 'no-such-model']) {
      const answer = await send(gateway, `/v1/models/${id}`, undefined, withKey('talk'))
      expect(answer.status).toBe(404)
      expect((await json(answer)).error.code).toBe('model_not_found')
    }
    const body = { model: 'demo-chat', messages: [{ role: 'user', content: 'hi' }] }
    expect((await send(gateway, '/v1/chat/completions', body, withKey('pictures'))).status).toBe(404)
  })
})

describe('the keys of the demo gateway', () => {
  it.each(['', 'Bearer ', 'Bearer wrong', 'Basic everything'])('refuses the credential "%s"', async (authorization) => {
    const answer = await send(gateway, '/v1/models', undefined, { authorization })
    expect(answer.status).toBe(401)
    expect((await json(answer)).error).toMatchObject({ code: 'invalid_api_key', message: expect.any(String) })
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    expect(gateway.requests().at(-1)?.authorised).toBe(false)
  })
})

describe('the paths of the demo gateway', () => {
  it('answers 404 to paths outside the contract', async () => {
    for (const path of ['/v1/threads', '/v1/files', '/', '/files/none']) {
      expect((await send(gateway, path)).status).toBe(404)
    }
    expect((await send(gateway, '/v1/threads', {})).status).toBe(404)
  })

  it('answers 405 with the allowed methods', async () => {
    const answer = await send(gateway, '/v1/chat/completions')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })
})
