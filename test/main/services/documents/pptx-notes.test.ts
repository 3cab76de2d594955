import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { documentText } from '../../../../src/main/services/documents/document-text.ts'
import { epubOf, pptxOf, slideShape } from '../../../fakes/documents.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

test('comments and diagrams of a slide are read, and its pictures, charts and films are counted', async () => {
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="../${target}"/>`
  const links = [
    link('a', 'comments', 'comments/comment1.xml'),
    link('b', 'diagramData', 'diagrams/data1.xml'),
    link('c', 'image', 'media/image1.png'),
    link('d', 'image', 'media/image1.png'),
    link('e', 'chart', 'charts/chart1.xml'),
    link('f', 'video', 'media/film.mp4'),
    link('g', 'media', 'media/film.mp4'),
    link('h', 'comments', 'comments/modern.xml'),
  ]
  const parts = {
    'ppt/slides/_rels/slide2.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
    'ppt/comments/comment1.xml': '<p:cmLst><p:cm authorId="0"><p:text>Too long</p:text></p:cm></p:cmLst>',
    'ppt/comments/modern.xml':
      '<p188:cmLst><p188:cm><p188:replyLst><p188:reply><p188:txBody><a:p><a:r><a:t>Agreed</a:t></a:r></a:p></p188:txBody></p188:reply></p188:replyLst><p188:txBody><a:p><a:r><a:t>Newer</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>',
    'ppt/diagrams/data1.xml': '<dgm:x><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:x>',
  }
  const slides = unzipSync(new Uint8Array(pptxOf([{ shapes: slideShape('Tides') }, { shapes: '' }])))
  const added = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))
  expect(await documentText('a.pptx', new Uint8Array(zipSync({ ...slides, ...added })))).toEqual({
    text: '[Page 1]\nTides\n\n[Diagram] Plan\n\nComment: Too long\n\nComment: Agreed\n\nComment: Newer\n\n[Page 2]\n',
    pages: 2,
    unread: [
      { kind: 'pictures', count: 1 },
      { kind: 'charts', count: 1 },
      { kind: 'recordings', count: 1 },
      { kind: 'pages', count: 1 },
    ],
  })
})

test('pictures of a book are counted', async () => {
  const book = epubOf(['<p>text</p>'], { 'OEBPS/a.jpg': 'x', 'OEBPS/b.mp3': 'x' })
  expect(await documentText('a.epub', new Uint8Array(book))).toMatchObject({
    unread: [
      { kind: 'pictures', count: 1 },
      { kind: 'recordings', count: 1 },
    ],
  })
})
