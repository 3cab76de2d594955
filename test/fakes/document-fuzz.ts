import { strToU8, zipSync } from 'fflate'
import { docxOf, epubOf, pdfOf, pptxOf, slideShape, xlsxOf } from './documents.ts'
import { linkedDocx } from './docx-parts.ts'
import { flatDocumentOf, openDocumentOf } from './opendocuments.ts'
import { annotatedPdf } from './pdf-forms.ts'
import { Choices } from './seeded-random.ts'

/** A file with its name. */
export interface NamedDocument {
  readonly name: string
  readonly bytes: Buffer
}

/** Pieces of pages and markup that make readers look far ahead, look back, or grow. */
const markup = [
  ...[
    '<td>x',
    '<td> ',
    '<th>x</th>\n',
    '<tr><td>1</td><td>2</td></tr>',
    '<table><tr><td>',
    '</td></tr></table>',
    '<div>',
  ],
  ...['<p>Tides come twice a day.</p>', '<h2>潮汐</h2>', '<ul><li>a<li>b</ul>', '<pre>` ``', '</pre>', '<br>', '<hr/>'],
  ...[
    '<!-- ',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x ',
    '<',
    '<<',
    '>',
    '</',
    '<a href="',
    "<a title='",
    '"',
    '&',
    '&amp;',
    '&#x6f6e;',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '<svg/>',
    '<svg>',
    '</svg>',
    '<head>',
    '<body>',
    '<iframe>',
    '<template>',
    ' ',
    '\n\n',
  ],
] as const
const wordMarkup = [
  ...[
    '<w:p><w:r><w:t>Tide</w:t></w:r></w:p>',
    '<w:tbl><w:tr><w:tc>',
    '</w:tc></w:tr></w:tbl>',
    '<w:tc><w:p/></w:tc>',
    '<w:tab/>',
  ],
  ...[
    '<w:txbxContent>',
    '</w:txbxContent>',
    '<mc:AlternateContent><mc:Choice>',
    '</mc:Choice></mc:AlternateContent>',
    '<w:br/>',
  ],
  ...[
    '<w:footnoteReference w:id="2"/>',
    '<w:del>',
    '</w:del>',
    '<w:t>',
    '</w:t>',
    '<w:p><w:pStyle w:val="Heading1"/>',
    '潮',
    ' ',
  ],
] as const
const rowMarkup = [
  ...[
    '<row><c><v>1</v></c></row>',
    '<c><v>2</v></c>',
    '<c r="XFD1"><v>3</v></c>',
    '<c t="inlineStr"><is><t>tide</t></is></c>',
  ],
  ...['<row>', '</row>', '<c s="1"><v>45000.5</v></c>', '<c t="s"><v>9</v></c>', '<v>', '</v>', '_x000A_', '"', ','],
] as const
const slideMarkup = [
  ...[
    slideShape('Tide'),
    slideShape('潮', 'title'),
    '<a:p><a:r><a:t>x</a:t></a:r></a:p>',
    '<a:tbl><a:tr><a:tc>',
    '<a:t>',
  ],
  ...['</a:tc></a:tr></a:tbl>', '<p:graphicFrame>', '<a:br/>', '<mc:AlternateContent><mc:Fallback>', '</a:t>'],
] as const
const texts = [
  ...[
    '# a\nb\n',
    '###### c\n',
    '```\n',
    '> ',
    '- x\n',
    '| a | b |\n',
    '\n',
    '\n\n',
    ' ',
    '\t',
    '。',
    '潮汐每天两次。',
    'word ',
    'x',
  ],
  ...[
    '1\n00:00:01,000 --> 00:00:02,000\nx\n\n',
    '00:01.5 -->\n',
    '<i>',
    '"a","b"\n',
    '""',
    '{"a":[',
    ']}',
    '\r\n',
    '🌊',
    '[1] ',
  ],
] as const
const mails = [
  ...[
    'From: a@example.org\n',
    'Subject: =?utf-8?Q?=E6=BD=AE?=\n',
    'Content-Type: multipart/mixed; boundary=b\n',
    '--b\n',
    '--b--\n',
  ],
  ...[
    'Content-Transfer-Encoding: base64\n\n',
    'VGlkZXM=\n',
    'Content-Transfer-Encoding: quoted-printable\n\n',
    'a=3D=\n',
    '> ',
    '\n',
  ],
] as const

