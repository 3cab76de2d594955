import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentText } from '../../../../src/main/services/documents/document-text.ts'
import { pdfOf, scanOf } from '../../../fakes/documents.ts'
import { annotatedPdf, xfaPdf } from '../../../fakes/pdf-forms.ts'

const read = (bytes: Buffer) => documentText('form.pdf', new Uint8Array(bytes))
const widget = (entries: string) => `/Subtype /Widget /DA (/F1 12 Tf 0 g) ${entries}`
const note = (subtype: string, entries: string) => `/Subtype /${subtype} ${entries}`

test('a filled form is read with its values and notes, at its page', async () => {
  expect(await read(readFileSync(join(import.meta.dirname, '../../../fixtures/field/form.pdf')))).toEqual({
    text: [
      '[Page 1]\nTenant name:\nMonthly rent:\nPets allowed:',
      '[Form fields]\n- tenant: Mira Holm\n- rent: 1450 EUR\n- [x] pets',
      '[Notes]\n- Approved by the landlord',
    ].join('\n\n'),
    pages: 1,
  })
})

test('fields of every kind show their values, with their visible names', async () => {
  const annotations = [
    widget('/FT /Tx /T (a) /TU (Full name) /V <FEFF6F6E6C50>'),
    widget('/FT /Tx /T (b) /V (two\\rlines)'),
    widget('/FT /Tx /T (empty)'),
    widget('/FT /Tx /Ff 8192 /T (secret) /V (hunter2)'),
    widget('/FT /Btn /T (news) /V /Off /AS /Off /AP << /N << /On 4 0 R /Off 4 0 R >> >>'),
    widget('/FT /Btn /T (size) /V /Large /AS /Large /AP << /N << /Large 4 0 R /Off 4 0 R >> >>'),
    widget('/FT /Btn /Ff 32768 /T (colour) /V /Red /AS /Red /AP << /N << /Red 4 0 R /Off 4 0 R >> >>'),
    widget('/FT /Btn /Ff 32768 /T (colour) /V /Red /AS /Off /AP << /N << /Blue 4 0 R /Off 4 0 R >> >>'),
    widget('/FT /Ch /T (month) /V (5) /Opt [[(4) (April)] [(5) (May)]]'),
    widget('/FT /Ch /Ff 2097152 /T (days) /V [(Mon) (Tue)] /Opt [(Mon) (Tue) (Wed)]'),
    widget('/FT /Btn /Ff 65536 /T (send) /A << /S /URI /URI (https://example.org) >>'),
  ]
  const form = '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream'
  const found = await read(annotatedPdf([{ text: 'Order', annotations }], [form]))
  expect(found).toMatchObject({
    text: [
      '[Page 1]\nOrder\n\n[Form fields]',
      '- Full name: 潮汐',
      '- b: two\nlines',
      '- secret: (a password, left out)',
      '- [ ] news',
      '- [x] Large size',
      '- colour: Red',
      '- month: May',
      '- days: Mon, Tue',
    ].join('\n'),
  })
})

test('button groups, repeated fields and designer names are listed once', async () => {
  const group = '<< /FT /Btn /Ff 49152 /T (Payment) /V /Cash /Kids [7 0 R 8 0 R] >>'
  const form = '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream'
  const button = (name: string, state: string) =>
    `/Subtype /Widget /Parent 4 0 R /AS /${state} /AP << /N << /${name} 5 0 R /Off 5 0 R >> >>`
  const annotations = [
    button('Cash', 'Cash'),
    button('Card', 'Off'),
    widget('/FT /Tx /T (form1[0].Page1[0].City[0]) /V (Bergen)'),
    widget('/FT /Tx /T (form1[0].Page1[0].City[0]) /V (Bergen)'),
  ]
  const found = await read(annotatedPdf([{ text: 'Order', annotations }], [group, form]))
  expect(found).toMatchObject({ text: '[Page 1]\nOrder\n\n[Form fields]\n- Payment: Cash\n- City: Bergen' })
})

