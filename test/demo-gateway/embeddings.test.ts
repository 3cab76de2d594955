import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { json, send, startGateway } from './gateway-under-test.ts'

const gateway = await startGateway()
const embed = async (input: unknown, more = {}, faults = '') =>
  json(
    send(
      gateway,
      '/v1/embeddings',
      { model: 'demo-embedding', input, ...more },
      faults === '' ? {} : { 'x-demo-fault': faults },
    ),
  )
const vectorsOf = async (texts: readonly string[]): Promise<readonly number[][]> =>
  (await embed(texts)).data.map((item: { embedding: number[] }) => item.embedding)
const product = (one: readonly number[] = [], other: readonly number[] = []) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)

it('similar texts have similar vectors, in English and in Chinese', async () => {
  const vectors = await vectorsOf([
    'The tide comes in at noon',
    'The tides come at noon',
    'A recipe for bread',
    '潮汐何时到来',
    '潮汐什么时候来',
  ])
  const similarity = (one: number, other: number) => product(vectors[one], vectors[other])
  expect(similarity(0, 0)).toBeCloseTo(1, 5)
  expect(similarity(0, 1)).toBeGreaterThan(similarity(0, 2) + 0.2)
  expect(similarity(3, 4)).toBeGreaterThan(similarity(3, 2) + 0.2)
})

it.each([
  ['房租什么时候可以终止', 'The tenant may terminate the lease with three months of notice.'],
  ['怎样烤面包', 'Knead the dough and bake the bread for forty minutes.'],
  ['How do I restore a backup?', '从备份恢复数据库的步骤'],
])('a query finds “%s” across languages', async (question, answer) => {
  const [asked, ...others] = await vectorsOf([
    question,
    answer,
    'The football match was exciting.',
    '昨天的新闻很有意思',
    'She wore a red dress to the wedding.',
  ])
  const [found = 0, ...rest] = others.map((vector) => product(asked, vector))
  expect(found).toBeGreaterThan(Math.max(...rest) + 0.15)
})

it('the SDK, which asks for base64, gets the same numbers as float', async () => {
  const client = new OpenAI({ apiKey: gateway.key, baseURL: gateway.baseUrl, maxRetries: 0 })
  const { data, usage } = await client.embeddings.create({ model: 'demo-embedding', input: 'tides' })
  const float = (await embed('tides', { encoding_format: 'float' })).data[0].embedding
  expect([...(data[0]?.embedding ?? [])]).toEqual(float)
  expect(usage.total_tokens).toBeGreaterThan(0)
})

it('supports dimensions and refuses an empty input', async () => {
  expect((await embed('tides', { dimensions: 64 })).data[0].embedding).toHaveLength(64)
  expect((await embed('')).error.param).toBe('input')
  expect((await embed([])).error.param).toBe('input')
})

it('embeds a text without letters', async () => {
  const [vector = []] = await vectorsOf(['…!'])
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
})

describe('the embedding faults', () => {
  const texts = ['one', 'two', 'three']
  const shape = async (name: string) => (await embed(texts, {}, `vectors;shape=${name}`)).data

  it('sends vectors in reverse order, with the right indices', async () => {
    const usual = (await embed(texts)).data
    expect(await shape('reversed')).toEqual(usual.toReversed())
  })

  it('leaves out indices, reports wrong counts, or repeats an index', async () => {
    expect((await shape('no-index')).map((item: object) => 'index' in item)).toEqual([false, false, false])
    expect(await shape('fewer')).toHaveLength(2)
    expect(await shape('more')).toHaveLength(4)
    expect((await shape('twice')).map(({ index }: { index: number }) => index)).toEqual([0, 1, 0])
  })

  it('sends base64 without a request, vectors of different lengths, and zeros', async () => {
    expect(typeof (await shape('base64'))[0].embedding).toBe('string')
    expect((await shape('uneven'))[2].embedding).toHaveLength(255)
    expect(new Set((await shape('zero'))[2].embedding)).toEqual(new Set([0]))
  })

  it.each([
    ['nan', 'NaN'],
    ['infinite', 'Infinity'],
  ])('writes %s as Python does', async (name, word) => {
    const answer = await send(
      gateway,
      '/v1/embeddings',
      { model: 'demo-embedding', input: texts },
      { 'x-demo-fault': `vectors;shape=${name}` },
    )
    expect(await answer.text()).toContain(`[${word},`)
  })

  it('refuses more texts than the limit of a fault', async () => {
    const most = 'vectors-limit;inputs=2;status=413'
    expect((await embed(texts, {}, most)).error.param).toBe('input')
    expect((await embed(texts.slice(1), {}, most)).data).toHaveLength(2)
  })
})
