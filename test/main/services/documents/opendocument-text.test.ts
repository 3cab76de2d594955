import { expect, test } from 'vitest'
import { documentText } from '../../../../src/main/services/documents/document-text.ts'
import { archiveOf } from '../../../fakes/documents.ts'
import { flatDocumentOf, openDocumentOf } from '../../../fakes/opendocuments.ts'

const read = (name: string, content: string | Buffer) =>
  documentText(name, new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content))
const p = (text: string) => `<text:p>${text}</text:p>`
const cell = (text: string, more = '') => `<table:table-cell ${more}>${text === '' ? '' : p(text)}</table:table-cell>`
const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`
const text = (body: string) => `<office:text>${body}</office:text>`
const sheet = (rows: string, name = 'Tides') =>
  `<office:spreadsheet><table:table table:name="${name}">${rows}</table:table></office:spreadsheet>`

test('a text keeps headings, lists, tables, notes, comments, headers and insertions', async () => {
  const body = [
    '<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>',
    '<text:h text:outline-level="2">潮汐 &amp; wind</text:h>',
    p('a<text:s text:c="2"/>b<text:tab/>c<text:line-break/>d'),
    `<text:list><text:list-item>${p('first')}</text:list-item></text:list>`,
    p(
      `Noted<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('a note')}</text:note-body></text:note> and <office:annotation><dc:creator>Ada</dc:creator><dc:date>2026</dc:date>${p('check')}</office:annotation>said`,
    ),
    `<table:table>${row(cell('hour') + cell('height'))}${row(cell('12') + cell('3 | 4'))}</table:table>`,
    `<text:p><draw:frame><draw:text-box>${p('in a box')}</draw:text-box></draw:frame></text:p>`,
  ].join('\n  ')
  const styles = `<style:header>${p('Northwind')}</style:header><style:footer>${p('Page <text:page-number>1</text:page-number>')}</style:footer>`
  const files = { 'Pictures/a.png': 'x', 'Object 1/content.xml': '<x/>' }
  expect(await read('a.odt', openDocumentOf(text(body), { styles, files }))).toEqual({
    text: [
      '[Header]\nNorthwind',
      '## 潮汐 & wind',
      'a  b\tc\nd',
      '- first',
      'Noted[^1] and [^c2]said',
      '| hour | height |\n| --- | --- |\n| 12 | 3 \\| 4 |',
      'in a box',
      '[^1]: a note\n[^c2]: Comment by Ada: check',
      '[Footer]\nPage 1',
    ].join('\n\n'),
    pages: null,
    unread: [
      { kind: 'pictures', count: 1 },
      { kind: 'objects', count: 1 },
    ],
  })
})

test('sheets are read as CSV, and repeated blank cells and rows use no memory', async () => {
  const rows = [
    row(cell('day') + cell('a, b')),
    row(
      '<table:table-cell office:value-type="date" office:date-value="2024-01-01T00:00:00"><text:p>01.01.24</text:p></table:table-cell>' +
        '<table:table-cell office:value-type="float" office:value="2.125"><text:p>2.13</text:p></table:table-cell>' +
        '<table:table-cell table:number-columns-repeated="16382"/>',
    ),
    row(cell('', 'table:number-columns-repeated="2"') + cell('x', 'table:number-columns-repeated="2"')),
    row(
      `<table:table-cell><office:annotation><dc:creator>Ada</dc:creator>${p('why')}</office:annotation>${p('y')}</table:table-cell>`,
    ),
    row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048570"'),
  ]
  expect(await read('a.ods', openDocumentOf(sheet(rows.join(''))))).toMatchObject({
    text: '## Tides\n\nday,"a, b"\n2024-01-01,2.125\n,,x,x\ny\n\nComment by Ada at row 4: why',
    tables: [{ start: 10, head: 'day,"a, b"' }],
  })
})

test('repeated rows that would fill the memory are refused', async () => {
  const bomb = row(
    cell('x'.repeat(100), 'table:number-columns-repeated="16384"'),
    'table:number-rows-repeated="1048576"',
  )
  expect(await read('a.ods', openDocumentOf(sheet(bomb)))).toBe('too_large')
})

test('slides are read in their order, with titles and notes', async () => {
  const frame = (words: string, kind = '') =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${p(words)}</draw:text-box></draw:frame>`
  const body = `<office:presentation><presentation:footer-decl>no text</presentation:footer-decl><draw:page>${frame('Tides', 'title')}${frame('Twice a day')}<presentation:notes>${frame('say it slowly', 'notes')}</presentation:notes></draw:page><draw:page>${frame('End')}</draw:page></office:presentation>`
  expect(await read('a.odp', openDocumentOf(body))).toMatchObject({
    text: '[Page 1]\n# Tides\n\nTwice a day\n\nNotes: say it slowly\n\n[Page 2]\nEnd',
    pages: 2,
  })
  expect(await read('a.odp', openDocumentOf('<office:presentation><draw:page/></office:presentation>'))).toBe('no_text')
})

