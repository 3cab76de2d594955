import { expect, test } from 'vitest'
import { chunksOf } from '../../../src/shared/passages/chunker.ts'
import { markdownTables, separatedTable, tableHeads } from '../../../src/shared/passages/table-heads.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => `| ${index}:00 | ${(index * 7) % 30} m | calm and clear sky |`).join('\n')
const head = '| hour | height | weather |'
const table = (count: number) => `${head}\n| --- | --- | --- |\n${rows(count)}`
const headsIn = (text: string) =>
  tableHeads(chunksOf({ text, shape: 'markdown', parts: null, joinsParts: false }), markdownTables(text))

test('a passage that continues a table has its first row; the first one and other texts have none', () => {
  const heads = headsIn(`# Tides\n\n${table(120)}\n\nAfter the table.`)
  expect(heads.length).toBeGreaterThan(3)
  expect(heads[0]).toBeNull()
  expect(heads.slice(1)).toEqual(heads.slice(1).map(() => head))
  expect(headsIn(`${'Words and more words. '.repeat(400)}`).every((one) => one === null)).toBe(true)
})

test('each table has its own first row', () => {
  const other = '| name | price |\n|:---|---:|\n'
  const text = `${table(60)}\n\n# Next\n\n${other}${'| something long to buy | 12 |\n'.repeat(120)}`
  const heads = new Set(headsIn(text))
  expect(heads).toEqual(new Set([null, head, '| name | price |']))
})

test('lines with bars are not a table without a line of dashes, and a long first row is truncated', () => {
  expect(markdownTables('a | b\nc | d\n\n---\n')).toEqual([])
  expect(markdownTables('x\n| --- |\n')).toEqual([])
  const long = `| ${'name '.repeat(500)}|`
  expect(markdownTables(`${long}\n| --- |\n| 1 |`)[0]?.head).toHaveLength(1000)
})

test('separated values name their columns in the first line', () => {
  expect(separatedTable('name,price\nrope,3', 0, 17)).toEqual({ start: 0, end: 17, head: 'name,price' })
  expect(separatedTable('alone', 0, 5)).toBeNull()
})

test('hostile tables are found in linear time', () => {
  const text = '| a\n|-\n'.repeat(300_000)
  expect(markdownTables(text).length).toBeGreaterThan(0)
})
