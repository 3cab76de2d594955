import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { documentText } from '../../../../src/main/services/documents/document-text.ts'
import type { TextEncoding } from '../../../../src/shared/text-encodings.ts'
import { archiveOf, docxOf, encryptedPdf, epubOf, pdfOf, pptxOf, slideShape, xlsxOf } from '../../../fakes/documents.ts'
import { encoded } from '../../../fakes/encoded.ts'

const read = (name: string, bytes: Buffer) => documentText(name, new Uint8Array(bytes))
const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

test('a PDF is read page by page, with the number of each', async () => {
  expect(await read('tides.pdf', pdfOf(['High tide\nat noon', 'Low tide']))).toEqual({
    text: '[Page 1]\nHigh tide\nat noon\n\n[Page 2]\nLow tide',
    pages: 2,
  })
})

test('a Chinese PDF without an embedded font is read by the character maps', async () => {
  const words = Buffer.from([0xb3, 0xb1, 0xcf, 0xab])
  expect(await read('潮汐.pdf', pdfOf([words], { gbk: true }))).toEqual({ text: '[Page 1]\n潮汐', pages: 1 })
})

test('a PDF whose pages have no text is distinguished from an empty one', async () => {
  expect(await read('scan.pdf', pdfOf(['', '']))).toBe('no_text')
})

test('a truncated PDF, a locked one and a false one are refused, each with its reason', async () => {
  expect(await read('cut.pdf', pdfOf(['text']).subarray(0, 60))).toBe('damaged')
  expect(await read('locked.pdf', encryptedPdf())).toBe('encrypted')
  expect(await read('fake.pdf', Buffer.from([0, 1, 2, 3, 0, 0, 255, 254]))).toBe('damaged')
})

test('a text that mentions the PDF signature, or begins with it, stays a text', async () => {
  const mention = 'A PDF file begins with the bytes %PDF-1.7 and ends with %%EOF.\n'
  for (const name of ['notes.md', 'sniff.py', 'README'])
    expect(await read(name, Buffer.from(mention))).toMatchObject({ text: mention, pages: null, encoding: 'utf-8' })
  const begins = '%PDF-1.7 is how a PDF begins.\n'
  for (const name of ['signs.txt', 'README'])
    expect(await read(name, Buffer.from(begins))).toMatchObject({ text: begins, pages: null })
})

test('a PDF is recognised under any name, also after a line of another program or a byte order mark', async () => {
  const pdf = pdfOf(['High tide'])
  const tide = { text: '[Page 1]\nHigh tide', pages: 1 }
  for (const name of ['tides.txt', 'tides', 'tides.pdf']) expect(await read(name, pdf)).toEqual(tide)
  expect(await read('tides.txt', Buffer.concat([Buffer.from('\ufeff \n'), pdf]))).toEqual(tide)
  const written = Buffer.concat([Buffer.from('@PJL ENTER LANGUAGE = PDF\n'), pdf])
  for (const name of ['tides.pdf', 'tides']) expect(await read(name, written)).toEqual(tide)
  // cut, and no text either
  const packed = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.from(Array.from({ length: 900 }, (_, i) => (i * 7) % 32)),
  ])
  expect(await read('cut.txt', packed)).toBe('damaged')
})

