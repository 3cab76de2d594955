import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KeyFilter } from '../../../src/main/gateway/key-filter.ts'

const key = 'sk-canary/Zq7V+w2Xk9Lm'
const filter = new KeyFilter(key)

const each = (write: (code: number) => string) => (text: string) =>
  [...text].map((sign) => write(sign.charCodeAt(0))).join('')
const hex = (code: number) => code.toString(16).padStart(2, '0')
const inBase64 = (shift: number, coding: 'base64' | 'base64url') =>
  Buffer.from(`${'.'.repeat(shift)}${key}....`).toString(coding)

/** The key in every encoding, with possible surroundings. */
const shapes: readonly (readonly [string, string])[] = [
  ['as it is', key],
  ['backwards', [...key].reverse().join('')],
  ['in hexadecimal', Buffer.from(key).toString('hex')],
  ['in capital hexadecimal', Buffer.from(key).toString('hex').toUpperCase()],
  ['escaped in JSON', each((code) => `\\u00${hex(code)}`)(key)],
  ['escaped in JSON, in capitals', each((code) => `\\u00${hex(code).toUpperCase()}`)(key)],
  ['with escaped slashes', key.replaceAll('/', '\\/')],
  ['escaped in JSON within JSON', JSON.stringify(each((code) => `\\u00${hex(code)}`)(key))],
  ['escaped in Python', each((code) => `\\x${hex(code)}`)(key)],
  ['escaped in Python, at length', each((code) => `\\U000000${hex(code)}`)(key)],
  ['in a URL', encodeURIComponent(key)],
  ['in a URL, every character', each((code) => `%${hex(code)}`)(key)],
  ['in a URL, twice', encodeURIComponent(each((code) => `%${hex(code)}`)(key))],
  ['in a URL within JSON', each((code) => `\\u0025${hex(code)}`)(key)],
  ['in HTML', each((code) => `&#${code};`)(key)],
  ['in HTML, hexadecimal', each((code) => `&#x${hex(code)};`)(key)],
  ...[0, 1, 2].flatMap((shift) =>
    (['base64', 'base64url'] as const).map((coding): [string, string] => [
      `in ${coding}, ${shift} off`,
      inBase64(shift, coding),
    ]),
  ),
  ['in UTF-16', each((code) => `${String.fromCharCode(code)}\0`)(key)],
  ['in UTF-16 of the other order', each((code) => `\0${String.fromCharCode(code)}`)(key)],
  ['in UTF-16 within JSON', each((code) => `${String.fromCharCode(code)}\\u0000`)(key)],
  ['in UTF-16 within a URL', each((code) => `%00%${hex(code)}`)(key)],
  ['in UTF-32', each((code) => `${String.fromCharCode(code)}\0\0\0`)(key)],
  ['in hexadecimal UTF-16', Buffer.from(key, 'utf16le').toString('hex')],
  ['in base64 of UTF-16', Buffer.from(`..${key}..`, 'utf16le').toString('base64')],
  ['with characters that nobody sees', [...key].join('\u200b')],
  ['in base64 within a URL', encodeURIComponent(inBase64(1, 'base64'))],
  ['in base64 within JSON', inBase64(2, 'base64').replaceAll('/', '\\/')],
]

/** Base64 of several lines, as MIME wraps it. */
const linesOf = (width: number): readonly string[] =>
  Buffer.from(`x-api-key: ${key} `)
    .toString('base64')
    .match(new RegExp(`.{1,${width}}`, 'g')) ?? []
const wraps: readonly (readonly [name: string, lines: readonly string[], lineBreak: string])[] = [
  ['base64', linesOf(20), '\n'],
  ['base64 of Windows', linesOf(24), '\r\n'],
  ['base64 in JSON', linesOf(20), '\\n'],
  ['base64 of Windows in JSON', linesOf(16), '\\r\\n'],
  ['base64 in JSON within JSON', linesOf(20), '\\\\n'],
  ['base64 in JSON with escaped slashes', linesOf(20).map((line) => line.replaceAll('/', '\\/')), '\\n'],
  ['the key itself', [key.slice(0, 9), key.slice(9)], '\n'],
]

/** The part of an encoding that depends only on the key. */
const core = (shape: string) => shape.slice(4, -8)

