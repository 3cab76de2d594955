import OpenAI from 'openai'
import { expect, it } from 'vitest'
import { json, send, startGateway } from './gateway-under-test.ts'

const gateway = await startGateway()
const embed = async (input: unknown, more = {}) =>
  json(send(gateway, '/v1/embeddings', { model: 'demo-embedding', input, ...more }))
const product = (one: number[], other: number[]) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)

it('puts similar texts near each other, in English and in Chinese', async () => {
  const texts = [
    'The tide comes in at noon',
    'The tides come at noon',
    'A recipe for bread',
    '潮汐何时到来',
    '潮汐什么时候来',
  ]
  const vectors: number[][] = (await embed(texts)).data.map((item: { embedding: number[] }) => item.embedding)
  const similarity = (one: number, other: number) => product(vectors[one] ?? [], vectors[other] ?? [])
  expect(similarity(0, 0)).toBeCloseTo(1, 5)
  expect(similarity(0, 1)).toBeGreaterThan(similarity(0, 2) + 0.2)
  expect(similarity(3, 4)).toBeGreaterThan(similarity(3, 2) + 0.2)
})

it('gives the SDK, which asks for base64, the same numbers as float', async () => {
  const client = new OpenAI({ apiKey: gateway.key, baseURL: gateway.baseUrl, maxRetries: 0 })
  const { data, usage } = await client.embeddings.create({ model: 'demo-embedding', input: 'tides' })
  const float = (await embed('tides', { encoding_format: 'float' })).data[0].embedding
  expect([...(data[0]?.embedding ?? [])]).toEqual(float)
  expect(usage.total_tokens).toBeGreaterThan(0)
})

it('honours dimensions and refuses an empty input', async () => {
  expect((await embed('tides', { dimensions: 64 })).data[0].embedding).toHaveLength(64)
  expect((await embed('')).error.param).toBe('input')
  expect((await embed([])).error.param).toBe('input')
})