test('a field on no page is read too', async () => {
  const loose = `<< /Type /Annot /Rect [0 0 9 9] ${widget('/FT /Tx /T (name) /V (Ada)')} >>`
  const pdf = annotatedPdf([{ text: 'Order', annotations: [widget('/FT /Tx /T (rent) /V (7)')] }], [loose])
  const fields = pdf.toString('latin1').replace(/\/Fields \[/, '/Fields [4 0 R ')
  expect(await read(Buffer.from(fields, 'latin1'))).toMatchObject({
    text: '[Page 1]\nOrder\n\n[Form fields]\n- rent: 7\n\n[Form fields of no page]\n- name: Ada',
  })
})

test('a blank form is not called filled', async () => {
  const box = widget('/FT /Btn /T (news) /V /Off /AS /Off')
  expect(await read(annotatedPdf([{ text: 'Order', annotations: [box, widget('/FT /Tx /T (name)')] }]))).toMatchObject({
    text: '[Page 1]\nOrder',
  })
})

test('notes are read with their author and the marked words; links, pop-ups and states are not', async () => {
  const annotations = [
    note('Text', '/T (Ada) /Contents (Check this)'),
    note('Highlight', '/T (Bo) /Contents (too high) /QuadPoints [50 712 82 712 50 698 82 698] /Rect [50 698 82 712]'),
    note('Highlight', '/QuadPoints [50 712 82 712 50 698 82 698] /Rect [50 698 82 712]'),
    note('StrikeOut', '/Contents (delete)'),
    note('Text', '/F 2 /Contents (hidden)'),
    note('Square', '/Contents <FEFF91CD89817684>'),
    note('Popup', '/Contents (Check this)'),
    note('Link', '/Contents (a link) /A << /S /URI /URI (https://example.org) >>'),
    note('Text', '/T (Cy) /Contents (Accepted set by Cy) /StateModel (Review) /State (Accepted) /IRT 6 0 R'),
  ]
  const found = await read(annotatedPdf([{ text: 'Rent: 1450 EUR', annotations }]))
  expect(typeof found === 'string' ? found : found.text.split('\n\n').at(-1)).toMatch(
    /^\[Notes\]\n- Ada: Check this\n- Bo: on “Rent:?”: too high\n- delete\n- 重要的$/,
  )
})

test('a scan with notes is read, and its pages without text are counted', async () => {
  expect(await read(annotatedPdf([{ text: '', annotations: [note('Text', '/Contents (Sign here)')] }]))).toMatchObject({
    text: '[Page 1]\n[Notes]\n- Sign here',
    unread: [{ kind: 'pages', count: 1 }],
  })
  expect(await read(scanOf([9, 9]))).toBe('no_text')
})

test('pictures of a PDF, its attachments and recordings are counted', async () => {
  const picture = (more: string) =>
    `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${more} /Length 1 >>\nstream\n0\nendstream`
  const file = '<< /Type /Filespec /F (a.txt) /EF << /F 7 0 R >> >>'
  const content = '<< /Type /EmbeddedFile /Length 2 >>\nstream\nhi\nendstream'
  const pdf = annotatedPdf(
    [{ text: 'Plan', annotations: [note('Screen', ''), note('FileAttachment', '/FS 6 0 R')] }],
    [picture('/SMask 5 0 R'), picture(''), file, content],
    '/Names << /EmbeddedFiles << /Names [(a.txt) 6 0 R] >> >>',
  )
  expect(await read(pdf)).toMatchObject({
    unread: [
      { kind: 'pictures', count: 1 },
      { kind: 'attachments', count: 2 },
      { kind: 'recordings', count: 1 },
    ],
  })
  expect(await read(pdfOf(['text']))).not.toHaveProperty('unread')
})

test('an XML-only form is read with its values, and reported if it cannot be', async () => {
  expect(await read(xfaPdf('<tenant>Mira Holm</tenant><pets>1</pets><floor>second</floor>'))).toEqual({
    text: '[Page 1]\nLease\nTenant Mira Holm\nPets  [x]\nFloor second',
    pages: 1,
  })
  expect(await read(xfaPdf('', '<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform'))).toEqual({
    text: '[Page 1]\nPlease wait...',
    pages: 1,
    unread: [{ kind: 'forms', count: 1 }],
  })
})