describe('a key in foreign text', () => {
  test.each(shapes)('removes a key %s from a text, which stays unchanged around it', (_name, shape) => {
    const text = filter.withoutSecrets(`Before 之前 100 % \\frac ${shape} after &amp; 之后`)
    expect(text).not.toContain(core(shape))
    expect(text).toMatch(/^Before 之前 100 % \\frac \S*•••\S* after &amp; 之后$/)
  })

  test.each(shapes)('removes a key %s from a text in parts, wherever it is split', (_name, shape) => {
    const text = `Before ${shape} after`
    const whole = filter.withoutSecrets(text)
    for (let at = 0; at <= text.length; at += 1) {
      const parts = filter.parts()
      expect(parts.push(text.slice(0, at)) + parts.push(text.slice(at)) + parts.end()).toBe(whole)
    }
    const parts = filter.parts()
    expect([...text].map((sign) => parts.push(sign)).join('') + parts.end()).toBe(whole)
  })

  test.each(wraps)('removes a key over several lines from a text and its parts: %s', (_name, lines, lineBreak) => {
    const text = `Before\n\n${lines.join(lineBreak)}\n\n after`
    const whole = filter.withoutSecrets(text)
    expect(whole).toMatch(/^Before\n\n[\s\S]*•••\S*\n\n after$/)
    for (const line of lines.slice(1, -1)) expect(whole).not.toContain(line)
    for (let at = 0; at <= text.length; at += 1) {
      const parts = filter.parts()
      expect(parts.push(text.slice(0, at)) + parts.push(text.slice(at)) + parts.end()).toBe(whole)
    }
    const parts = filter.parts()
    expect([...text].map((sign) => parts.push(sign)).join('') + parts.end()).toBe(whole)
  })

  test('removing a key at the end of a line keeps the line breaks around it', () => {
    expect(filter.withoutSecrets(`a\n${key}\nb\\n${key}\\n`)).toBe('a\n•••\nb\\n•••\\n')
  })

  test('removes a key at every occurrence', () => {
    expect(filter.withoutSecrets(`${key}${key}, ${key}`)).toBe('••••••, •••')
  })

  test('a secret as short as a word is not removed', () => {
    expect(new KeyFilter('ollama').withoutSecrets('ollama runs here')).toBe('ollama runs here')
  })
})

test('a text without the key is unchanged, in any parts', () => {
  const signs = fc.constantFrom(...key, '\n', '\\', 'u', '0', '%', '2', '5', '&', '#', 'x', ';', '密', ' ')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: signs, maxLength: 30 }), { maxLength: 8 }), (texts) => {
      const parts = filter.parts()
      const passed = texts.map((text) => parts.push(text)).join('') + parts.end()
      expect(passed).toBe(filter.withoutSecrets(texts.join('')))
    }),
    { numRuns: 2_000, seed: 20261122 },
  )
})

// quadratic work would take minutes to hours, so finishing is the assertion
test.each(['\\', '%25', '&#0', '\\n', `${key.slice(0, 9)}\n`, '\n', '\\u0073', '\\"', key.slice(0, -1), 'sk-'])(
  '1 MB of %s comes as it is',
  (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    const parts = filter.parts()
    const passed = Array.from({ length: Math.ceil(text.length / 64) }, (_, at) =>
      parts.push(text.slice(at * 64, (at + 1) * 64)),
    )
    expect(filter.withoutSecrets(text) === text).toBe(true)
    expect(passed.join('') + parts.end() === text).toBe(true)
  },
)

test('a part that ends with no beginning of the key is passed on at once', () => {
  const parts = filter.parts()
  expect(['Hello', ', ', '你好', '。'].map((text) => parts.push(text))).toEqual(['Hello', ', ', '你好', '。'])
})

const chunksOf = (bytes: Uint8Array, length: number) =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => bytes.subarray(at * length, (at + 1) * length))

test('bytes that are not text, and partial characters, are unchanged', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256)
  const received: Uint8Array[] = []
  for await (const chunk of filter.bytes(ReadableStream.from(chunksOf(bytes, 999)))) received.push(chunk)
  expect(Buffer.concat(received).equals(bytes)).toBe(true)
})

test('bytes of a broken stream are passed on to the last one, and then the failure', async () => {
  const failure = new Error('broken off')
  async function* broken() {
    yield Buffer.from(`It is ${key.slice(0, 9)}`)
    throw failure
  }
  const reader = filter.bytes(ReadableStream.from(broken())).getReader()
  const received: string[] = []
  const end = (async () => {
    for (;;) received.push(Buffer.from((await reader.read()).value ?? []).toString())
  })()
  await expect(end).rejects.toBe(failure)
  expect(received.join('')).toBe(`It is ${key.slice(0, 9)}`)
})
