import { describe, expect, test } from 'vitest'
import { lightMessage, messageBytesMax } from '../../../../src/main/services/mcp/large-message.ts'
import { LongStrings, longToken } from '../../../../src/main/services/mcp/long-strings.ts'
import { toolResultOf } from '../../../../src/main/services/mcp/tool-result.ts'

const ids = Array.from({ length: 9 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`)
const message = (result: unknown): Buffer => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 7, result }))

function light(result: unknown) {
  const left = [...ids]
  const read = lightMessage(message(result), () => longToken(left.shift() ?? ''))
  if (read === null || read === 'too_large') throw new Error('it was not read')
  return read
}

/** What becomes of a result: its text, its whole text and its files. */
async function stored(result: { readonly content?: readonly unknown[]; readonly structuredContent?: unknown }) {
  const { value, taken } = light(result)
  const strings = new LongStrings()
  strings.keepStrings(taken)
  const files: Buffer[] = []
  const library = {
    addMedia: async (bytes: Uint8Array, about: { mime: string; width: number | null; height: number | null }) => {
      files.push(Buffer.from(bytes))
      return { id: String(files.length), bytes: bytes.byteLength, ...about }
    },
  }
  const answer = Object(value).result
  return { ...(await toolResultOf(answer, { library, strings })), files }
}

describe('a large message', () => {
  test('a large message keeps short values of any kind', () => {
    const result = {
      content: [{ type: 'text', text: '短文\ud800' }, null, 'x', { type: 'image', data: 'AA==' }],
      a: [1],
    }
    expect(light(result)).toEqual({ value: { jsonrpc: '2.0', id: 7, result }, taken: [] })
    const list = { jsonrpc: '2.0', id: 1, result: { tools: [{ description: 'd'.repeat(1_500_000) }] } }
    expect(lightMessage(Buffer.from(JSON.stringify(list)), () => '')).toEqual({ value: list, taken: [] })
  })

  test('a large message gives its long text as a beginning and a file, in order', async () => {
    const long = '茶 and tea '.repeat(150_000)
    const { text, whole, files, media } = await stored({
      content: [
        { type: 'text', text: 'before' },
        { type: 'text', text: long },
        { type: 'resource', resource: { uri: 'a:b', text: 'after' } },
      ],
    })
    expect(text).toBe(`before\n${long.slice(0, 64_000)}\nafter`)
    expect(files.map(String)).toEqual([`before\n${long}\nafter`])
    expect(whole?.length).toBe(`before\n${long}\nafter`.length)
    expect(media).toBeUndefined()
  })

  test('a large message gives its long files as their bytes', async () => {
    const sound = Buffer.alloc(1_200_000, 'RIFF')
    const { text, whole, files, media } = await stored({
      content: [
        { type: 'audio', data: sound.toString('base64') },
        { type: 'resource', resource: { uri: 'a:b', blob: sound.toString('base64') } },
      ],
    })
    expect(text).toContain('1200000 bytes')
    expect(whole).toBeUndefined()
    expect(media).toHaveLength(2)
    expect(files.every((file) => file.equals(sound))).toBe(true)
  })

  test('a long structure alone becomes text, and one next to a text is left out', async () => {
    const structuredContent = { rows: ['r'.repeat(1_500_000)] }
    expect((await stored({ structuredContent })).files.map(String)).toEqual([JSON.stringify(structuredContent)])
    const long = 'l'.repeat(1_100_000)
    expect((await stored({ content: [{ type: 'text', text: long }], structuredContent })).files.map(String)).toEqual([
      long,
    ])
  })

  test('a message beyond its limits is refused, and invalid JSON is ignored', () => {
    expect(lightMessage(message({ content: Array.from({ length: 250_000 }, () => 1) }), () => '')).toBe('too_large')
    expect(lightMessage(Buffer.alloc(messageBytesMax + 1, ' '), () => '')).toBe('too_large')
    expect(lightMessage(Buffer.from(`{"a":"${'x'.repeat(2_000_000)}"`), () => '')).toBeNull()
  })
})

describe('long strings', () => {
  const of = (id: string, bytes: number) => ({ token: longToken(id), bytes: new Uint8Array(bytes), length: bytes })

  test('long strings are read once, only by their token', () => {
    const strings = new LongStrings()
    strings.keepStrings([of(ids[0] ?? '', 5)])
    expect(strings.takeString(`forged${longToken(ids[1] ?? '')}`)).toBeNull()
    expect(strings.takeString('')).toBeNull()
    expect(strings.takeString(`head${longToken(ids[0] ?? '')}`)).toMatchObject({ head: 'head', length: 5 })
    expect(strings.takeString(`head${longToken(ids[0] ?? '')}`)).toBeNull()
  })

  test('long strings that are never read are replaced by later ones', () => {
    const strings = new LongStrings()
    for (const id of ids) strings.keepStrings([of(id, 60 * 1024 * 1024)])
    expect(ids.map((id) => strings.takeString(longToken(id)) !== null)).toEqual(ids.map((_, index) => index >= 5))
  })
})
