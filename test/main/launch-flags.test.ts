import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parseLaunchFlags } from '../../src/main/launch-flags.ts'

const parse = (...words: string[]) => parseLaunchFlags(words, '/work')

it('flags have defaults', () => {
  expect(parse()).toEqual({ ok: true, flags: { open: true, port: 0, data: null, demo: false } })
})

it('every flag is read, in both ways of writing a value', () => {
  const flags = { open: false, port: 8123, data: resolve('/work', 'here'), demo: true }
  expect(parse('--browser', '--no-open', '--port', '8123', '--data', 'here', '--demo')).toEqual({ ok: true, flags })
  expect(parse('--port=8123', '--data=here', '--demo', '--no-open')).toEqual({ ok: true, flags })
})

it.each([
  ['--nonsense'],
  ['word'],
  ['-p'],
  ['--port'],
  ['--port', 'x'],
  ['--port', '65536'],
  ['--port', '-1'],
  ['--port', '80.5'],
  ['--data'],
  ['--data', ''],
  ['--data', '--demo'],
  ['--demo=yes'],
  [''],
])('%j is refused with the usage', (...words) => {
  const parsed = parse(...words)
  expect(parsed.ok).toBe(false)
  if (!parsed.ok) expect(parsed.message).toContain('Usage: npm start -- [flags]')
})
