import { strToU8, zipSync } from 'fflate'
import { docxOf, epubOf, pdfOf, pptxOf, slideShape, xlsxOf } from './documents.ts'
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
] as const

/** Makes up pages, office files, books, PDF files, mails and texts, grown to at most `bytesMax` and mutated. */
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
        return docxOf(this.grown(wordMarkup))
      case 'xlsx':
        return xlsxOf('tides', this.grown(rowMarkup))
      case 'pptx':
        return pptxOf([{ shapes: this.grown(slideMarkup), notes: 'x' }, { shapes: slideShape('x') }])
      case 'epub':
        return epubOf([this.grown(markup), '<p>x</p>'])
      case 'pdf':
        return this.pdf()
      case 'eml':
        return Buffer.from(this.grown(mails))
      case 'md':
      case 'txt':
      case 'srt':
      case 'vtt':
      case 'csv':
      case 'json':
        return this.encoded(this.grown(texts))
    }
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