test('a Word document keeps headings, lists, tables and symbols', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
  const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`
  const body = [
    paragraph('潮汐 &amp; wind', '<w:pStyle w:val="Heading1"/>'),
    paragraph('first', '<w:numPr/>'),
    '<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>',
    `<w:tbl>${row('hour', 'height')}${row('12', '3 | 4')}</w:tbl>`,
  ].join('')
  expect(await read('tides.docx', docxOf(body))).toEqual({
    text: '# 潮汐 & wind\n\n- first\n\nkept\n\n| hour | height |\n| --- | --- |\n| 12 | 3 \\| 4 |',
    pages: null,
  })
})

test('an attribute that contains a closing bracket stays out of the text, and hides no chapter', async () => {
  const drawing = '<w:p><w:r><w:t>High</w:t><w:drawing><wp:docPr descr="a > b"/></w:drawing></w:r></w:p>'
  expect(await read('a.docx', docxOf(drawing))).toMatchObject({ text: 'High' })
  const book = unzipSync(new Uint8Array(epubOf(['<p>One</p>'])))
  const opf = new TextDecoder().decode(book['OEBPS/book.opf']).replaceAll('<opf:item ', '<opf:item title="a > b" ')
  const bytes = Buffer.from(zipSync({ ...book, 'OEBPS/book.opf': strToU8(opf) }))
  expect(await read('a.epub', bytes)).toMatchObject({ text: 'One' })
})

test('a document that breaks off between two elements is damaged', async () => {
  const cut = (archive: Buffer, part: string, end: string) => {
    const { [part]: whole, ...rest } = unzipSync(new Uint8Array(archive))
    const text = new TextDecoder().decode(whole)
    return Buffer.from(zipSync({ ...rest, [part]: strToU8(text.slice(0, text.indexOf(end) + end.length)) }))
  }
  expect(await read('a.docx', cut(docxOf(paragraph('a') + paragraph('b')), 'word/document.xml', '</w:p>'))).toBe(
    'damaged',
  )
  const slides = pptxOf([{ shapes: slideShape('one') + slideShape('two') }])
  expect(await read('a.pptx', cut(slides, 'ppt/slides/slide1.xml', '</p:sp>'))).toBe('damaged')
})

test('nested text boxes of a Word document are read once, in linear time', async () => {
  const depth = 60_000
  const open = '<mc:AlternateContent><mc:Choice>'.repeat(depth)
  const close = '</mc:Choice></mc:AlternateContent>'.repeat(depth)
  expect(
    await read('a.docx', docxOf(`<w:p><w:r>${open}${'<w:t>a</w:t>'.repeat(depth)}${close}</w:r></w:p>`)),
  ).toMatchObject({ text: 'a'.repeat(depth) })
  const forms = (choice: string, fallback: string) =>
    `<mc:AlternateContent><mc:Choice>${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`
  const text = (words: string) => `<w:r><w:t>${words} </w:t></w:r>`
  const inner = forms(forms('', text('one')), text('again')) + forms(forms(text('two'), text('again')), text('again'))
  expect(
    await read('a.docx', docxOf(`<w:p>${inner}${forms('', text('three'))}</mc:AlternateContent></w:p>`)),
  ).toMatchObject({ text: 'one two three' })
})

test('a text box of a Word document is read once, and its notes are at the end', async () => {
  const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`
  const alternate = (choice: string, fallback: string) =>
    `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></w:r></w:p>`
  const note = (kind: string, id: number) =>
    `<w:p><w:r><w:t>See</w:t></w:r><w:r><w:${kind}Reference w:id="${id}"/></w:r></w:p>`
  const notes = (kind: string, text: string) =>
    `<w:${kind}s xmlns:w="w"><w:${kind} w:id="0">${paragraph('')}</w:${kind}><w:${kind} w:id="2">${paragraph(text)}${paragraph('More')}</w:${kind}><w:${kind} w:id="3">${paragraph('unused')}</w:${kind}></w:${kind}s>`
  const body =
    alternate(box('In a box'), box('In a box')) +
    alternate('<w:drawing/>', box('Only in the old form')) +
    note('footnote', 2) +
    note('endnote', 2)
  const bytes = archiveOf({
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/footnotes.xml': notes('footnote', 'Tide tables 2026'),
    'word/endnotes.xml': notes('endnote', 'The end'),
  })
  expect(await read('notes.docx', bytes)).toEqual({
    text: 'In a box\n\nOnly in the old form\n\nSee[^2]\n\nSee[^e2]\n\n[^2]: Tide tables 2026 More\n\n[^e2]: The end More',
    pages: null,
  })
})

test('a Word document keeps formulas and hyphens, and reads moved text once, at its new place', async () => {
  const run = (inner: string) => `<w:r>${inner}</w:r>`
  const formula = (text: string) => `<m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath>`
  const change = (kind: string, inner: string) => `<w:${kind} w:id="1" w:author="A">${inner}</w:${kind}>`
  const body = [
    `<w:p>${run('<w:t>Height: </w:t>')}${formula('h=2a')}${change('del', `${formula('h=3a')}${run('<w:tab/>')}`)}</w:p>`,
    `<w:p>${run('<w:t>ISO 8601</w:t><w:noBreakHyphen/><w:t>1, low</w:t><w:softHyphen/><w:t>lands</w:t>')}</w:p>`,
    `<w:p><w:pPr><w:rPr><w:del w:id="2"/></w:rPr></w:pPr>${change('moveFrom', run('<w:t>The moon.</w:t><w:footnoteReference w:id="2"/>'))}${run('<w:t>Stays.</w:t>')}</w:p>`,
    `<w:p>${change('moveTo', run('<w:t>The moon.</w:t>'))}</w:p>`,
  ].join('')
  expect(await read('tides.docx', docxOf(body))).toEqual({
    text: 'Height: h=2a\n\nISO 8601-1, lowlands\n\nStays.\n\nThe moon.',
    pages: null,
  })
})

