import { extname } from 'node:path'
import type { ReadingProblem } from '../../../shared/knowledge.ts'
import type { ReadableText } from '../../../shared/passages/chunker.ts'
import { separatedTable } from '../../../shared/passages/table-heads.ts'
import type { TextEncoding } from '../../../shared/text-encodings.ts'
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
    '.tf .nix .zig .v .vhd .asm .s .m .mm .f90 .pas .vb .groovy .diff .patch'
  ).split(' '),
)

/** Whether files of this name are read. Names without an ending, such as `README`, are tried. */
export function isReadableName(name: string): boolean {
  const ending = extname(name).toLowerCase()
  return [markdown, pages, subtitles, plain, code].some((endings) => endings.has(ending))
}

/** Whether files of this name are documents, which only the thread of `DocumentReader` reads. */
export function isDocumentName(name: string): boolean {
  return /\.(pdf|docx|xlsx|pptx|epub)$/i.test(name)
}

type PlainText = ReadableText & { readonly encoding: TextEncoding }

/** The text of a file in the shape that its name promises, or why there is none. */
export function fileText(name: string, bytes: Uint8Array, decoding: Decoding = undecided): PlainText | ReadingProblem {
  return isKnownBinary(bytes) ? 'not_supported' : plainText(name, bytes, decoding)
}

/** The same for bytes that are known to be nothing else, although they may begin as a PDF does. */
export function plainText(
  name: string,
  bytes: Uint8Array,
  { encoding: chosen, language }: Decoding,
): PlainText | ReadingProblem {
  if (!isReadableName(name)) return 'not_supported'
  const ending = extname(name).toLowerCase()
  const declared = pages.has(ending) || ending === '.xml' || ending === '.svg' ? declaredEncoding(bytes) : null
  const decoded = decodeText(bytes, { encoding: chosen ?? declared, language })
  if (decoded === null) return 'not_text'
  const { encoding, text } = decoded
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

/** PDF, ZIP (with all office files) and the older office files, whatever they are called. */
function isKnownBinary(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  return begin.startsWith('%PDF-') || begin.startsWith('PK\x03\x04') || begin.startsWith('\xd0\xcf\x11\xe0')
}
