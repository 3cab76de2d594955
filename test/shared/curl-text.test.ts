import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curlText } from '../../src/shared/curl-text.ts'

type Sent = Parameters<typeof curlText>[0]

/** The words that one shell gives to each command, in order; nothing is sent. */
function wordsOfAll(all: readonly Sent[]): readonly (readonly string[])[] {
  const mark = randomUUID()
  const script = `curl() { printf '%s\\0' "$@" '${mark}'; }; API_KEY='the key'\n${all.map(curlText).join('\n')}\n`
  const output = execFileSync('sh', { input: script, encoding: 'utf8' })
  return output
    .split(`${mark}\0`)
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1))
}

function wordsOf(sent: Sent): readonly string[] {
  return wordsOfAll([sent])[0] ?? []
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

test.skipIf(process.platform === 'win32')('the shell inserts the key, and nothing else', () => {
  expect(curlText(sent)).toContain(`'authorization: Bearer '"$API_KEY"`)
  expect(wordsOf(sent)).toEqual([
    ...['-X', 'POST', 'https://g.example/v1/chat/completions', '-H', 'authorization: Bearer the key'],
    ...['-H', 'content-type: application/json', '--data-raw', '{"say":"it\'s $HOME"}'],
  ])
})

test('brackets and braces of an address are literal', () => {
  // curl would send one request, paid for, for each number
  expect(curlText({ ...sent, url: 'https://g.example/t[1-3]/{a,b}' })).toContain(' --globoff ')
})

test.skipIf(process.platform === 'win32')('no text of a user or a gateway becomes a command', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom("'; exit 7; '", '$(exit 7)', '`exit 7`', '\\', "'", '\n', '"$API_KEY"', '!!'),
  )
  const known = (word: string) => word.toWellFormed().replaceAll('\0', '')
  // one shell reads them all, as the start of one takes longer than the rest
  const seed = Date.now() % 1_000_000
  process.stdout.write(`seed ${seed}\n`)
  const pairs = fc.sample(fc.tuple(text.map(known), text.map(known)), { numRuns: 500, seed })
  const commands = pairs.map(
    ([url, body]): Sent => ({ ...sent, url, body: { kind: 'text', text: body, isCut: false } }),
  )
  expect(wordsOfAll(commands).map((words) => [words[2], words.at(-1)])).toEqual(pairs)
})

test.skipIf(process.platform === 'win32').each([
  ['plain', 'x'.repeat(200_000)],
  ['Chinese', '字'.repeat(60_000)],
  ['hostile', `it's $HOME \`id\` \\\nBODY\nBODY_\n${'x'.repeat(200_000)}`],
])('a body beyond what one argument can hold is sent whole: %s', (_name, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'curl-text-'))
  try {
    // a program of its own: the system's bound is on the arguments of programs
    writeFileSync(join(folder, 'curl'), `#!/bin/sh\nprintf '%s\\n' "$@" >&2\ncat\n`)
    chmodSync(join(folder, 'curl'), 0o755)
    const body = { kind: 'text', text, isCut: false } as const
    const env = { ...process.env, API_KEY: 'the key', PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` }
    const input = `${curlText({ ...sent, body })}\necho and more`
    const got = execFileSync('sh', { input, env, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
    expect(got).toBe(`${text}\nand more\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.skipIf(process.platform === 'win32')('a form has its fields, and its files by name', () => {
  const file = { kind: 'file', name: 'file', fileName: 'a"b.wav', mime: 'audio/wav', bytes: 3, hash: null } as const
  const field = { kind: 'text', name: 'model', value: '@/etc/passwd' } as const
  const words = wordsOf({ ...sent, body: { kind: 'form', fields: [field, file] } })
  expect(words.slice(-4)).toEqual(['--form-string', 'model=@/etc/passwd', '-F', 'file=@"a_b.wav";type=audio/wav'])
  expect(words).not.toContain('content-type: application/json')
})

test.skipIf(process.platform === 'win32')('a file without a type has none in the command', () => {
  const file = { kind: 'file', name: 'file', fileName: 'a.bin', mime: '', bytes: 3, hash: null } as const
  // curl refuses an empty type
  expect(wordsOf({ ...sent, body: { kind: 'form', fields: [file] } }).at(-1)).toBe('file=@"a.bin"')
})

test.skipIf(process.platform === 'win32')('fields longer than one argument are sent whole and exactly', () => {
  const [long, hostile] = ['字'.repeat(60_000), `it's $HOME \`id\` %s \\\\n\n${'x'.repeat(200_000)}\n`]
  const folder = mkdtempSync(join(tmpdir(), 'curl-text-'))
  try {
    // tells its arguments, and what it reads for a field that names a file
    const program =
      `for (const word of process.argv.slice(2)) {\n  const [name, path] = word.split('=<')\n` +
      `  process.stdout.write((path === undefined ? word : name + '=' + require('node:fs').readFileSync(path)) + '\\0')\n}\n`
    writeFileSync(join(folder, 'curl'), `#!/usr/bin/env node\n${program}`)
    chmodSync(join(folder, 'curl'), 0o755)
    const fields = [
      { kind: 'text', name: 'model', value: 'm' },
      { kind: 'text', name: 'prompt', value: long },
      { kind: 'text', name: 'other', value: hostile },
    ] as const
    const env = { ...process.env, API_KEY: 'the key', PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` }
    const input = `${curlText({ ...sent, body: { kind: 'form', fields } })}\necho and more`
    const words = execFileSync('sh', { input, env, encoding: 'utf8' }).split('\0')
    expect(words.slice(0, 3)).toEqual(['-X', 'POST', sent.url])
    const at = words.indexOf('--form-string')
    expect(words.slice(at).filter((word) => !word.startsWith('-'))).toEqual([
      ...['model=m', `prompt=${long}`, `other=${hostile}`],
      'and more\n',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
