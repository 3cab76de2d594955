import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentText } from '../../../../src/main/services/documents/document-text.ts'
import { docxOf } from '../../../fakes/documents.ts'
import { linkedDocx, wordParagraph as paragraph } from '../../../fakes/docx-parts.ts'

const read = (bytes: Buffer) => documentText('letter.docx', new Uint8Array(bytes))
const chunk = (id: string) => `<w:altChunk r:id="${id}"/>`
const file = (name: string, content: string | Uint8Array) => ({ kind: 'aFChunk', name, content })

test('a letter is read with header, footer, comment and embedded page, without deleted text', async () => {
  expect(await read(readFileSync(join(import.meta.dirname, '../../../fixtures/field/letter.docx')))).toEqual({
    text: [
      '[Header]\nHEADER Northwind Ltd, customer 4711',
      'BODY before the chunk.',
      '# CHUNK title\n\nCHUNK text of a report generator',
      'BODY after the chunk.',
      'In a content control.',
      'Commented words.[^c0]',
      'new price',
      '[^c0]: Comment by Ada: COMMENT please check this clause',
      '[Footer]\nFOOTER invoice reference NW-2026-88',
    ].join('\n\n'),
    pages: null,
  })
})

test('headers of all sections are read once each, and bare page numbers are left out', async () => {
  const references = ['h1', 'h2', 'h3', 'h4'].map((id) => `<w:headerReference r:id="${id}"/>`).join('')
  const header = (text: string) => ({ kind: 'header', content: `<w:hdr>${paragraph(text)}</w:hdr>` })
  const parts = { h1: header('Northwind'), h2: header('Northwind'), h3: header('Draft'), h4: header('3 / 9') }
  const old = '<w:sectPrChange><w:sectPr><w:headerReference r:id="h5"/></w:sectPr></w:sectPrChange>'
  expect(
    await read(
      linkedDocx(`${paragraph('Text')}<w:sectPr>${references}${old}</w:sectPr>`, { ...parts, h5: header('Old') }),
    ),
  ).toMatchObject({ text: '[Header]\nNorthwind\n\n[Header]\nDraft\n\nText' })
})

test('a missing or broken header is counted', async () => {
  const body = `${paragraph('Text')}<w:sectPr><w:headerReference r:id="h1"/></w:sectPr>`
  const broken = { h1: { kind: 'header', content: '<w:hdr><w:p>' } }
  expect(await read(linkedDocx(body, broken))).toEqual({
    text: 'Text',
    pages: null,
    unread: [{ kind: 'parts', count: 1 }],
  })
})

test('embedded files are read at their place: HTML, text, RTF, MHTML, and Word', async () => {
  const mht = [
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="b"',
    '',
    '--b',
    'Content-Type: text/html; charset="utf-8"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p>From a page: caf=C3=A9</p>',
    '--b--',
    '',
  ].join('\r\n')
  const inner = linkedDocx(`${paragraph('From Word')}${chunk('t')}`, { t: file('deep.txt', 'Deeper') })
  const body = [paragraph('One'), chunk('a'), chunk('b'), paragraph('Two'), chunk('c'), chunk('d'), chunk('e')].join('')
  const parts = {
    a: file('a.html', '<html><body><h1>Title</h1><table><tr><td>1</td><td>2</td></tr></table></body></html>'),
    b: file('b.txt', 'plain 文字'),
    c: file('c.rtf', "{\\rtf1\\ansi From RTF: \\'e9\\par}"),
    d: file('d.mht', mht),
    e: file('e.docx', new Uint8Array(inner)),
  }
  expect(await read(linkedDocx(body, parts))).toMatchObject({
    text: 'One\n\n# Title\n\n1 | 2\n\nplain 文字\n\nTwo\n\nFrom RTF: é\n\nFrom a page: café\n\nFrom Word\n\nDeeper',
  })
})

test('embedded files that cannot be read are counted, at any depth', async () => {
  let nested = linkedDocx(paragraph('deepest'), {})
  for (let depth = 0; depth < 6; depth += 1)
    nested = linkedDocx(`${paragraph(`level ${depth}`)}${chunk('a')}`, { a: file('a.docx', new Uint8Array(nested)) })
  expect(await read(nested)).toMatchObject({
    text: 'level 5\n\nlevel 4\n\nlevel 3\n\nlevel 2',
    unread: [{ kind: 'parts', count: 1 }],
  })
  const binary = file('a.bin', Uint8Array.from([0, 1, 2, 3, 0, 255, 254, 0, 7]))
  expect(await read(linkedDocx(`${paragraph('Text')}${chunk('a')}${chunk('gone')}`, { a: binary }))).toMatchObject({
    text: 'Text',
    unread: [{ kind: 'parts', count: 2 }],
  })
})

test('an embedded file with several references is read once', async () => {
  const text = 'x'.repeat(100_000)
  const body = chunk('a').repeat(10_000)
  expect(await read(linkedDocx(body, { a: file('a.txt', text) }))).toMatchObject({ text })
})

