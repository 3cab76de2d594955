import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createDemoGateway } from '../../../src/demo-gateway/server.ts'
import { AnswerReader } from '../../../src/main/gateway/answer-reader.ts'
import { dimensionMax, readEmbeddings } from '../../../src/main/gateway/embedding-answer.ts'
import { EmbeddingForms } from '../../../src/main/gateway/embedding-form.ts'
import { fetchEmbeddings } from '../../../src/main/gateway/embeddings.ts'
import { isFields } from '../../../src/main/gateway/liberal-fields.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { loopbackServer } from '../../fakes/loopback-server.ts'

const seed = Number(process.env.VECTOR_SEED ?? 20261123)

const item = (embedding: unknown, index?: number) => ({ embedding, ...(index === undefined ? {} : { index }) })
const read = (value: unknown, asked: number) =>
  readEmbeddings(typeof value === 'string' ? value : JSON.stringify(value), [], asked)
const refusal = (value: unknown, asked: number): string => {
  try {
    read(value, asked)
  } catch (cause) {
    if (cause instanceof AppFailure) return cause.error.code
    throw cause
  }
  throw new Error('it was not refused')
}
const base64Of = (numbers: readonly number[]): string => {
  const bytes = Buffer.alloc(numbers.length * 4)
  numbers.forEach((value, index) => {
    bytes.writeFloatLE(value, index * 4)
  })
  return bytes.toString('base64')
}
const rows = ({ vectors, dimension }: { vectors: Float32Array; dimension: number }) =>
  Array.from({ length: vectors.length / dimension }, (_, row) => [
    ...vectors.subarray(row * dimension, (row + 1) * dimension),
  ])

