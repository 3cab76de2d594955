import { expect, it } from 'vitest'
import { cellNumber } from '../../../../src/renderer/components/markdown/cell-value.ts'
import { nextSort, sortedRows } from '../../../../src/renderer/components/markdown/table-order.ts'

it('sorts ascending, then descending, then as written, and restarts at another column', () => {
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
  ['12 ms', 0.012],
  ['2 s', 2],
  ['128K', 128_000],
  ['1.5 M', 1_500_000],
  ['7B', 7e9],
  ['512 B', 512],
  ['2 KB', 2_000],
  ['1.5 GiB', 1.5e9],
  ['3 km', 3_000],
  ['40 kg', 40_000],
  ['1.2万', 12_000],
  ['3 亿元', 3e8],
  ['５，０００ 元', 5_000],
  ['12,34,567', 1_234_567],
  ['3,5', 3.5],
  ['约 20', 20],
  ['US$3', 3],
  ['USD 3', 3],
  ['C$3', 3],
  ['3 EUR', 3],
  ['3,50 €', 3.5],
  ['$1.2M', 1_200_000],
  ['100K+', 100_000],
  ['5 Mar', null],
  ['A100', null],
  ['1,2,3', null],
  ['', null],
  ['-', null],
  ['2026-11-23', null],
  ['v1.2.3', null],
  ['1 apple', null],
  ['9'.repeat(400), null],
])('reads %j as %j', (text, value) => {
  expect(cellNumber(text)).toBe(value)
})

it('sorts numbers by value before texts by the language, and empty cells last in both directions', () => {
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

it('sorts Chinese by its pronunciation, and numbers inside texts by value', () => {
  const names = ['张', '李', '阿']
  expect(sortedRows(names, 'ascending', 'zh-CN').map((at) => names[at])).toEqual(['阿', '李', '张'])
  expect(sortedRows(['file 10', 'file 9'], 'ascending', 'en')).toEqual([1, 0])
})

it('keeps the order of equal rows', () => {
  expect(sortedRows(['b', 'a', 'B', 'a'], 'ascending', 'en')).toEqual([1, 3, 0, 2])
})

it.each([
  ['sizes with different units', ['512 B', '64 KB', '900 MB', '2 GB']],
  ['windows of models', ['32K', '128K', '1M', '2M']],
  ['times', ['80 ms', '1.2 s', '3 min', '1 h']],
  ['Chinese amounts', ['9800', '1.2万', '35万', '1.1亿']],
  ['days with the name of their month', ['Jan 15, 2026', '3 February 2026', 'Mar 1st, 2026', '2 Jan 2027']],
  ['days without a year', ['15 Jan', 'Feb 3', '1 Mar']],
  ['months', ['January', 'Feb', 'March', 'Sept.', 'Dec']],
  ['ISO days', ['2025-12-31', '2026-1-2', '2026-01-10', '2026-11-01T10:00']],
  ['Chinese days', ['2025年12月31日', '2026年1月2日', '2026年1月10日', '2026年11月1日']],
  ['days with the year last', ['12/31/2025', '1/2/2026', '1/10/2026', '11/1/2026']],
  ['days with the day first', ['31/12/2025', '2/1/2026', '10/1/2026', '1/11/2026']],
  ['names that end in numbers', ['A100', 'H100', 'T4', 'V100']],
  ['versions', ['v1.2.3', 'v1.9', 'v1.10']],
])('sorts the column %s', (_, inOrder) => {
  const cells = inOrder.toReversed()
  expect(sortedRows(cells, 'ascending', 'en').map((at) => cells[at])).toEqual(inOrder)
  expect(sortedRows(cells, 'descending', 'en').map((at) => cells[at])).toEqual(cells)
})