test('an embedded file in a table comes after it', async () => {
  const row = (text: string) => `<w:tr><w:tc>${text}</w:tc></w:tr>`
  const body = `<w:tbl>${row(paragraph('a'))}${row(`${chunk('t')}${paragraph('b')}`)}</w:tbl>${paragraph('after')}`
  expect(await read(linkedDocx(body, { t: file('t.txt', 'inner') }))).toMatchObject({
    text: '| a |\n| --- |\n| b |\n\ninner\n\nafter',
  })
})

test('comments without an author or a place are read too', async () => {
  const comments = {
    kind: 'comments',
    content: `<w:comments><w:comment w:id="3">${paragraph('loose')}</w:comment><w:comment w:id="4" w:author="王芳">${paragraph('很好')}${paragraph('第二段')}</w:comment></w:comments>`,
  }
  const body = '<w:p><w:r><w:t>Words</w:t></w:r><w:r><w:commentReference w:id="4"/></w:r></w:p>'
  expect(await read(linkedDocx(body, { c: comments }))).toMatchObject({
    text: 'Words[^c4]\n\n[^c3]: Comment: loose\n[^c4]: Comment by 王芳: 很好 第二段',
  })
})

test('ticked boxes, lists and symbols are read; placeholders of empty controls are not', async () => {
  const box = (state: string) =>
    `<w:p><w:r><w:fldChar><w:ffData><w:checkBox><w:default w:val="0"/>${state}</w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:t>box</w:t></w:r></w:p>`
  const list =
    '<w:p><w:r><w:fldChar><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData></w:fldChar></w:r></w:p>'
  const hint = `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${paragraph('Click here')}</w:sdtContent></w:sdt>`
  const filled = `<w:sdt><w:sdtPr/><w:sdtContent>${paragraph('Filled in')}</w:sdtContent></w:sdt>`
  const sign = '<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:t> yes</w:t></w:r></w:p>'
  expect(await read(docxOf(`${box('<w:checked/>')}${box('')}${list}${hint}${filled}${sign}`))).toMatchObject({
    text: '[x] box\n\n[ ] box\n\nblue\n\nFilled in\n\n☑ yes',
  })
})

test('an earlier style of a paragraph is ignored', async () => {
  const change = '<w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/></w:pPr></w:pPrChange>'
  expect(await read(docxOf(paragraph('Plain now', change)))).toMatchObject({ text: 'Plain now' })
})

test('a letter of pictures alone is not called empty', async () => {
  const picture = { 'word/media/image1.png': new Uint8Array([1]) }
  expect(await read(linkedDocx('<w:p/>', {}, picture))).toBe('no_text')
  expect(await read(linkedDocx('<w:p/>', {}))).toBe('empty')
})

test('pictures, charts, objects and recordings are counted, and the words of diagrams are read', async () => {
  const some = new Uint8Array([1])
  const names = [
    'media/image1.png',
    'media/image2.jpeg',
    'media/image3.svg',
    'media/image4.emf',
    'media/video1.mp4',
    'charts/chart1.xml',
    'charts/style1.xml',
    'embeddings/Microsoft_Excel_Sheet1.xlsx',
    'embeddings/oleObject1.bin',
  ]
  const more = Object.fromEntries(names.map((name) => [`word/${name}`, some]))
  const diagram = {
    kind: 'diagramData',
    content: '<dgm:dataModel><a:p><a:r><a:t>Plan</a:t></a:r></a:p><a:p><a:r><a:t>Do</a:t></a:r></a:p></dgm:dataModel>',
  }
  expect(await read(linkedDocx(paragraph('Text'), { d: diagram }, more))).toEqual({
    text: 'Text\n\n[Diagram] Plan; Do',
    pages: null,
    unread: [
      { kind: 'pictures', count: 2 },
      { kind: 'charts', count: 1 },
      { kind: 'objects', count: 1 },
      { kind: 'recordings', count: 1 },
    ],
  })
})

test('broken comments are counted, and the letter is still read', async () => {
  const comments = { c: { kind: 'comments', content: '<w:comments><w:comment' } }
  expect(await read(linkedDocx(paragraph('Text'), comments))).toEqual({
    text: 'Text',
    pages: null,
    unread: [{ kind: 'parts', count: 1 }],
  })
})

test('symbols are read by their font', async () => {
  const sign = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`
  const signs = [
    sign('Wingdings', 'F0FE'),
    sign('Wingdings', 'f0fd'),
    sign('Wingdings', '00FC'),
    sign('Wingdings 2', 'F050'),
    sign('Wingdings 2', 'F052'),
    sign('Wingdings 2', 'F053'),
    sign('Wingdings 2', 'F0A3'),
    sign('Symbol', 'F0B7'),
    sign('Webdings', 'F0FE'),
    sign('Symbol', 'F0A8'),
  ]
  expect(await read(docxOf(`<w:p>${signs.join('')}<w:r><w:t>!</w:t></w:r></w:p>`))).toMatchObject({ text: '☑☒✓✓☑☒☐•!' })
})

test('an embedded letter that begins with lines like headers keeps them', async () => {
  const letter = 'Subject: tides\nDate: today\n\nThe words'
  expect(await read(linkedDocx(chunk('a'), { a: file('a.txt', letter) }))).toMatchObject({ text: letter })
})