test('a flat document in one file is read under any name', async () => {
  const body = text(`<text:h>Tides</text:h>${p('Twice<office:binary-data>iVBOR</office:binary-data>')}`)
  for (const name of ['a.fodt', 'a'])
    expect(await read(name, flatDocumentOf(body))).toMatchObject({
      text: '# Tides\n\nTwice',
      unread: [{ kind: 'pictures', count: 1 }],
    })
  expect(await read('a.fods', flatDocumentOf(sheet(row(cell('a')))))).toMatchObject({ text: '## Tides\n\na' })
})

test('a locked document is reported as locked, and a broken one as damaged', async () => {
  const manifest =
    '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
  expect(await read('a.odt', openDocumentOf('', { files: { 'META-INF/manifest.xml': manifest } }))).toBe('encrypted')
  expect(await read('a.odt', archiveOf({ mimetype: 'x', 'content.xml': '<office:text><text:p>' }))).toBe('damaged')
})

test('a text box comes after the paragraph that it is anchored in', async () => {
  const box = `<draw:frame><draw:text-box>${p('first')}${p('second')}</draw:text-box></draw:frame>`
  const shape = `<draw:custom-shape>${p('drawn')}<draw:enhanced-geometry/></draw:custom-shape>`
  const body = `<text:h text:outline-level="1">Ti${box}des</text:h><text:p>Before ${shape}after</text:p>${p('next')}`
  expect(await read('a.odt', openDocumentOf(text(body)))).toMatchObject({
    text: '# Tides\n\nfirst\n\nsecond\n\nBefore after\n\ndrawn\n\nnext',
  })
})

const chart = `<draw:frame><draw:object><office:document><office:body><office:chart><chart:chart><table:table table:name="local"><table:table-row>${cell('7')}</table:table-row></table:table></chart:chart></office:chart></office:body></office:document></draw:object><draw:image><office:binary-data>QUJD</office:binary-data></draw:image></draw:frame>`

test('numbers of an embedded chart are not read as cells or text, and it is counted', async () => {
  const rows = row(`${cell('a')}<table:table-cell>${p('b')}${chart}</table:table-cell>${cell('c')}`)
  expect(await read('a.fods', flatDocumentOf(sheet(rows)))).toMatchObject({
    text: '## Tides\n\na,b,c',
    unread: [{ kind: 'charts', count: 1 }],
  })
  const ole =
    '<draw:frame><draw:object-ole><office:binary-data>QUJD</office:binary-data></draw:object-ole></draw:frame>'
  expect(await read('a.fodt', flatDocumentOf(text(`<text:p>See ${chart}${ole}this</text:p>`)))).toEqual({
    text: 'See this',
    pages: null,
    unread: [
      { kind: 'charts', count: 1 },
      { kind: 'objects', count: 1 },
    ],
  })
})

test('shapes of a sheet are read, and comments name the row of the sheet', async () => {
  const shapes = `<table:shapes><draw:frame><draw:text-box>${p('Read')}${p('me')}</draw:text-box></draw:frame></table:shapes>`
  const rows = [
    row(cell('a')),
    row(cell(''), 'table:number-rows-repeated="3"'),
    row(
      `<table:table-cell office:value-type="float" office:value="5"><office:annotation>${p('why')}</office:annotation>${p('5')}<draw:custom-shape>${p('drawn')}</draw:custom-shape></table:table-cell>`,
    ),
  ]
  expect(await read('a.ods', openDocumentOf(sheet(shapes + rows.join(''))))).toMatchObject({
    text: '## Tides\n\na\n5\n\nText box: Read me\nComment at row 5: why\nText box: drawn',
  })
})

test('a table within a cell becomes words of the cell', async () => {
  const inner = `<table:table table:is-sub-table="true">${row(cell('x') + cell('y'))}</table:table>`
  const rows = row(`${cell('a')}<table:table-cell>${inner}</table:table-cell>${cell('c')}`)
  expect(await read('a.ods', openDocumentOf(sheet(rows)))).toMatchObject({ text: '## Tides\n\na,"x\ny",c' })
})

test('a comment on a slide stays on its slide', async () => {
  const page = (title: string, more = '') =>
    `<draw:page><draw:frame><draw:text-box>${p(title)}</draw:text-box></draw:frame>${more}</draw:page>`
  const comment = `<office:annotation><dc:creator>Ada</dc:creator>${p('check')}</office:annotation>`
  const body = `<office:presentation>${page('One', comment)}${page('Two')}</office:presentation>`
  expect(await read('a.odp', openDocumentOf(body))).toMatchObject({
    text: '[Page 1]\nOne\n\n[^c1]\n\n[Page 2]\nTwo\n\n[^c1]: Comment by Ada: check',
  })
})

test('a document that is encrypted as a whole is called locked', async () => {
  const files = { 'encrypted-package': 'x', 'META-INF/manifest.xml': '<manifest:manifest/>', mimetype: 'x' }
  expect(await read('a.odt', archiveOf(files))).toBe('encrypted')
})

test('a flat presentation without words is reported', async () => {
  const body = '<office:presentation><draw:page/></office:presentation>'
  expect(await read('a.fodp', flatDocumentOf(body))).toBe('no_text')
})
