import { expect, test } from 'vitest'
import { checkCopy } from '../../../../src/main/services/backup/copy-check.ts'

const rows = { conversations: 3, messages: 40, media: 7 }
const quiet = { version: 1, rows }
const written = (changes: Partial<typeof rows>) => ({ version: 2, rows: { ...rows, ...changes } })

test('a copy of an idle database has the same rows', () => {
  expect(checkCopy(quiet, rows, quiet)).toBe('same')
  expect(checkCopy(quiet, { ...rows, messages: 39 }, quiet)).toBe('different')
})

test('a copy that lacks rows of a constant table differs, even while the app writes elsewhere', () => {
  expect(checkCopy(quiet, { ...rows, media: 6 }, written({ messages: 41 }))).toBe('different')
})

test('a table that changes meanwhile is not compared', () => {
  expect(checkCopy(quiet, { ...rows, messages: 41 }, written({ messages: 43 }))).toBe('changing')
  expect(checkCopy(quiet, rows, written({}))).toBe('changing')
})

test('the search index is not compared while it is written', () => {
  const indexed = (search_data: number) => ({ ...rows, search_data })
  expect(checkCopy({ version: 1, rows: indexed(9) }, indexed(12), { version: 2, rows: indexed(9) })).toBe('changing')
  expect(checkCopy({ version: 1, rows: indexed(9) }, indexed(12), { version: 1, rows: indexed(9) })).toBe('different')
})

test('a copy with other tables differs', () => {
  const { media: _, ...fewer } = rows
  expect(checkCopy(quiet, fewer, quiet)).toBe('different')
  expect(checkCopy(quiet, { ...rows, more: 1 }, written({}))).toBe('different')
  expect(checkCopy(quiet, { ...fewer, other: 7 }, quiet)).toBe('different')
})
