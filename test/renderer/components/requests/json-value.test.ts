import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entriesOf, isSmall, parsedTree } from '../../../../src/renderer/components/requests/json-value.ts'

test('parses objects and lists, and leaves every other text unchanged', () => {
  expect(parsedTree(' {"a":[1]}')).toEqual({ a: [1] })
  expect(parsedTree('[]')).toEqual([])
  for (const text of ['', 'true', '"words"', '12', '{"a":', 'data: {"a":1}']) expect(parsedTree(text)).toBeNull()
})

test('parses no text beyond two million characters', () => {
  expect(parsedTree(`["${'a'.repeat(2_000_000)}"]`)).toBeNull()
})

test('gives the members of objects and lists, and none of plain values', () => {
  expect(entriesOf({ a: 1 })).toEqual([['a', 1]])
  expect(entriesOf(['x'])).toEqual([['0', 'x']])
  for (const plain of ['x', 1, true, null]) expect(entriesOf(plain)).toBeNull()
})

test('a part is small up to 24 values and 1,000 characters', () => {
  expect(isSmall(Array.from({ length: 23 }, () => 0))).toBe(true)
  expect(isSmall(Array.from({ length: 24 }, () => 0))).toBe(false)
  expect(isSmall({ a: ['x'.repeat(1_000)] })).toBe(true)
  expect(isSmall({ a: ['x'.repeat(1_001)] })).toBe(false)
})

test('every value within a small value is small', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      const value = parsedTree(JSON.stringify([given]))
      if (value === null || !isSmall(value)) return
      for (const [, member] of entriesOf(value) ?? []) expect(isSmall(member)).toBe(true)
    }),
  )
})
