import { expect, it } from 'vitest'
import { cellNumber, nextSort, sortedRows } from '../../../../src/renderer/components/markdown/table-order.ts'

it('sorts up, then down, then as written, and begins anew at another column', () => {
  const up = nextSort(null, 1)
  const down = nextSort(up, 1)
  expect([up, down, nextSort(down, 1)]).toEqual([
    { column: 1, direction: 'ascending' },
    { column: 1, direction: 'descending' },
    null,
  ])
  expect(nextSort(down, 0)).toEqual({ column: 0, direction: 'ascending' })
})

it.each([
  ['12', 12],
  ['1,234.5', 1234.5],
  ['-3 %', -3],
  ['−0.5', -0.5],
  ['¥20', 20],
  ['$1.20', 1.2],
  ['-$4', -4],
  ['≈ 1.5e3', 1500],
  ['12 ms', 12],
  ['', null],
  ['-', null],
  ['2026-11-23', null],
  ['v1.2.3', null],
  ['1 apple', null],
  ['9'.repeat(400), null],
])('reads %j as %j', (text, value) => {
  expect(cellNumber(text)).toBe(value)
})

it('puts numbers by value before texts of the language, and empty cells last in both directions', () => {
  const cells = ['pear', '10', '', 'Äpfel', '9', 'zebra']
  expect(sortedRows(cells, 'ascending', 'en').map((at) => cells[at])).toEqual(['9', '10', 'Äpfel', 'pear', 'zebra', ''])
  expect(sortedRows(cells, 'descending', 'en').map((at) => cells[at])).toEqual([
    'zebra',
    'pear',
    'Äpfel',
    '10',
    '9',
    '',
  ])
})

it('sorts Chinese by its reading, and numbers inside texts by value', () => {
  const names = ['张', '李', '阿']
  expect(sortedRows(names, 'ascending', 'zh-CN').map((at) => names[at])).toEqual(['阿', '李', '张'])
  expect(sortedRows(['file 10', 'file 9'], 'ascending', 'en')).toEqual([1, 0])
})

it('keeps the order of equal rows', () => {
  expect(sortedRows(['b', 'a', 'B', 'a'], 'ascending', 'en')).toEqual([1, 3, 0, 2])
})
