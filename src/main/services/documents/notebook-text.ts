import { z } from 'zod'
import { unreadOf } from '../../../shared/unread-parts.ts'
import type { DocumentText } from './document.ts'
import { htmlText } from './html-text.ts'

const said = z.union([z.string(), z.array(z.string())]).transform((text) => [text].flat().join(''))
const words = said.optional().catch(undefined)

/** Returns the schema of a list that drops elements of another kind. */
function listOf<T>(schema: z.ZodType<T>) {
  return z.array(z.unknown()).transform((list) => list.flatMap((one) => schema.safeParse(one).data ?? []))
}

const outputSchema = z.object({
  output_type: z.string().catch(''),
  /** Printed lines; in version 3 of the format also the result. */
  text: words,
  data: z.record(z.string(), z.unknown()).catch({}),
  ename: words,
  evalue: words,
  traceback: z.array(z.string()).catch([]),
  png: words,
  jpeg: words,
})
const cellSchema = z.object({
  cell_type: z.string().catch(''),
  source: words,
  /** The source of a code cell in version 3. */
  input: words,
  level: z.number().int().min(1).max(6).catch(1),
  outputs: listOf(outputSchema).catch([]),
  attachments: z.record(z.string(), z.unknown()).catch({}),
})
const cellsSchema = listOf(cellSchema)
const notebookSchema = z.object({
  cells: cellsSchema.optional(),
  worksheets: listOf(z.object({ cells: cellsSchema })).optional(),
  metadata: z
    .object({
      language_info: z.object({ name: z.string() }).optional().catch(undefined),
      kernelspec: z.object({ language: z.string() }).optional().catch(undefined),
    })
    .catch({}),
})
type Cell = z.infer<typeof cellSchema>
type Output = z.infer<typeof outputSchema>

/** A picture or another file within text, in base64. */
const packed = /data:[a-z]{1,20}\/[\w.+-]{1,60};base64,[A-Za-z0-9+/=]{40,}/g
/** Codes that set the colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const colours = /\u001b\[[\d;]{0,40}[A-Za-z]/g
/** A picture as text: the name of its object. */
const pictureName = /^<[\w. ]{0,80}(?:Figure|Axes|Image|Plot|Chart)\b[^<>]{0,200}>$/

/**
 * Returns the cells of a notebook (Jupyter) as Markdown, with the text of their outputs. Null for a text that is not a
 * notebook.
 */
export function notebookText(text: string): DocumentText | null {
  const notebook = notebookSchema.safeParse(valueOfJson(text)).data
  const cells = notebook?.cells ?? notebook?.worksheets?.flatMap((sheet) => sheet.cells)
  if (notebook === undefined || cells === undefined) return null
  const { kernelspec, language_info: info } = notebook.metadata
  const language = (info?.name ?? kernelspec?.language ?? '').replace(/[^\w+#-]/g, '').slice(0, 40)
  const counts = { pictures: 0, objects: 0 }
  const blocks = cells.flatMap((cell) => cellBlocks(cell, language, counts))
  return { text: blocks.join('\n\n'), pages: null, ...unreadOf(counts) }
}

interface Counts {
  pictures: number
  objects: number
}

function cellBlocks(cell: Cell, language: string, counts: Counts): readonly string[] {
  const source = withoutPacked(cell.source ?? cell.input ?? '', counts).trim()
  counts.pictures += Object.keys(cell.attachments).length
  const outputs = cell.outputs.flatMap((output) => outputBlocks(output, counts))
  if (source === '') return outputs
  switch (cell.cell_type) {
    case 'code':
      return [fenced(source, language), ...outputs]
    case 'heading':
      return [`${'#'.repeat(cell.level)} ${source}`]
    default:
      return [source, ...outputs]
  }
}

function outputBlocks(output: Output, counts: Counts): readonly string[] {
  const { data, ename, evalue, jpeg, png, text, traceback } = output
  if (output.output_type === 'error' || output.output_type === 'pyerr') {
    const lines = traceback.length > 0 ? traceback.join('\n') : [ename, evalue].filter(Boolean).join(': ')
    return outputBlock(lines, counts)
  }
  const kinds = Object.keys(data)
  const isPicture =
    kinds.some((kind) => kind.startsWith('image/') && kind !== 'image/svg+xml') || (png ?? jpeg) !== undefined
  if (isPicture || kinds.includes('image/svg+xml')) counts.pictures += 1
  if (kinds.some((kind) => kind.includes('widget') || kind.includes('plotly') || kind.includes('vega')))
    counts.objects += 1
  return outputBlock(shownData(data) ?? text ?? '', counts)
}

/** Returns the format of a result that is best read as text; null for none. */
function shownData(data: Readonly<Record<string, unknown>>): string | null {
  for (const kind of ['text/markdown', 'text/plain', 'text/latex', 'text/html', 'application/json']) {
    const value = data[kind]
    const found =
      said.safeParse(value).data ?? (kind === 'application/json' && value !== undefined ? JSON.stringify(value) : '')
    if (found.trim() === '' || pictureName.test(found.trim().slice(0, 400))) continue
    return kind === 'text/html' ? htmlText(found) : found
  }
  return null
}

function outputBlock(text: string, counts: Counts): readonly string[] {
  const shown = withoutPacked(text, counts).replace(colours, '').trim()
  return shown === '' ? [] : [`Output:\n${fenced(shown, '')}`]
}

function withoutPacked(text: string, counts: Counts): string {
  return text.replace(packed, () => {
    counts.pictures += 1
    return '(left out)'
  })
}

/** Returns code between marks that it cannot contain. */
function fenced(text: string, language: string): string {
  let longest = 2
  for (const [marks] of text.matchAll(/`+/g)) longest = Math.max(longest, marks.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function valueOfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
