import { z } from 'zod'
import type { TranslatedLine } from '../../../../shared/transcript-note.ts'
import type { NoteSource } from '../../../storage/transcript-notes.ts'

/** A line that begins with its number: `1: …`, `1. …`, `[1] …`, `**1**：…`, `1| …`, a tab. */
const numberedLine = /^[\s>*#-]{0,8}[[(（【]?\*{0,2}(\d{1,4})\*{0,2}[\])）】]?[ \t]{0,4}[:：.．、|)\t][ \t]?(.*)$/u
/** Maximum length of the translation of one segment, in UTF-16 units; only a model that repeats itself writes more. */
const textMax = 20_000

const listSchema = z.array(z.string())
const tableSchema = z.record(z.string(), z.string())

/**
 * Returns the translated lines of an answer, matched by number; also those of JSON, and of as many lines without numbers
 * as were asked for. Numbers that were not asked for and empty lines are dropped. Of two lines with one number the first
 * is kept.
 */
export function translatedLines(source: readonly NoteSource[], answer: string): readonly TranslatedLine[] {
  const body = withoutFences(answer)
  const texts = textsOfJson(body) ?? textsByNumber(body, source.length) ?? textsInOrder(body, source.length)
  return source.flatMap(({ id }, index): TranslatedLine[] => {
    const text = (texts.get(index + 1) ?? '').trim().slice(0, textMax)
    return text === '' ? [] : [{ segmentId: id, text }]
  })
}

type Texts = ReadonlyMap<number, string>

/** Text without a number continues the line before it. */
function textsByNumber(body: string, count: number): Texts | null {
  const texts = new Map<number, string>()
  let open: number | null = null
  for (const line of body.split('\n')) {
    const match = numberedLine.exec(line)
    if (match !== null) {
      const number = Number(match[1])
      open = number < 1 || number > count || texts.has(number) ? null : number
      if (open !== null) texts.set(open, match[2] ?? '')
    } else if (open !== null) texts.set(open, `${texts.get(open) ?? ''} ${line.trim()}`.trim())
  }
  return texts.size === 0 ? null : texts
}

function textsInOrder(body: string, count: number): Texts {
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  return new Map(lines.length === count ? lines.map((line, index) => [index + 1, line]) : [])
}

function textsOfJson(body: string): Texts | null {
  if (!/^[[{]/.test(body)) return null
  try {
    const value: unknown = JSON.parse(body)
    const list = listSchema.safeParse(value).data
    if (list !== undefined) return new Map(list.map((text, index) => [index + 1, text]))
    const table = tableSchema.safeParse(value).data
    return table === undefined ? null : new Map(Object.entries(table).map(([number, text]) => [Number(number), text]))
  } catch {
    return null
  }
}

function withoutFences(answer: string): string {
  const lines = answer.split(/\r?\n/).filter((line) => !/^\s*(?:```|~~~)/.test(line))
  return lines.join('\n').trim()
}