test('a text box of a Word document is its own paragraph, and does not split its surroundings', async () => {
  const run = (inner: string) => `<w:r>${inner}</w:r>`
  const said = (text: string) => run(`<w:t>${text}</w:t>`)
  const box = (text: string) => run(`<w:pict><w:txbxContent>${paragraph(text)}</w:txbxContent></w:pict>`)
  const heading = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${box('aside')}${said('Tides')}</w:p>`
  const row = (inner: string) => `<w:tbl><w:tr><w:tc><w:p>${inner}</w:p></w:tc></w:tr></w:tbl>`
  const body = `${heading}<w:p>${said('high ')}${box('box')}${said('water')}</w:p>${row(said('cell') + box('in it'))}`
  expect(await read('a.docx', docxOf(body))).toMatchObject({
    text: 'aside\n\n# Tides\n\nbox\n\nhigh water\n\n| cell in it |\n| --- |',
  })
})

test('pronunciation above characters of a Word document is left out', async () => {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
  const ruby = `<w:r><w:ruby><w:rt>${run('かん')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:r>`
  expect(await read('a.docx', docxOf(`<w:p>${ruby}${run('字')}</w:p>`))).toMatchObject({ text: '漢字' })
})

test.each([
  ['x', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['ns0', 'http://purl.oclc.org/ooxml/wordprocessingml/main'],
  ['', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
])('a Word document is read if its elements have the prefix %j', async (prefix, namespace) => {
  const other = (xml: string) => xml.replaceAll(/(<\/?)w:/g, prefix === '' ? '$1' : `$1${prefix}:`)
  const values = (xml: string) => xml.replaceAll(/ w:/g, ` ${prefix === '' ? 'y' : prefix}:`)
  const names = prefix === '' ? `xmlns="${namespace}" xmlns:y="${namespace}"` : `xmlns:${prefix}="${namespace}"`
  const body =
    paragraph('Tides', '<w:pStyle w:val="Heading1"/>') +
    '<w:p><w:r><w:t>See</w:t><w:footnoteReference w:id="2"/></w:r></w:p>'
  const note = `<w:footnote w:id="2">${paragraph('Tables')}</w:footnote>`
  const part = (root: string, inner: string) => values(other(`<w:${root} ${names}>${inner}</w:${root}>`))
  const bytes = archiveOf({
    'word/document.xml': part('document', `<w:body>${body}</w:body>`),
    'word/footnotes.xml': part('footnotes', note),
  })
  expect(await read('a.docx', bytes)).toMatchObject({ text: '# Tides\n\nSee[^2]\n\n[^2]: Tables' })
})

test('a workbook is read as its sheets, with dates in ISO form', async () => {
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>日期</t></is></c><c r="B1" t="inlineStr"><is><t>a, b</t></is></c></row>' +
    '<row r="2"><c r="A2" s="1"><v>45292</v></c><c r="B2"><v>2.5</v></c></row>'
  expect(await read('tides.xlsx', xlsxOf('Heights', rows))).toMatchObject({
    text: '## Heights\n\n日期,"a, b"\n2024-01-01,2.5',
    pages: null,
  })
})

test('times of a workbook are whole seconds, without a date if they have none', async () => {
  const serials = [45292 + 1 / 24, 45292 + 59 / 1440, 45292.999999, 45292, 0.5, 1 / 3, 0, 1 + 1 / 24, 2.25]
  const cells = serials.map((serial, at) => `<c r="A${at + 1}" s="1"><v>${serial}</v></c>`)
  const rows = cells.map((cell, at) => `<row r="${at + 1}">${cell}</row>`).join('')
  expect(await read('times.xlsx', xlsxOf('Times', rows))).toMatchObject({
    text: [
      '## Times\n',
      ...['2024-01-01 01:00:00', '2024-01-01 00:59:00', '2024-01-02', '2024-01-01'],
      ...['12:00:00', '08:00:00', '00:00:00', '25:00:00', '1900-01-01 06:00:00'],
    ].join('\n'),
  })
})

test('a chart sheet has no text, and the others are read', async () => {
  const parts = unzipSync(new Uint8Array(xlsxOf('Heights', '<row r="1"><c r="A1"><v>42</v></c></row>')))
  const changed = (part: string, before: string, after: string) =>
    strToU8(new TextDecoder().decode(parts[part]).replace(before, after))
  const sheet = '<sheet name="Chart" sheetId="2" r:id="rId9"/></sheets>'
  const link =
    '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>'
  const bytes = zipSync({
    ...parts,
    'xl/workbook.xml': changed('xl/workbook.xml', '</sheets>', sheet),
    'xl/_rels/workbook.xml.rels': changed('xl/_rels/workbook.xml.rels', '</Relationships>', link),
    'xl/chartsheets/sheet1.xml': strToU8('<chartsheet/>'),
  })
  expect(await read('a.xlsx', Buffer.from(bytes))).toMatchObject({ text: '## Heights\n\n42' })
})

/** A workbook with more parts, in place of its own or beside them. */
function workbookOf(rows: string, more: Readonly<Record<string, string>> = {}): Buffer {
  const parts = unzipSync(new Uint8Array(xlsxOf('A', rows)))
  const others = Object.entries(more).map(([name, text]) => [name, strToU8(text)])
  return Buffer.from(zipSync({ ...parts, ...Object.fromEntries(others) }))
}

test('cells and rows of a workbook without positions follow the preceding ones', async () => {
  const cell = (value: number, place = '') => `<c${place === '' ? '' : ` r="${place}"`}><v>${value}</v></c>`
  const rows = `<row>${cell(1)}${cell(2, 'C1')}${cell(3)}</row><row r="3">${cell(4)}<c/>${cell(5)}</row><row><c/></row>`
  expect(await read('a.xlsx', workbookOf(rows))).toMatchObject({ text: '## A\n\n1,,2,3\n4,,5' })
  // out of order, twice, and beyond the last column
  const odd = `<row r="2">${cell(1, 'B2')}${cell(2, 'A2')}</row><row r="1">${cell(3, 'a1')}${cell(4, '$B$1')}${cell(5, 'ZZZ1')}</row>`
  expect(await read('a.xlsx', workbookOf(odd))).toMatchObject({ text: '## A\n\n2,1\n3,4,5' })
  const far = `<row r="1">${cell(1, 'A1')}</row><row r="1048576">${cell(2, 'XFD1048576')}</row>`
  expect(await read('a.xlsx', workbookOf(far))).toMatchObject({ text: `## A\n\n1\n${','.repeat(16_383)}2` })
})

test('a cell of a workbook with a broken reference is marked, and the others are read', async () => {
  const rows =
    '<row><c t="s"><v>0</v></c><c t="s"><v>7</v></c><c t="s"><v>x</v></c><c s="99"><v>2.5</v></c><c s="x"><v>3</v></c></row>' +
    '<row><c t="b"><v>true</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c><c t="new"><v>4</v></c><c><v>n/a</v></c></row>'
  const strings = '<sst><si><r><t>High </t></r><r><t>tide</t></r><rPh sb="0" eb="1"><t>read so</t></rPh></si></sst>'
  expect(await read('a.xlsx', workbookOf(rows, { 'xl/sharedStrings.xml': strings }))).toMatchObject({
    text: '## A\n\nHigh tide,[missing in the file],[missing in the file],2.5,3\ntrue,false,#N/A,4,n/a',
  })
})

test('texts, formulas and long numbers of a workbook are read unchanged', async () => {
  const rows =
    '<row><c t="str"><f>A&amp;B</f><v>a_x000D_\n_x005F_x0041_</v></c><c><f>SUM(B1:B2)</f></c><c t="d"><v>2024-03-01T00:00:00</v></c>' +
    '<c t="d"><v>2024-03-01T09:30:00</v></c><c><v>12345678901234567890</v></c><c><v>2.5000000000000001E-2</v></c></row>'
  expect(await read('a.xlsx', workbookOf(rows))).toMatchObject({
    text: '## A\n\n"a\n_x0041_",=SUM(B1:B2),2024-03-01,2024-03-01 09:30:00,12345678901234567890,0.025',
  })
})

test('numbers of a workbook are dates, durations or numbers according to their format', async () => {
  const formats = [
    ['yyyy"年"m"月"d"日"', 'date'],
    ['[$-804]aaaa', 'date'],
    ['mm:ss.0', 'date'],
    ['[Red]d/m/yy;@', 'date'],
    ['[h]:mm', 'duration'],
    ['General', 'number'],
    ['0.00E+00', 'number'],
    ['#,##0 "days"', 'number'],
    ['[$USD] 0.00_);(\\d0)', 'number'],
  ] as const
  const declared = formats.map(
    ([code], at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const used = formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`)
  const styles =
    `<x:styleSheet xmlns:x="x"><x:numFmts>${declared.join('')}</x:numFmts><x:cellStyleXfs><x:xf numFmtId="14"/></x:cellStyleXfs>` +
    `<x:cellXfs>${used.join('')}</x:cellXfs><x:dxfs><x:dxf><x:numFmt numFmtId="205" formatCode="d"/></x:dxf></x:dxfs></x:styleSheet>`
  const rows = `<row>${formats.map((_, at) => `<c s="${at}"><v>45292.5</v></c>`).join('')}<c s="4"><v>-0.5</v></c></row>`
  const said = { date: '2024-01-01 12:00:00', duration: '1087020:00:00', number: '45292.5' }
  expect(await read('a.xlsx', workbookOf(rows, { 'xl/styles.xml': styles }))).toMatchObject({
    text: `## A\n\n${[...formats.map(([, kind]) => said[kind]), '-12:00:00'].join(',')}`,
  })
  const from1904 = '<workbook><workbookPr date1904="1"/><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>'
  const day = '<row><c s="1"><v>43830</v></c></row>'
  expect(await read('a.xlsx', workbookOf(day, { 'xl/workbook.xml': from1904 }))).toMatchObject({
    text: '## A\n\n2024-01-01',
  })
})

test('a workbook is read with any part names and element prefixes', async () => {
  const sheet =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  const book =
    '<x:workbook xmlns:x="m"><x:sheets><x:sheet d:id="a" name="B" xmlns:d="r"/><x:sheet d:id="b" name="C"/></x:sheets></x:workbook>'
  const links =
    '<Relationships><Relationship Id="a" Type="x/worksheet" Target="/xl/first.xml"/><Relationship Id="b" Type="x/worksheet" Target="../xl/none.xml"/></Relationships>'
  const bytes = archiveOf({ 'xl/book.xml': book, 'xl/_rels/book.xml.rels': links, 'xl/first.xml': sheet })
  const text = '## B\n\n1\n\n## C\n\n[missing in the file]'
  expect(await read('a.xlsx', renamed(bytes, {}, 'xl/book.xml'))).toMatchObject({ text })
  const windows = {
    'xl/book.xml': 'xl\\book.xml',
    'xl/_rels/book.xml.rels': 'xl\\_rels\\book.xml.rels',
    'xl/first.xml': 'xl\\first.xml',
  }
  expect(await read('a.xlsx', renamed(bytes, windows, 'xl/book.xml'))).toMatchObject({ text })
  const none = archiveOf({ 'xl/workbook.xml': book, 'xl/_rels/workbook.xml.rels': links })
  expect(await read('a.xlsx', none)).toBe('damaged')
  const binary = archiveOf({ 'xl/workbook.bin': '\u0001\u0002' })
  expect(await read('a.xlsb', renamed(binary, {}, 'xl/workbook.bin'))).toBe('not_supported')
})

/** An office file whose main part has another name than usual. */
function renamed(archive: Buffer, names: Readonly<Record<string, string>>, main: string): Buffer {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
  const root = `<Relationships><Relationship Id="a" Type="${type}" Target="/${main}"/></Relationships>`
  const parts = Object.entries(unzipSync(new Uint8Array(archive))).map(([name, part]) => [names[name] ?? name, part])
  return Buffer.from(zipSync({ ...Object.fromEntries(parts), '_rels/.rels': strToU8(root) }))
}

test('the main part of a Word document and of a presentation is found by its link', async () => {
  const links = '<Relationships><Relationship Id="a" Type="x/footnotes" Target="notes2.xml"/></Relationships>'
  const note = '<w:p><w:r><w:t>See</w:t><w:footnoteReference w:id="2"/></w:r></w:p>'
  const document = archiveOf({
    'word/document2.xml': `<w:document><w:body>${note}</w:body></w:document>`,
    'word/_rels/document2.xml.rels': links,
    'word/notes2.xml': `<w:footnotes><w:footnote w:id="2">${paragraph('Tables')}</w:footnote></w:footnotes>`,
    // what an older version left behind
    'word/document.xml': `<w:document><w:body>${paragraph('old')}</w:body></w:document>`,
  })
  expect(await read('a.docx', renamed(document, {}, 'word/document2.xml'))).toMatchObject({
    text: 'See[^2]\n\n[^2]: Tables',
  })
  const names = {
    'ppt/presentation.xml': 'ppt/show.xml',
    'ppt/_rels/presentation.xml.rels': 'ppt/_rels/show.xml.rels',
  }
  const slides = renamed(pptxOf([{ shapes: slideShape('one') }]), names, 'ppt/show.xml')
  expect(await read('a.pptx', slides)).toMatchObject({ text: '[Page 1]\none' })
  const away = renamed(docxOf(paragraph('text')), {}, 'word/none.xml')
  expect(await read('a.docx', away)).toMatchObject({ text: 'text' })
})

test('a presentation is read in the order of its slides, with tables and notes', async () => {
  const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
  const table = `<a:tbl><a:tr>${cell('hour')}${cell('3 | 4')}</a:tr><a:tr>${cell('12')}${cell('')}</a:tr></a:tbl>`
  const first = slideShape('潮汐', 'title') + slideShape('High &amp; low\nTwice a day') + slideShape('12', 'sldNum')
  expect(
    await read('tides.pptx', pptxOf([{ shapes: first, notes: 'Ask who has seen it' }, { shapes: table }])),
  ).toEqual({
    text:
      '[Page 1]\n# 潮汐\n\nHigh & low\n\nTwice a day\n\nNotes: Ask who has seen it' +
      '\n\n[Page 2]\n| hour | 3 \\| 4 |\n| --- | --- |\n| 12 |  |',
    pages: 2,
  })
  expect(await read('pictures.pptx', pptxOf([{ shapes: '' }]))).toBe('no_text')
})

test('duplicate shapes of a slide are read once, and formulas are kept', async () => {
  const formula =
    '<p:sp><p:txBody><a:p><a:r><a:t>So </a:t></a:r><a14:m><m:oMath><m:t>h=2a</m:t></m:oMath></a14:m></a:p></p:txBody></p:sp>'
  const forms = (...[choice, ...others]: readonly string[]) =>
    `<mc:AlternateContent><mc:Choice Requires="a14">${choice}</mc:Choice>${others.map((one) => `<mc:Choice Requires="b">${one}</mc:Choice>`).join('')}<mc:Fallback>${others.at(-1) ?? ''}</mc:Fallback></mc:AlternateContent>`
  const shapes = forms(formula, slideShape('So')) + forms('<p:pic/>', '', slideShape('old form')) + slideShape('end')
  expect(await read('a.pptx', pptxOf([{ shapes }]))).toMatchObject({ text: '[Page 1]\nSo h=2a\n\nold form\n\nend' })
})

test('text after a footer or a title of a slide is read, and is not a title', async () => {
  const said = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
  const table = `<a:tbl><a:tr><a:tc><a:txBody>${said('hour')}</a:txBody></a:tc></a:tr></a:tbl>`
  const frame = (inner: string) => `<p:graphicFrame><a:graphic>${inner}</a:graphic></p:graphicFrame>`
  const connector = `<p:cxnSp><p:txBody>${said('between')}</p:txBody></p:cxnSp>`
  const shapes = (type: string) => slideShape('Tides', type) + connector + frame(table) + frame(said('frame'))
  for (const type of ['ftr', 'dt', 'sldNum'])
    expect(await read('a.pptx', pptxOf([{ shapes: shapes(type) }]))).toMatchObject({
      text: '[Page 1]\nbetween\n\n| hour |\n| --- |\n\nframe',
    })
  expect(await read('a.pptx', pptxOf([{ shapes: shapes('title') }]))).toMatchObject({
    text: '[Page 1]\n# Tides\n\nbetween\n\n| hour |\n| --- |\n\nframe',
  })
})

test('a presentation with missing or truncated slides is damaged', async () => {
  const slide = 'ppt/slides/slide1.xml'
  const links = '<Relationships><Relationship Id="a" Type="x/slide" Target="slides/slide1.xml"/></Relationships>'
  const main = '<p:presentation><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst></p:presentation>'
  const whole = { 'ppt/presentation.xml': main, 'ppt/_rels/presentation.xml.rels': links }
  expect(await read('a.pptx', archiveOf({ ...whole, [slide]: '<p:sld><a:t>cut' + '</a:t' }))).toBe('damaged')
  expect(await read('a.pptx', archiveOf({ ...whole, 'ppt/presentation.xml': '<p:presentation/>' }))).toBe('damaged')
  expect(await read('a.pptx', archiveOf({ 'ppt/presentation.xml': main }))).toBe('damaged')
})

test.each(['../../../../etc/passwd', '/ppt/slides/slide1.xml', '__proto__', 'https://example.org/slide.xml'])(
  'a presentation’s link to %s stays inside the archive',
  async (target) => {
    const links = `<Relationships><Relationship Id="a" Type="x/slide" Target="${target}"/></Relationships>`
    const archive = archiveOf({
      'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': links,
      'ppt/slides/slide1.xml': slideShape('inside'),
    })
    const inside = { text: '[Page 1]\ninside', pages: 1 }
    expect(await read('a.pptx', archive)).toEqual(target.startsWith('/ppt') ? inside : 'damaged')
  },
)

test('a book is read in reading order, not in the order of its files', async () => {
  expect(await read('tides.epub', epubOf(['<h1>潮汐</h1><p>One&#160;moon</p>', '<p>Two tides</p>']))).toEqual({
    text: '# 潮汐\n\nOne moon\n\nTwo tides',
    pages: null,
  })
})

/** An archive with one of its parts in other bytes. */
function recoded(archive: Buffer, part: string, code: (text: string) => Uint8Array): Buffer {
  const parts = unzipSync(new Uint8Array(archive))
  return Buffer.from(zipSync({ ...parts, [part]: code(new TextDecoder().decode(parts[part])) }))
}

const wideOf = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text.replace('"UTF-8"', '"UTF-16"')}`, 'utf16le'))

test.each([
  ['a.docx', docxOf(paragraph('潮汐')), 'word/document.xml', '潮汐'],
  ['a.pptx', pptxOf([{ shapes: slideShape('潮汐') }]), 'ppt/slides/slide1.xml', '[Page 1]\n潮汐'],
  ['a.pptx', pptxOf([{ shapes: slideShape('潮汐') }]), 'ppt/presentation.xml', '[Page 1]\n潮汐'],
  ['a.epub', epubOf(['<p>潮汐</p>']), 'OEBPS/text/part 0.xhtml', '潮汐'],
  ['a.epub', epubOf(['<p>潮汐</p>']), 'OEBPS/book.opf', '潮汐'],
])('%s is read whose part %# is in UTF-16', async (name, archive, part, text) => {
  expect(await read(name, recoded(archive, part, wideOf))).toMatchObject({ text })
})

test('a chapter is read in the encoding that it declares', async () => {
  const code = (label: string, encoding: TextEncoding) => (text: string) =>
    encoded(`<?xml version="1.0" encoding="${label}"?>${text}`, encoding) ?? new Uint8Array()
  const book = epubOf(['<p>潮汐</p>'])
  const part = 'OEBPS/text/part 0.xhtml'
  for (const [label, encoding] of [
    ['gb2312', 'gb18030'],
    ['Big5', 'big5'],
    ['Shift_JIS', 'shift_jis'],
  ] as const)
    expect(await read('a.epub', recoded(book, part, code(label, encoding)))).toMatchObject({ text: '潮汐' })
  const unreadable = recoded(epubOf(['<p>a</p>', '<p>b</p>']), part, () =>
    Uint8Array.from([0, 1, 2, 3, 0, 0, 255, 254, 0, 9]),
  )
  expect(await read('a.epub', unreadable)).toMatchObject({ text: '[unreadable in the file]\n\nb' })
})

test('a chapter continues after an empty script', async () => {
  const chapters = ['<script src="a.js"/><p>One</p>', '<p>Two</p>']
  expect(await read('a.epub', epubOf(chapters))).toMatchObject({ text: 'One\n\nTwo' })
})

test('a slide or chapter missing from the file is reported', async () => {
  const without = (archive: Buffer, missing: string) => {
    const { [missing]: _gone, ...rest } = unzipSync(new Uint8Array(archive))
    return Buffer.from(zipSync(rest))
  }
  const slides = pptxOf([{ shapes: slideShape('one') }, { shapes: slideShape('two') }])
  expect(await read('a.pptx', without(slides, 'ppt/slides/slide1.xml'))).toMatchObject({
    text: '[Page 1]\none\n\n[Page 2]\n[missing in the file]',
  })
  expect(await read('a.epub', without(epubOf(['<p>a</p>', '<p>b</p>']), 'OEBPS/text/part 0.xhtml'))).toMatchObject({
    text: '[missing in the file]\n\nb',
  })
})

test('a book with DRM is refused, and one with obfuscated fonts is read', async () => {
  const locking = (uri: string) => ({
    'META-INF/encryption.xml': `<encryption><enc:EncryptedData><enc:CipherReference URI="${uri}"/></enc:EncryptedData></encryption>`,
  })
  expect(await read('a.epub', epubOf(['<p>a</p>'], locking('OEBPS/text/part%200.xhtml')))).toBe('encrypted')
  expect(await read('a.epub', epubOf(['<p>a</p>'], locking('OEBPS/fonts/a.otf')))).toMatchObject({ text: 'a' })
})

test('a book without its parts is damaged', async () => {
  expect(await read('a.epub', archiveOf({ 'META-INF/container.xml': '<container/>' }))).toBe('damaged')
  const pointing = '<container><rootfile full-path="book.opf"/></container>'
  expect(await read('a.epub', archiveOf({ 'META-INF/container.xml': pointing }))).toBe('damaged')
  const empty = { 'META-INF/container.xml': pointing, 'book.opf': '<package><spine/></package>' }
  expect(await read('a.epub', archiveOf(empty))).toBe('damaged')
})

/** An archive whose directory declares another size of its only file. */
function declaring(size: number, text: string): Buffer {
  const archive = Buffer.from(zipSync({ 'word/document.xml': strToU8(text) }))
  archive.writeUInt32LE(size, archive.lastIndexOf(Buffer.from('PK\x01\x02')) + 24)
  return archive
}

test('an archive that declares too large a size is refused', async () => {
  expect(await read('bomb.docx', declaring(300 * 1024 ** 2, '<w:document/>'))).toBe('too_large')
})

test('an archive that contains more than it declares is never unpacked beyond that', async () => {
  const lying = declaring(10, `<w:document>${' '.repeat(1_000_000)}`)
  expect(await read('liar.docx', lying)).toBe('damaged')
})

test('a document of any kind with a wrong checksum is damaged', async () => {
  const files: readonly (readonly [name: string, part: string, bytes: Buffer])[] = [
    ['a.docx', 'word/document.xml', docxOf(paragraph('text'))],
    ['a.xlsx', 'xl/worksheets/sheet1.xml', xlsxOf('A', '<row r="1"><c r="A1"><v>42</v></c></row>')],
    ['a.pptx', 'ppt/slides/slide1.xml', pptxOf([{ shapes: slideShape('text') }])],
    ['a.epub', 'OEBPS/text/part 0.xhtml', epubOf(['<p>text</p>'])],
  ]
  for (const [name, part, bytes] of files) {
    const { [part]: whole, ...rest } = unzipSync(new Uint8Array(bytes))
    if (whole === undefined) throw new Error(part)
    const changed = Buffer.from(zipSync({ ...rest, [part]: [whole, { level: 0 }] }))
    const at = changed.indexOf(name === 'a.xlsx' ? '42' : 'text', changed.indexOf(part) + part.length)
    changed.write(name === 'a.xlsx' ? '43' : 'tide', at)
    expect(await read(name, changed)).toBe('damaged')
  }
})

test.each([
  ['empty.txt', Buffer.alloc(0), 'empty'],
  ['blank.md', Buffer.from(' \n '), 'empty'],
  ['program.exe', Buffer.from([77, 90, 0, 0, 1, 2]), 'not_supported'],
  ['files.zip', archiveOf({ 'a.txt': 'a' }), 'not_supported'],
  ['cut.docx', docxOf(paragraph('text')).subarray(0, 80), 'damaged'],
  ['locked.docx', Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), 'encrypted'],
  ['locked.pptx', Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), 'encrypted'],
  ['book.epub', Buffer.from([0, 1, 2, 3, 0, 0, 255, 254]), 'damaged'],
  ['old.doc', Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), 'old_format'],
  ['locked', Buffer.from(`\xd0\xcf\x11\xe0 ${[...'EncryptedPackage'].join('\0')}\0`, 'latin1'), 'encrypted'],
])('%s is refused for its reason', async (name, bytes, problem) => {
  expect(await read(name, bytes)).toBe(problem)
})

test.each([
  ['GBK', 'notes.csv', Buffer.from([0xb3, 0xb1, 0xcf, 0xab, 0x2c, 0x31]), '潮汐,1'],
  ['UTF-16', 'notes.txt', Buffer.from('\ufeff潮汐', 'utf16le'), '潮汐'],
  ['HTML', 'page.html', Buffer.from('<h1>潮汐</h1><script>no()</script>'), '# 潮汐'],
])('a text in %s is read', async (_kind, name, bytes, text) => {
  expect(await read(name, bytes)).toMatchObject({ text, pages: null })
})

test('any damage to a document is handled', async () => {
  const files = [
    pdfOf(['some text']),
    docxOf(paragraph('some text')),
    pptxOf([{ shapes: slideShape('some text'), notes: 'more' }]),
    epubOf(['<p>some text</p>']),
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.nat(), fc.nat(255), async (file, at, byte) => {
      const damaged = Buffer.from(file)
      damaged[at % damaged.length] = byte
      const found = await read('document.pdf', damaged)
      return typeof found === 'string' || found.text.isWellFormed()
    }),
    { numRuns: 120 },
  )
})
