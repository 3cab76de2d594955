import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DocumentReader } from '../../../../src/main/services/documents/document-reader.ts'
import { xlsxOf } from '../../../fakes/documents.ts'

let folder: string
let reader: DocumentReader
const signal = new AbortController().signal
const mb = 1024 * 1024

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-passages-'))
  reader = new DocumentReader()
})

afterEach(async () => {
  await reader.close()
  rmSync(folder, { recursive: true })
})

const grown = (piece: string, bytes: number): string => piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes)

function file(name: string, content: string | Buffer): { readonly path: string; readonly name: string } {
  const path = join(folder, name)
  writeFileSync(path, content)
  return { path, name }
}

// each of these took far longer than the deadline of 20 s when a step read its text again for every element
test.each([
  ['cells of one row', 'a.html', grown('<td>x', mb)],
  ['blank cells of one row', 'a.html', `<td>x${grown('<td> ', mb)}`],
  ['heads of one row', 'a.html', grown('<th>x</th>\n', mb)],
  ['nested tables', 'a.html', grown('<table><tr><td>x', mb)],
  ['code with many fences', 'a.html', `<pre>${grown('` ', mb)}</pre>`],
  ['open tags without an end', 'a.html', grown('<a href="', mb)],
  ['comments and brackets', 'a.html', grown('<!-- x --><<', mb)],
  ['hidden elements', 'a.html', grown('<svg><head>x</svg>', mb)],
  ['cells of one row in XHTML', 'a.xhtml', grown('<td>x</td>', mb)],
  ['short subtitles', 'a.srt', grown('1\n00:00:01,000 --> 00:00:02,000\nx\n\n', 4 * mb)],
])('%s are read within the bounds', async (_what, name, content) => {
  const answer = await reader.passages({ ...file(name, content), passages: 'divide' }, signal)
  expect(answer).toMatchObject({ state: 'divided' })
})

test('passages that continue a table of any kind of file repeat its first row', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => [`rope ${index}`, `${index} EUR`, 'in stock, ships soon'])
  const cells = (one: readonly string[], mark: string) => one.map((cell) => `<${mark}>${cell}</${mark}>`).join('')
  const html = `<table><caption>Prices</caption><thead><tr>${cells(['item', 'price', 'state'], 'th')}</tr></thead>${lines
    .map((one) => `<tr>${cells(one, 'td')}</tr>`)
    .join('')}</table>`
  const sheetRows = [['item', 'price', 'state'], ...lines].map(
    (one) => `<row>${one.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
  )
  const heads = async (name: string, content: string | Buffer) => {
    const answer = await reader.passages({ ...file(name, content), passages: 'divide' }, signal)
    if (answer.state !== 'divided') throw new Error(answer.state)
    expect(answer.passages.length).toBeGreaterThan(3)
    return [...new Set(answer.passages.map(({ tableHead }) => tableHead))]
  }
  expect(await heads('a.html', html)).toEqual([null, '| item | price | state |'])
  expect(await heads('a.csv', `item;price\n${lines.map((one) => one.join(';')).join('\n')}`)).toEqual([
    null,
    'item;price',
  ])
  expect(await heads('a.xlsx', xlsxOf('Stock', sheetRows.join('')))).toEqual([null, 'item,price,state'])
  const markdown = `| item | price |\n|---|---|\n${lines.map((one) => `| ${one.join(' | ')} |`).join('\n')}`
  expect(await heads('a.md', markdown)).toEqual([null, '| item | price |'])
})

test('a file is divided into passages, or reports why it has none', async () => {
  const divided = await reader.passages({ ...file('a.md', '# Tides\n\nTwice a day.'), passages: 'divide' }, signal)
  if (divided.state !== 'divided') throw new Error(divided.state)
  expect(new TextDecoder().decode(divided.text)).toBe('# Tides\n\nTwice a day.')
  expect(divided.passages).toEqual([
    { start: 0, end: 21, headings: ['Tides'], tableHead: null, partId: null, atMs: null },
  ])
  const tried = async (name: string, content: string) => {
    const answer = await reader.passages({ ...file(name, content), passages: 'try' }, signal)
    return answer.state === 'refused' ? answer.problem : answer.state
  }
  expect(await tried('a.md', 'x')).toBe('readable')
  expect(await tried('blank.txt', '')).toBe('readable')
  expect(await tried('broken.txt', '\0\u0001\u0002\0\0')).toBe('not_text')
  expect(await tried('letter.docx', '\0\u0001\u0002\0\0')).toBe('damaged')
  expect(await tried('a.eml', 'Subject: x\n\ny')).toBe('readable')
  expect(await tried('long.txt', 'x'.repeat(5 * mb + 1))).toBe('too_large')
})

test('a text of headings alone is refused before it fills the index', async () => {
  const content = grown('# a\nb\n', mb)
  const answer = await reader.passages({ ...file('a.md', content), passages: 'divide' }, signal)
  expect(answer).toEqual({ state: 'refused', problem: 'too_large' })
})
