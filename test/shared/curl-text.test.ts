import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curlText } from '../../src/shared/curl-text.ts'

type Sent = Parameters<typeof curlText>[0]

/** The words that a shell gives to the command; nothing is sent. */
function wordsOf(sent: Sent): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; API_KEY='the key'; ${curlText(sent)}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

const sent: Sent = {
  method: 'POST',
  url: 'https://g.example/v1/chat/completions',
  sentHeaders: [
    ['authorization', 'Bearer $API_KEY'],
    ['content-type', 'application/json'],
    ['x-stainless-os', 'Linux'],
  ],
  body: { kind: 'text', text: '{"say":"it\'s $HOME"}', isCut: false },
}

test.skipIf(process.platform === 'win32')('the shell puts the key in, and nothing else', () => {
  expect(curlText(sent)).toContain(`'authorization: Bearer '"$API_KEY"`)
  expect(wordsOf(sent)).toEqual([
    ...['-X', 'POST', 'https://g.example/v1/chat/completions', '-H', 'authorization: Bearer the key'],
    ...['-H', 'content-type: application/json', '--data-raw', '{"say":"it\'s $HOME"}'],
  ])
})

test.skipIf(process.platform === 'win32')('no text of a person or a gateway becomes a command', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom("'; exit 7; '", '$(exit 7)', '`exit 7`', '\\', "'", '\n', '"$API_KEY"', '!!'),
  )
  const known = (word: string) => word.toWellFormed().replaceAll('\0', '')
  fc.assert(
    fc.property(text, text, (body, url) => {
      const words = wordsOf({ ...sent, url: known(url), body: { kind: 'text', text: known(body), isCut: false } })
      expect(words[2]).toBe(known(url))
      expect(words.at(-1)).toBe(known(body))
    }),
    { numRuns: 150 },
  )
})

test.skipIf(process.platform === 'win32')('a form has its fields, and its files by name', () => {
  const file = { kind: 'file', name: 'file', fileName: 'a"b.wav', mime: 'audio/wav', bytes: 3, hash: null } as const
  const field = { kind: 'text', name: 'model', value: '@/etc/passwd' } as const
  const words = wordsOf({ ...sent, body: { kind: 'form', fields: [field, file] } })
  expect(words.slice(-4)).toEqual(['--form-string', 'model=@/etc/passwd', '-F', 'file=@"a_b.wav";type=audio/wav'])
  expect(words).not.toContain('content-type: application/json')
})
