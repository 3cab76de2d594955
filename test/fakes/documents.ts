import { strToU8, zipSync } from 'fflate'

/** A PDF with a page for each text, in Helvetica, or in a Chinese font that is not embedded. */
export function pdfOf(pages: readonly (string | Buffer)[], options: { readonly gbk?: boolean } = {}): Buffer {
  const font = options.gbk
    ? '<< /Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /GBK-EUC-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SimSun /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /SimSun /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>] >>'
    : '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font,
  ]
  for (const [index, page] of pages.entries()) {
    const lines = typeof page === 'string' ? page.split('\n').map((line) => Buffer.from(line)) : [page]
    const drawn = lines.map((line) => `<${line.toString('hex')}> Tj 0 -16 Td`).join('\n')
    const stream = lines[0]?.length === 0 ? '' : `BT /F1 12 Tf 50 700 Td\n${drawn}\nET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    )
  }
  return assembled(objects)
}

/** A PDF as a scanner makes it: each page is one grey picture, `shade` from 0 (black) to 255, and no text. */
export function scanOf(shades: readonly number[]): Buffer {
  const kids = shades.map((_, index) => `${3 + index * 3} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${shades.length} >>`,
    ...shades.flatMap((shade, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /Scan ${5 + index * 3} 0 R >> >> /Contents ${4 + index * 3} 0 R >>`,
      '<< /Length 28 >>\nstream\nq 595 0 0 842 0 0 cm /Scan Do\nendstream',
      `<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 9 >>\nstream\n${shade.toString(16).padStart(2, '0').repeat(4)}>\nendstream`,
    ]),
  ]
  return assembled(objects)
}

/** A PDF that needs a password to open. */
export function encryptedPdf(): Buffer {
  const key = '00'.repeat(32)
  return assembled(
    ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >> /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]`,
  )
}

/** A PDF of these objects, numbered from 1; the first is its catalogue. */
export function assembled(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = text.length
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** An archive of texts by name. */
export function archiveOf(files: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))
}

/** A Word document with this body. */
export function docxOf(body: string): Buffer {
  return archiveOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
  })
}

/** A workbook with one sheet of these rows, as XML. */
export function xlsxOf(name: string, rows: string): Buffer {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  return archiveOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<?xml version="1.0"?><styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  })
}

/** A presentation. Its files are numbered against the order of the slides; notes are those of the slide. */
export function pptxOf(slides: readonly { readonly shapes: string; readonly notes?: string }[]): Buffer {
  const fileOf = (index: number) => `slide${slides.length - index}`
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const files: Record<string, string> = {
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${slides.map((_, index) => `<Relationship Id="rId${index}" Type="${type}/slide" Target="slides/${fileOf(index)}.xml"/>`).join('')}</Relationships>`,
  }
  for (const [index, { notes, shapes }] of slides.entries()) {
    files[`ppt/slides/${fileOf(index)}.xml`] = `<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`
    if (notes === undefined) continue
    files[`ppt/slides/_rels/${fileOf(index)}.xml.rels`] =
      `<Relationships><Relationship Id="rId1" Type="${type}/notesSlide" Target="../notesSlides/notes${index}.xml"/></Relationships>`
    files[`ppt/notesSlides/notes${index}.xml`] = `<p:notes>${slideShape(notes)}${slideShape('7', 'sldNum')}</p:notes>`
  }
  return archiveOf(files)
}

/** A shape of a slide with one paragraph a line. */
export function slideShape(text: string, type?: string): string {
  const paragraphs = text.split('\n').map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
  return `<p:sp><p:nvPr>${type === undefined ? '' : `<p:ph type="${type}"/>`}</p:nvPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`
}

/** A book with its chapters as XHTML bodies, in files whose names need percent signs. */
export function epubOf(chapters: readonly string[], more: Readonly<Record<string, string>> = {}): Buffer {
  const items = chapters.map((_, index) => `<item id="c${index}" href="text/part%20${index}.xhtml"/>`)
  // listed backwards, as only the spine tells the order
  const manifest = items.toReversed().join('')
  const spine = chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('')
  const pages = chapters.map((body, index) => [
    `OEBPS/text/part ${index}.xhtml`,
    `<html><head><title>no text</title></head><body>${body}</body></html>`,
  ])
  return archiveOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf':
      `<opf:package xmlns:opf="o"><opf:manifest>${manifest}</opf:manifest><opf:spine>${spine}</opf:spine></opf:package>`.replaceAll(
        '<item',
        '<opf:item',
      ),
    ...Object.fromEntries(pages),
    ...more,
  })
}