const rtfPieces = [
  ...[
    '{\\b bold}',
    "\\'b3\\'b1",
    '\\u28526?',
    '{',
    '}',
    '\\par\n',
    '\\cell',
    '\\row',
    '\\intbl',
    '\\uc2',
    '\\bin9 x',
    '\\*',
  ],
  ...[
    '{\\footnote note}',
    '{\\pict 00}',
    '\\f1',
    '{\\fonttbl{\\f1\\fcharset134 a;}}',
    '\\ansicpg936',
    'tide ',
    '\\',
    "\\'",
    '\\v',
    '{\\header x}',
  ],
] as const
const cellPieces = [
  ...[
    '{"cell_type":"code","source":["print(1)"],"outputs":[]}',
    '{"cell_type":"markdown","source":"# Tide"}',
    ',',
    '[',
    ']',
    '{}',
    '"',
  ],
  ...[
    '{"cell_type":"code","source":"x","outputs":[{"data":{"image/png":"iVBORw0KGgo="},"output_type":"display_data"}]}',
  ],
] as const
const openMarkup = [
  ...[
    '<text:p>Tide</text:p>',
    '<text:h text:outline-level="2">潮</text:h>',
    '<text:s text:c="999999999"/>',
    '<text:note>',
    '</text:note>',
    '<text:p>',
  ],
  ...[
    '<table:table>',
    '<table:table-row table:number-rows-repeated="1048576">',
    '</table:table-row>',
    '</table:table>',
    '<draw:page>',
    '</text:p>',
  ],
  ...[
    '<table:table-cell table:number-columns-repeated="16384"><text:p>1</text:p></table:table-cell>',
    '<table:table-cell/>',
    '<office:annotation>',
    'x',
  ],
] as const
const annotations = [
  ...[
    '/Subtype /Widget /FT /Tx /T (a) /V (b)',
    '/Subtype /Text /Contents (note)',
    '/Subtype /Highlight /QuadPoints [0 0 9 9] /Contents (x)',
  ],
  ...[
    '/Subtype /Widget /FT /Btn /T (c) /V /Yes',
    '/Subtype /Widget /FT /Ch /V [(a) (b)] /Opt [(a)]',
    '/Subtype /FreeText',
    '/Subtype /Popup /Parent 4 0 R',
  ],
] as const
/** What lies within a Word document as a file of its own. */
const inner = ['a.html', 'a.rtf', 'a.mht', 'a.txt'] as const

const sizes = [0x00, 0x01, 0x7f, 0x80, 0xff]
const kinds = [
  'html',
  'xhtml',
  'docx',
  'xlsx',
  'pptx',
  'epub',
  'pdf',
  'eml',
  'md',
  'txt',
  'srt',
  'vtt',
  'csv',
  'json',
  'rtf',
  'ipynb',
  'odt',
  'ods',
  'odp',
  'fodt',
  'mbox',
  'mht',
  'xyz',
] as const

/** Makes up pages, office files, books, PDF files with forms, mails, notebooks, RTF, OpenDocuments and texts, grown to at most `bytesMax` and mutated. */
export class DocumentFuzz {
  private readonly choices: Choices
  private readonly bytesMax: number

  constructor(seed: number, bytesMax: number) {
    this.choices = new Choices(seed)
    this.bytesMax = bytesMax
  }

  next(): NamedDocument {
    const kind = this.choices.one(kinds)
    const made = this.made(kind)
    const changes = this.choices.random() < 0.4 ? 0 : 1 + this.choices.below(4)
    let bytes: Buffer = made
    for (let done = 0; done < changes; done += 1) bytes = this.changed(bytes)
    // a name can promise another kind
    const name = this.choices.random() < 0.1 ? this.choices.one(kinds) : kind
    return { name: `file.${name}`, bytes }
  }

  private made(kind: (typeof kinds)[number]): Buffer {
    switch (kind) {
      case 'html':
        return Buffer.from(`<!doctype html><body>${this.grown(markup)}`)
      case 'xhtml':
        return Buffer.from(`<?xml version="1.0"?><html>${this.grown(markup)}</html>`)
      case 'docx':
        return this.choices.random() < 0.5 ? docxOf(this.grown(wordMarkup)) : this.linked()
      case 'xlsx':
        return xlsxOf('tides', this.grown(rowMarkup))
      case 'pptx':
        return pptxOf([{ shapes: this.grown(slideMarkup), notes: 'x' }, { shapes: slideShape('x') }])
      case 'epub':
        return epubOf([this.grown(markup), '<p>x</p>'])
      case 'pdf':
        return this.choices.random() < 0.6 ? this.pdf() : this.form()
      case 'rtf':
        return Buffer.from(`{\\rtf1\\ansi ${this.grown(rtfPieces)}}`)
      case 'ipynb':
        return Buffer.from(`{"nbformat":4,"cells":[${this.grown(cellPieces)}]}`)
      case 'odt':
        return openDocumentOf(`<office:text>${this.grown(openMarkup)}</office:text>`)
      case 'ods':
        return openDocumentOf(
          `<office:spreadsheet><table:table>${this.grown(openMarkup)}</table:table></office:spreadsheet>`,
        )
      case 'odp':
        return openDocumentOf(
          `<office:presentation><draw:page>${this.grown(openMarkup)}</draw:page></office:presentation>`,
        )
      case 'fodt':
        return Buffer.from(flatDocumentOf(`<office:text>${this.grown(openMarkup)}</office:text>`))
      case 'mbox':
        return Buffer.from(
          `From a@example.org Mon Nov  2 10:00:00 2026\n${this.grown([...mails, '\nFrom b Mon Nov  2 10:00:00 2026\n'])}`,
        )
      case 'mht':
        return Buffer.from(
          `MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n${this.grown(markup)}`,
        )
      case 'eml':
        return Buffer.from(this.grown(mails))
      case 'md':
      case 'txt':
      case 'srt':
      case 'vtt':
      case 'csv':
      case 'json':
      case 'xyz':
        return this.encoded(this.grown(texts))
    }
  }

