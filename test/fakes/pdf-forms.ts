import { assembled } from './documents.ts'

/** A page of a PDF: its own text, and its annotations as entries of their dictionaries. */
export interface AnnotatedPage {
  readonly text: string
  readonly annotations: readonly string[]
}

/** A PDF whose pages have annotations. Those with a field type are fields of its form. */
export function annotatedPdf(pages: readonly AnnotatedPage[], more: readonly string[] = [], catalog = ''): Buffer {
  const first = 4 + more.length
  const objects: string[] = []
  const kids: number[] = []
  const fields: number[] = []
  for (const { annotations, text } of pages) {
    const page = first + objects.length
    kids.push(page)
    const numbers = annotations.map((_, index) => page + 2 + index)
    for (const [index, entries] of annotations.entries()) if (entries.includes('/FT')) fields.push(page + 2 + index)
    const stream = text === '' ? '' : `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${page + 1} 0 R /Annots [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ...annotations.map(annotation),
    )
  }
  const list = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(' ')
  return assembled([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${list(fields)}] /DR << /Font << /F1 3 0 R >> >> >> ${catalog} >>`,
    `<< /Type /Pages /Kids [${list(kids)}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
    ...objects,
  ])
}

function annotation(entries: string): string {
  const place = entries.includes('/Rect') ? '' : '/Rect [50 600 150 620]'
  return `<< /Type /Annot ${place} ${/\/F \d/.test(entries) ? '' : '/F 4'} ${entries} >>`
}

/** A form whose pages and values are XML (XFA), with a text field, a box and a list. */
export function xfaPdf(values: string, template = xfaTemplate): Buffer {
  const data = `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form1>${values}</form1></xfa:data></xfa:datasets>`
  const xml = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${template}${data}</xdp:xdp>`
  const wait = 'BT /F1 12 Tf 50 700 Td (Please wait...) Tj ET'
  return assembled([
    '<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [] /DR << /Font << /F1 4 0 R >> >> /XFA 5 0 R >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 6 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${xml.length} >>\nstream\n${xml}\nendstream`,
    `<< /Length ${wait.length} >>\nstream\n${wait}\nendstream`,
  ])
}

const caption = (text: string): string => `<caption><value><text>${text}</text></value></caption>`
const xfaTemplate = `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form1" layout="tb" locale="en_US">
<pageSet><pageArea name="Page1" id="Page1"><contentArea x="0.25in" y="0.25in" w="576pt" h="756pt"/><medium stock="default" short="612pt" long="792pt"/></pageArea></pageSet>
<subform w="576pt" h="756pt"><draw w="100mm" h="10mm"><value><text>Lease</text></value></draw>
<field name="tenant" y="10mm" w="62mm" h="9mm"><ui><textEdit/></ui>${caption('Tenant')}</field>
<field name="pets" y="30mm" w="62mm" h="9mm"><ui><checkButton/></ui><items><text>1</text><text>0</text></items>${caption('Pets')}</field>
<field name="floor" y="50mm" w="62mm" h="9mm"><ui><choiceList/></ui><items><text>first</text><text>second</text></items>${caption('Floor')}</field>
</subform></subform></template>`
