import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ArgumentChecker } from '../../../../src/main/services/tools/argument-checker.ts'

let folder: string
const checkers: ArgumentChecker[] = []
const signal = new AbortController().signal

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-arguments-'))
})

afterEach(async () => {
  await Promise.all(checkers.splice(0).map((checker) => checker.close()))
  rmSync(folder, { recursive: true })
})

function checkerOf(parts: ConstructorParameters<typeof ArgumentChecker>[0] = {}): ArgumentChecker {
  const checker = new ArgumentChecker(parts)
  checkers.push(checker)
  return checker
}

const many = (count: number) => JSON.stringify({ list: Array(count).fill(1) })
const listOf = (items: object) => ({ type: 'object', properties: { list: { type: 'array', items } } })
const nested = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { anyOf: [nested(levels - 1), nested(levels - 1)] }

test.each([
  ['anyOf', listOf({ anyOf: Array(2_400).fill({ type: 'string' }) }), many(10_000)],
  ['oneOf', listOf({ oneOf: Array(2_400).fill({ type: 'string' }) }), many(10_000)],
  ['allOf', listOf({ allOf: Array(2_400).fill({ type: 'string' }) }), many(10_000)],
  ['anyOf in each other', listOf(nested(11)), many(10_000)],
  ['enum', listOf({ enum: Array(20_000).fill({ a: [1] }) }), JSON.stringify({ list: Array(4_000).fill({ a: [] }) })],
  [
    'additionalProperties',
    { additionalProperties: { anyOf: Array(2_400).fill({ type: 'string' }) } },
    JSON.stringify(Object.fromEntries(Array.from({ length: 8_000 }, (_, index) => [`k${index}`, 1]))),
  ],
])('a check of %s is ended, and the arguments stay', async (_what, schema, text) => {
  const read = await checkerOf().check(text, schema, signal)
  expect(read).toMatchObject({ ok: true, isChecked: false })
  expect(read.ok && JSON.stringify(read.input)).toBe(text)
})

test.each([
  ['an expression that takes for ever', { pattern: '^(a+)+$' }],
  ['a reference to itself', { $ref: '#/properties/a' }],
  ['references that multiply', { $dynamicRef: '#a', allOf: [{ $ref: '#' }, { $ref: '#' }] }],
  ['a format', { format: 'email' }],
])('%s is left to the server', async (_what, keywords) => {
  const text = JSON.stringify({ a: `${'a'.repeat(20_000)}!` })
  const checker = checkerOf({ deadlineMs: 60_000 })
  const read = await checker.check(text, { properties: { a: { type: 'string', ...keywords } } }, signal)
  expect(read).toMatchObject({ ok: true, isChecked: true })
})

test('a check that hangs or dies leaves the arguments unchecked, and the next one works', async () => {
  const [hanging, dying] = [join(folder, 'hanging.mjs'), join(folder, 'dying.mjs')]
  const thread = (body: string) =>
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${body} })`
  writeFileSync(hanging, thread('for (;;);'))
  writeFileSync(dying, thread('process.exit(1)'))
  const schema = { type: 'object', description: 'x'.repeat(200_000) }
  for (const file of [hanging, dying]) {
    const checker = checkerOf({ file, deadlineMs: 300 })
    expect(await checker.check('{"a":1}', schema, signal)).toEqual({ ok: true, input: { a: 1 }, isChecked: false })
    expect(await checker.check('{', schema, signal)).toEqual({
      ok: false,
      problem: 'The arguments are not valid JSON.',
    })
    expect(await checker.check('{"a":1}', {}, signal)).toEqual({ ok: true, input: { a: 1 }, isChecked: true })
  }
})

test('large valid arguments are checked, and errors in others are named', async () => {
  const checker = checkerOf({ deadlineMs: 60_000 })
  const schema = listOf({ type: 'number' })
  expect(await checker.check(many(20_000), schema, signal)).toMatchObject({ ok: true, isChecked: true })
  expect(await checker.check(many(20_000).replace('1', '"x"'), schema, signal)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('#/list/0'),
  })
  // encoded twice, as some gateways do
  expect(await checker.check(JSON.stringify(many(20_000)), schema, signal)).toMatchObject({ ok: true, isChecked: true })
})
