import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { documentText } from '../../../../src/main/services/documents/document-text.ts'
import { xlsxOf } from '../../../fakes/documents.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

test('comments and text boxes of a sheet are read after its rows, and its pictures and charts are counted', async () => {
  const cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>tide</t></is></c></row>'
  const threaded =
    '[Threaded comment]&#10;&#10;Your version of Excel allows you to read it.&#10;&#10;Comment:&#10;    Agreed'
  const parts = {
    'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="a" Type="${office}/comments" Target="../comments1.xml"/><Relationship Id="b" Type="${office}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
    'xl/comments1.xml': `<comments><authors><author>Ada</author><author>tc={1}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>High </t></r><r><t>water</t></r></text></comment><comment ref="B2" authorId="1"><text><t>${threaded}</t></text></comment></commentList></comments>`,
    'xl/drawings/drawing1.xml':
      '<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>Read</a:t></a:r></a:p><a:p><a:r><a:t>me</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>',
    'xl/media/image1.png': 'x',
    'xl/charts/chart1.xml': '<c/>',
  }
  const files = unzipSync(new Uint8Array(xlsxOf('Tides', cell)))
  const added = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))
  expect(await documentText('a.xlsx', new Uint8Array(zipSync({ ...files, ...added })))).toMatchObject({
    text: '## Tides\n\ntide\n\nComment at A1, Ada: High water\nComment at B2: Agreed\nText box: Read me',
    unread: [
      { kind: 'pictures', count: 1 },
      { kind: 'charts', count: 1 },
    ],
  })
})

test('embedded files of a workbook are counted with its charts', async () => {
  const files = unzipSync(
    new Uint8Array(xlsxOf('Tides', '<row r="1"><c r="A1" t="inlineStr"><is><t>tide</t></is></c></row>')),
  )
  const added = { 'xl/charts/chart1.xml': strToU8('<c/>'), 'xl/embeddings/oleObject1.bin': strToU8('x') }
  expect(await documentText('a.xlsx', new Uint8Array(zipSync({ ...files, ...added })))).toMatchObject({
    unread: [
      { kind: 'charts', count: 1 },
      { kind: 'objects', count: 1 },
    ],
  })
})
