import { extname } from 'node:path'
import type { Language } from '../../../shared/language.ts'
import type { ReadableText } from '../../../shared/passages/chunker.ts'
import { separatedTable } from '../../../shared/passages/table-heads.ts'
import type { TextEncoding } from '../../../shared/text-encodings.ts'
import { hasOddCharacters } from './encoding-guess.ts'
import { htmlText } from './html-text.ts'
import { subtitleText } from './subtitle-text.ts'
import { type Decoding, declaredEncoding, decodeText, undecided } from './text-decoding.ts'

const markdown = new Set(['.md', '.markdown', '.mdx', '.rst', '.adoc'])
const pages = new Set(['.html', '.htm', '.xhtml'])
const subtitles = new Set(['.srt', '.vtt'])
const plain = new Set(['.txt', '.text', '.log', '.csv', '.tsv', '.org', '.tex', '.bib', ''])
const code = new Set(
  (
    '.c .h .cc .cpp .hpp .cs .css .scss .less .go .java .kt .kts .js .jsx .mjs .cjs .ts .tsx .mts .cts .py .pyi .rb .rs ' +
    '.php .pl .lua .r .jl .swift .scala .clj .ex .exs .erl .hs .ml .fs .dart .vue .svelte .sh .bash .zsh .fish .ps1 .bat ' +
    '.sql .graphql .proto .json .jsonl .json5 .yaml .yml .toml .ini .cfg .conf .xml .svg .gradle .cmake .make .mk .dockerfile ' +
    '.tf .tfvars .hcl .nix .zig .v .vhd .asm .s .m .mm .f90 .pas .vb .groovy .diff .patch .sol .env .properties .astro .http ' +
    '.rake .gemspec .podspec .csproj .sln .xaml .xsl .xsd .wsdl .plist .prisma .vy .move .cairo .sv .tcl .cls .bas .ahk .lock'
  ).split(' '),
)

/** Returns true if a name promises a text. Files of other names are read by their bytes. */
export function isReadableName(name: string): boolean {
  const ending = extname(name).toLowerCase()
  return [markdown, pages, subtitles, plain, code].some((endings) => endings.has(ending))
}

/** Extensions of documents, including those with macros and of templates. */
const documents = new Set(
  (
    '.pdf .epub .doc .docx .docm .dot .dotx .dotm .xls .xlsx .xlsm .xlsb .xlt .xltx .ppt .pptx .pptm .pps .ppsx .potx .odt .ott .ods ' +
    '.ots .odp .otp .odg .fodt .fods .fodp .rtf .msg .eml .emlx .mbox .mht .mhtml .ipynb'
  ).split(' '),
)

/** Returns true if a name promises a document, which may be larger than a text. */
export function isDocumentName(name: string): boolean {
  return documents.has(extname(name).toLowerCase())
}

/** Bytes of another kind, or bytes that are not text in a known encoding. */
type NoText = 'not_supported' | 'not_text'
type PlainText = ReadableText & { readonly encoding: TextEncoding }

/** Returns the text of a file in the format that its name suggests, or the reason why there is none. */
export function fileText(name: string, bytes: Uint8Array, decoding: Decoding = undecided): PlainText | NoText {
  return isKnownBinary(bytes) ? 'not_supported' : plainText(name, bytes, decoding)
}

/** Does the same for bytes known to be no other kind, although they may begin like a PDF. */
export function plainText(
  name: string,
  bytes: Uint8Array,
  { encoding: chosen, language }: Decoding,
): PlainText | NoText {
  const ending = extname(name).toLowerCase()
  const declared = pages.has(ending) || ending === '.xml' || ending === '.svg' ? declaredEncoding(bytes) : null
  const isPromised = chosen !== null || isReadableName(name)
  // A sample decides quickly for large files.
  if (!isPromised && bytes.length > sampleBytes && !isLikelyText(bytes.subarray(0, sampleBytes), language))
    return 'not_text'
  const decoded = decodeText(bytes, { encoding: chosen ?? declared, language })
  if (decoded === null) return 'not_text'
  const { encoding, text } = decoded
  if (!isPromised && bytes.length <= sampleBytes && !isLikelyText(bytes, language)) return 'not_text'
  if (subtitles.has(ending)) {
    const said = subtitleText(text)
    if (said !== null) return { ...said, shape: 'prose', joinsParts: true, encoding }
  }
  const whole = { parts: null, joinsParts: false, encoding }
  if (ending === '.xhtml') return { ...whole, text: htmlText(text, true), shape: 'markdown' }
  if (pages.has(ending)) return { ...whole, text: htmlText(text), shape: 'markdown' }
  if (ending === '.csv' || ending === '.tsv') {
    const table = separatedTable(text, 0, text.length)
    return { ...whole, text, shape: 'prose', tables: table === null ? [] : [table] }
  }
  if (markdown.has(ending)) return { ...whole, text, shape: 'markdown' }
  return { ...whole, text, shape: code.has(ending) ? 'code' : 'prose' }
}

/** Beginnings of pictures, sound, films, archives, programs and databases, in Latin-1. */
const binaryStarts = [
  '%PDF-',
  'PK\x03\x04',
  '\xd0\xcf\x11\xe0',
  'fLaC',
  'OggS\0',
  '\x1aE\xdf\xa3',
  '\x89PNG',
  '\xff\xd8\xff',
  '\x1f\x8b',
  '\xfd7zXZ',
  '7z\xbc\xaf',
  'Rar!\x1a',
  '\x7fELF',
  '\xca\xfe\xba\xbe',
  '\0asm',
  'SQLite format 3\0',
]

/** Returns true if bytes are of a kind that is not text, whatever their name. */
function isKnownBinary(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, 20)).toString('latin1')
  return begin.slice(4, 8) === 'ftyp' || binaryStarts.some((start) => begin.startsWith(start))
}

/** Maximum share of unusual characters in a text with an unknown extension. */
const oddPartMax = 0.001
/** Bytes of a large file that are sampled. Even, because UTF-16 has two bytes per unit. */
const sampleBytes = 64 * 1024

/**
 * Returns true if bytes of an unknown extension are likely text: almost no control characters. UTF-16 without a byte
 * order mark also needs spaces or punctuation, because any bytes decode to letters.
 */
function isLikelyText(bytes: Uint8Array, language: Language | null): boolean {
  const decoded = decodeText(bytes, { encoding: null, language })
  if (decoded === null) return false
  const { encoding, text } = decoded
  // colours of a terminal and page breaks are usual in logs
  const sample = text.replaceAll('\u001b', '').replaceAll('\f', '')
  let odd = 0
  for (const character of sample) if (hasOddCharacters(character)) odd += 1
  if (odd > sample.length * oddPartMax) return false
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return !encoding.startsWith('utf-16') || isMarked || (bytes.length >= 16 && /[ \n，。、]/.test(sample))
}