  /** A Word document with a header, a comment and a file of its own, which hold anything. */
  private linked(): Buffer {
    const name = this.choices.one(inner)
    const rtf = name === 'a.rtf' ? `{\\rtf1 ${this.grown(rtfPieces)}` : ''
    const mail = name === 'a.mht' ? `MIME-Version: 1.0\n${this.grown(mails)}` : ''
    const content = rtf || mail || this.grown(markup)
    const body =
      '<w:p><w:r><w:t>Tide</w:t><w:commentReference w:id="1"/></w:r></w:p><w:altChunk r:id="a"/><w:sectPr><w:headerReference r:id="h"/></w:sectPr>'
    return linkedDocx(body, {
      a: { kind: 'aFChunk', name, content },
      h: { kind: 'header', content: `<w:hdr>${this.grown(wordMarkup)}</w:hdr>` },
      c: {
        kind: 'comments',
        content: `<w:comments><w:comment w:id="1">${this.grown(wordMarkup)}</w:comment></w:comments>`,
      },
    })
  }

  /** Pages with many annotations. */
  private form(): Buffer {
    const count = 1 + this.choices.below(Math.max(2, Math.min(2_000, Math.round(this.bytesMax / 200))))
    const page = () => ({
      text: 'Tide',
      annotations: Array.from({ length: count }, () => this.choices.one(annotations)),
    })
    return annotatedPdf(Array.from({ length: 1 + this.choices.below(3) }, page))
  }

  /** Pages of text, some of them far too many or too long. */
  private pdf(): Buffer {
    const text = this.grown(texts).slice(0, this.bytesMax / 4)
    const pages = 1 + this.choices.below(200)
    const length = Math.ceil(text.length / pages)
    return pdfOf(Array.from({ length: pages }, (_, page) => text.slice(page * length, (page + 1) * length) || 'x'))
  }

  /** A few pieces again and again, up to a size from 1 kB to the most, small ones more often. */
  private grown(pieces: readonly string[]): string {
    const size = Math.round(1_000 * (this.bytesMax / 1_000) ** this.choices.random())
    const count = 1 + this.choices.below(4)
    const unit = Array.from({ length: count }, () => this.choices.one(pieces)).join('')
    const lead = this.choices.random() < 0.5 ? this.choices.one(pieces) : ''
    return lead + unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit))))
  }

  private encoded(text: string): Buffer {
    const bytes = Buffer.from(text, this.choices.random() < 0.15 ? 'utf16le' : 'utf8')
    if (this.choices.random() > 0.1) return bytes
    return Buffer.from(zipSync({ 'file.txt': strToU8(text) }))
  }

  private changed(bytes: Buffer): Buffer {
    if (bytes.length === 0) return bytes
    const at = this.choices.below(this.choices.random() < 0.5 ? Math.min(bytes.length, 2_000) : bytes.length)
    const long = 1 + this.choices.below(Math.min(64, bytes.length))
    switch (this.choices.below(7)) {
      case 0:
        bytes[at] = this.choices.below(256)
        return bytes
      case 1:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << this.choices.below(8))
        return bytes
      case 2:
        bytes[at] = this.choices.one(sizes)
        return bytes
      case 3:
        return bytes.fill(this.choices.one(sizes), at, Math.min(bytes.length, at + this.choices.one([2, 4, 8])))
      case 4:
        return bytes.subarray(0, at)
      case 5:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + long)])
      default:
        return Buffer.concat([bytes.subarray(0, at + long), bytes.subarray(at)])
    }
  }
}