describe('an answer with vectors', () => {
  const finite = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
  const batch = fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 8 }))
    .chain(([dimension, count]) =>
      fc.array(fc.array(finite, { minLength: dimension, maxLength: dimension }), {
        minLength: count,
        maxLength: count,
      }),
    )
    .filter((vectors) => vectors.every((vector) => vector.some((value) => Math.abs(value) > 1e-3)))

  test(`vectors are read in any order and in both forms, with length 1 (seed ${seed})`, () => {
    fc.assert(
      fc.property(batch, fc.boolean(), fc.integer(), (vectors, isBase64, turn) => {
        const items = vectors.map((vector, index) => item(isBase64 ? base64Of(vector) : vector, index))
        const at = Math.abs(turn) % items.length
        const answer = read({ data: [...items.slice(at), ...items.slice(0, at)] }, vectors.length)
        expect(answer.dimension).toBe(vectors[0]?.length)
        for (const [row, found] of rows(answer).entries()) {
          const wanted = vectors[row] ?? []
          const length = Math.hypot(...wanted)
          expect(Math.hypot(...found)).toBeCloseTo(1, 5)
          found.forEach((value, index) => {
            expect(value).toBeCloseTo((wanted[index] ?? 0) / length, 5)
          })
        }
      }),
      { seed, numRuns: 200 },
    )
  })

  test(`an answer is refused whole if any vector is invalid (seed ${seed})`, () => {
    const bad = fc.constantFrom<unknown>(
      [],
      [0, 0],
      [1],
      [1, 2, 3],
      ['1', 2],
      [null, 1],
      'AAAA',
      'no base64!',
      {},
      null,
    )
    fc.assert(
      fc.property(bad, fc.integer({ min: 1, max: 6 }), fc.nat(5), (vector, others, place) => {
        const items: unknown[] = Array.from({ length: others }, (_, index) => item([1, index]))
        items.splice(place % (others + 1), 0, item(vector))
        expect(refusal({ data: items }, items.length)).toBe('vectors_refused')
      }),
      { seed, numRuns: 200 },
    )
  })

  test.each([
    ['too few', { data: [item([1, 2])] }, 2],
    ['too many', { data: [item([1, 2]), item([2, 1])] }, 1],
    ['an index twice', { data: [item([1, 2], 1), item([2, 1], 1)] }, 2],
    ['an index beyond', { data: [item([1, 2], 0), item([2, 1], 2)] }, 2],
    ['NaN', '{"data":[{"embedding":[NaN,1]}]}', 1],
    ['infinity', '{"data":[{"embedding":[1e999,1]}]}', 1],
    ['too long', { data: [item(Array.from({ length: dimensionMax + 1 }, () => 1))] }, 1],
    ['half a number in base64', { data: [item(Buffer.alloc(6, 1).toString('base64'))] }, 1],
    ['NaN in base64', { data: [item(base64Of([Number.NaN, 1]))] }, 1],
    ['none', { data: [] }, 1],
  ])('is refused for %s', (_, value, asked) => {
    expect(refusal(value, asked)).toBe('vectors_refused')
  })

  test('positions replace absent indices', () => {
    expect(rows(read({ data: [item([2, 0]), item([0, 3])] }, 2))).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  test('vectors are read in the formats of other servers', () => {
    expect(read([[3, 4]], 1).vectors).toEqual(Float32Array.of(0.6, 0.8))
    expect(read({ embeddings: [[3, 4]] }, 1).dimension).toBe(2)
    expect(read({ embedding: [3, 4] }, 1).dimension).toBe(2)
    const two = rows(read({ data: [item([3, 4], 0), item([0, 1], 1)] }, 2))
    for (const shape of [
      { data: [item([[3, 4]], 0), item([[0, 1]], 1)] },
      [item([[3, 4]], 0), item([[0, 1]], 1)],
      {
        embedding: [
          [3, 4],
          [0, 1],
        ],
      },
      { embeddings: [{ values: [3, 4] }, { values: [0, 1] }] },
    ])
      expect(rows(read(shape, 2)), JSON.stringify(shape)).toEqual(two)
    expect(read({ embedding: [[3, 4]] }, 1).dimension).toBe(2)
    expect(read({ embedding: { values: [3, 4] } }, 1).dimension).toBe(2)
    // the vectors of tokens are not that of the text
    expect(
      refusal(
        {
          data: [
            item([
              [3, 4],
              [0, 1],
            ]),
          ],
        },
        1,
      ),
    ).toBe('vectors_refused')
  })

  test('huge and tiny numbers stay in range', () => {
    expect(rows(read({ data: [item([3e300, 4e300]), item([3e-300, 4e-300])] }, 2))).toEqual([
      [Math.fround(0.6), Math.fround(0.8)],
      [Math.fround(0.6), Math.fround(0.8)],
    ])
  })

  test('tokens are read under either name, or are null', () => {
    const data = [item([1])]
    expect(read({ data, usage: { prompt_tokens: 7, total_tokens: 9 } }, 1).tokens).toBe(7)
    expect(read({ data, usage: { total_tokens: 9 } }, 1).tokens).toBe(9)
    expect(read({ data, usage: { total_tokens: '9' } }, 1).tokens).toBeNull()
    expect(read({ data }, 1).tokens).toBeNull()
  })

  test('an answer without vectors is refused', () => {
    expect(refusal('<!doctype html>', 1)).toBe('not_a_gateway')
    expect(refusal({ weather: 'fair' }, 1)).toBe('not_a_gateway')
    expect(refusal({ error: { message: 'no', code: 'x' } }, 1)).toBe('stream_error')
    expect(refusal('{"data":[{"embedding":[1,2', 1)).toBe('cut_short')
  })
})

