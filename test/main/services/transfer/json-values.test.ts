import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  beyondBounds,
  type JsonBounds,
  type JsonChoice,
  type JsonPath,
  jsonValues,
  parsedWithin,
  usualBounds,
} from '../../../../src/main/services/transfer/import/json-values.ts'

/** Stretches of a text, as a disk or a ZIP gives them. */
async function* inStretches(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function read(text: string, choose: (path: JsonPath) => JsonChoice, length = 7, bounds?: JsonBounds) {
  const found = []
  for await (const one of jsonValues(inStretches(Buffer.from(text), length), choose, bounds)) found.push(one)
  return found
}

const elements = (path: JsonPath): JsonChoice => (path.length === 0 ? 'enter' : 'take')

describe('JSON that is read as a stream', () => {
  test('values are the same wherever the text is split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json({ maxDepth: 4 })), fc.integer({ min: 1, max: 40 }), async (texts, length) => {
        const found = await read(`[${texts.join(' ,\n')}]`, elements, length)
        expect(found.map(({ value }) => value)).toEqual(texts.map((text) => JSON.parse(text)))
      }),
      { numRuns: 300 },
    )
  })

  test('only chosen values are returned, with their path', async () => {
    const text = JSON.stringify({ a: { b: [1, { c: '"]}\\' }, [2]] }, 钥: 'x', skip: { deep: [[['}']]] }, end: null })
    const found = await read(text, ([top, , third]) => {
      if (top === undefined || (top === 'a' && third === undefined)) return 'enter'
      return top === 'skip' ? 'skip' : 'take'
    })
    expect(found).toEqual([
      { path: ['a', 'b', 0], value: 1 },
      { path: ['a', 'b', 1], value: { c: '"]}\\' } },
      { path: ['a', 'b', 2], value: [2] },
      { path: ['钥'], value: 'x' },
      { path: ['end'], value: null },
    ])
  })

  test('a text may begin with a byte order mark, and be a single value', async () => {
    expect(await read('\ufeff[1]', elements)).toEqual([{ path: [0], value: 1 }])
    expect(await read(' 12 ', () => 'take')).toEqual([{ path: [], value: 12 }])
    expect(await read('12', () => 'take')).toEqual([{ path: [], value: 12 }])
  })

  test.each([
    '',
    '[',
    '[1',
    '[1,]',
    '[1 2]',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    '[1]]',
    '[1] 2',
    ']',
    '{"a":1,}',
    '["\u0001"]',
    '[nul]',
  ])('%j is damaged JSON', async (text) => {
    await expect(read(text, elements)).rejects.toMatchObject({ error: { code: 'import_damaged' } })
  })

  test('a value above the limit is damaged JSON, before it is held in memory', async () => {
    let given = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('["')
      for (;;) {
        given += 1024
        yield Buffer.alloc(1024, 'a')
      }
    }
    const values = jsonValues(endless(), elements, { ...usualBounds, bytes: 100_000 })
    await expect(values.next()).rejects.toMatchObject({ error: { code: 'import_not_read' } })
    expect(given).toBeLessThan(110_000)
  })

  test.each([
    ['is nested too deep', `[${'['.repeat(1_000_000)}`],
    ['is nested too deep by one', `[${'['.repeat(201)}${']'.repeat(201)}]`],
    ['has too many parts', `[[${'1,'.repeat(1_000_001)}1]]`],
    ['is a number of too many digits', `[${'1'.repeat(2_000)}]`],
    ['has a key that is too long', `[{"${'k'.repeat(70_000)}":1}]`],
  ])('is not read where a value %s', async (name, text) => {
    const isKey = name.includes('key')
    const choose = (path: JsonPath): JsonChoice => (path.length === 0 || isKey ? 'enter' : 'take')
    await expect(read(text, choose, 65_536)).rejects.toMatchObject({ error: { code: 'import_not_read' } })
  })

  test.each([
    ['nested too deep', `${'['.repeat(201)}${']'.repeat(201)}`],
    ['too long', `"${'a'.repeat(200_000)}"`],
    ['of too many parts', `[${'1,'.repeat(2_000)}1]`],
  ])('continues after a value that is %s, on request', async (_what, value) => {
    const bounds = { ...usualBounds, bytes: 100_000, values: 1_000, goesOn: true }
    const found = []
    for await (const one of jsonValues(inStretches(Buffer.from(`[1,${value},2]`), 4_096), elements, bounds))
      found.push(one.value)
    expect(found).toEqual([1, beyondBounds, 2])
  })

  test('a value exactly at the limits is read', async () => {
    expect(await read(`[${'['.repeat(200)}${']'.repeat(200)}]`, elements, 64)).toHaveLength(1)
  })

  test('characters that no database keeps become replacement characters', async () => {
    const text = String.raw`["a\u0000b", "\ud83d\ude00 \ud83d", {"x": ["\uDE00"]}]`
    expect((await read(text, elements)).map(({ value }) => value)).toEqual(['a\ufffdb', '😀 \ufffd', { x: ['\ufffd'] }])
  })

  test('invalid UTF-8 is damaged JSON', async () => {
    const bytes = Buffer.concat([Buffer.from('["'), Buffer.from([0xff, 0xc0]), Buffer.from('"]')])
    const values = jsonValues(inStretches(bytes, 3), elements)
    await expect(values.next()).rejects.toMatchObject({ error: { code: 'import_damaged' } })
  })

  test('a key cannot set the prototype', async () => {
    const [found] = await read('[{"__proto__": {"polluted": true}}]', elements)
    expect(Object.getPrototypeOf(found?.value)).toBe(Object.prototype)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('a text in a value has its limits', () => {
    expect(parsedWithin(' {"a": [1, "x"]} ')).toEqual({ a: [1, 'x'] })
    expect(() => parsedWithin('['.repeat(1_000_000))).toThrow()
    expect(() => parsedWithin('')).toThrow()
  })

  test('JSON deeper than any call stack is read', async () => {
    const depth = 200_000
    const found = await read(`[${'['.repeat(depth)}${']'.repeat(depth)}, 1]`, ([index]) =>
      index === undefined ? 'enter' : index === 0 ? 'skip' : 'take',
    )
    expect(found).toEqual([{ path: [1], value: 1 }])
  })
})
