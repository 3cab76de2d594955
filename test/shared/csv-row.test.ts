import { expect, test } from 'vitest'
import { csvRow } from '../../src/shared/csv-row.ts'

test.each(['-3.5', '+2', '-0', '-1,200.50', '-.5', '-12%', '-1e-7', '+1E5'])('the number %s is unchanged', (text) => {
  expect(csvRow([text])).toBe(text.includes(',') ? `"${text}"\r\n` : `${text}\r\n`)
})

test.each([
  '=1+1',
  '-1+1',
  '+A1',
  '@SUM(1)',
  '-',
  '+',
  '-2-3',
  "-1|'cmd'",
  '--1',
  '＝1',
  ' =1',
  '-1e',
  '-1%%',
  '+e1',
  '-E12%',
  '-.',
])('a formula of a spreadsheet is quoted as text: %s', (text) => expect(csvRow([text])).toContain("'"))