describe('a request for vectors', async () => {
  const gateway = await createDemoGateway()
  afterAll(() => gateway.close())
  const reader = new AnswerReader()
  const texts = Array.from({ length: 40 }, (_, index) => `text ${index} about the tide`)
  const ask = (model: string, wanted: readonly string[] = texts) =>
    fetchEmbeddings(
      { baseUrl: gateway.baseUrl, apiKey: gateway.key },
      { model, texts: wanted },
      {
        fetch: testedFetch,
        clock: systemClock,
        signal: new AbortController().signal,
        reader,
        forms: new EmbeddingForms(),
      },
    )

  test('requests float numbers once, and reads a large answer in a thread', async () => {
    const before = gateway.requests().length
    const usual = await ask('demo-embedding')
    const sent = gateway.requests().slice(before)
    expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/v1/embeddings', body: { model: 'demo-embedding', input: texts, encoding_format: 'float' } },
    ])
    expect(usual).toMatchObject({ ok: true, value: { dimension: 256 } })
    for (const shape of ['reversed', 'no-index', 'base64'])
      expect(await ask(`demo-embedding+vectors;shape=${shape}`)).toEqual(usual)
  })

  test.each(['fewer', 'more', 'twice', 'uneven', 'nan', 'infinite', 'zero'])(
    'refuses vectors with %s',
    async (shape) => {
      const answer = await ask(`demo-embedding+vectors;shape=${shape}`)
      expect(answer).toMatchObject({ ok: false, error: { code: 'vectors_refused', status: 200 } })
      expect(!answer.ok && answer.error.requestId).toMatch(/^req-/)
    },
  )

  test('reports a refusal of the gateway', async () => {
    expect(await ask('demo-embedding+vectors-limit;inputs=10')).toMatchObject({ error: { code: 'bad_request' } })
    expect(await ask('demo-embedding+vectors-limit;inputs=10;status=413')).toMatchObject({
      error: { code: 'too_large' },
    })
    expect(await ask('demo-embedding+empty')).toMatchObject({ error: { code: 'empty_answer' } })
  })
})

describe('a gateway that refuses the usual request for vectors', () => {
  const reader = new AnswerReader()

  /** Serves one vector for each text of the requests that it takes; returns the bodies of all. */
  async function served(takes: (body: Readonly<Record<string, unknown>>) => boolean) {
    const bodies: unknown[] = []
    const forms = new EmbeddingForms()
    const server = await loopbackServer(async (request, response) => {
      const body: unknown = JSON.parse(await text(request))
      bodies.push(body)
      if (!isFields(body) || !takes(body)) {
        response.writeHead(400, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { message: 'unsupported parameter' } }))
        return
      }
      const { input } = body
      const data = (Array.isArray(input) ? input : [input]).map((_, index) => item([3, 4], index))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
    })
    const ask = (texts: readonly string[]) =>
      fetchEmbeddings(
        { baseUrl: `${server.origin}/v1`, apiKey: 'k' },
        { model: 'm', texts },
        { fetch: testedFetch, clock: systemClock, signal: new AbortController().signal, reader, forms },
      )
    return { ask, bodies, close: () => server.close() }
  }

  test('a gateway that refuses encoding_format gets requests without it from then on', async () => {
    const { ask, bodies, close } = await served((body) => !('encoding_format' in body))
    expect(await ask(['a', 'b'])).toMatchObject({ ok: true, value: { dimension: 2 } })
    expect(await ask(['c'])).toMatchObject({ ok: true })
    expect(bodies).toEqual([
      { model: 'm', input: ['a', 'b'], encoding_format: 'float' },
      { model: 'm', input: ['a', 'b'] },
      { model: 'm', input: ['c'] },
    ])
    await close()
  })

  test('a gateway that refuses several texts gets one text per request', async () => {
    const { ask, bodies, close } = await served(({ input }) => typeof input === 'string')
    expect(await ask(['a', 'b'])).toMatchObject({ ok: false, error: { code: 'bad_request' } })
    expect(await ask(['a'])).toMatchObject({ ok: true, value: { dimension: 2 } })
    const before = bodies.length
    expect(await ask(['a', 'b'])).toMatchObject({ ok: false, error: { code: 'bad_request' } })
    expect(bodies.length).toBe(before)
    expect(await ask(['b'])).toMatchObject({ ok: true })
    expect(bodies.at(-1)).toEqual({ model: 'm', input: 'b' })
    await close()
  })

  test('a gateway that accepted the usual request gets no other form', async () => {
    const { ask, bodies, close } = await served(({ input }) => !String(input).includes('bad'))
    expect(await ask(['good'])).toMatchObject({ ok: true })
    expect(await ask(['bad'])).toMatchObject({ ok: false, error: { code: 'bad_request' } })
    expect(bodies.length).toBe(2)
    await close()
  })
})
