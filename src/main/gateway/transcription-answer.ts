import { z } from 'zod'

/** Times are in ms from the beginning of what was sent. */
export interface HeardWord {
  readonly from: number
  readonly to: number
  readonly text: string
}

export interface HeardSegment {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly speaker: string | null
}

/** What a gateway heard, in whatever form it told it. */
export interface HeardAnswer {
  readonly text: string
  readonly language: string | null
  /** ms. */
  readonly duration: number | null
  /** Null where the answer has no times. */
  readonly segments: readonly HeardSegment[] | null
  /** Empty where the answer has no times of words. */
  readonly words: readonly HeardWord[]
}

/** Seconds as a number or as text, in ms. */
const seconds = z
  .union([z.number(), z.string().regex(/^\s*-?\d+(\.\d+)?\s*s?\s*$/)])
  .transform((value) => Math.round((typeof value === 'number' ? value : Number.parseFloat(value)) * 1000))
  .refine((value) => Number.isFinite(value))
const text = z.string().nullish().catch(null)
const list = z.array(z.unknown()).nullish().catch(null)
const wordSchema = z
  .object({ word: text, text, start: seconds, end: seconds.nullish().catch(null) })
  .transform(({ word, text, start, end }) => ({ from: start, to: end ?? start, text: (word ?? text ?? '').trim() }))
const segmentSchema = z.object({
  text,
  start: seconds,
  end: seconds.nullish().catch(null),
  speaker: z
    .union([z.string(), z.number()])
    .nullish()
    .catch(null)
    .transform((name) => (name === null || name === undefined || name === '' ? null : String(name).slice(0, 100))),
  words: list,
})
const answerSchema = z.object({
  text,
  language: text,
  duration: seconds.nullish().catch(null),
  segments: list,
  words: list,
})

/**
 * Reads the body of an answer with a transcript: `verbose_json` with whatever of it is there, `json`, SubRip, WebVTT,
 * or plain text. Null for what is none of these (JSON without text, an HTML page). Liberal, as its shape is not shown.
 */
export function readTranscriptionAnswer(body: string): HeardAnswer | null {
  const trimmed = body.replace(/^\ufeff/, '').trim()
  if (/^<(!doctype|html)/i.test(trimmed)) return null
  if (!/^[{["]/.test(trimmed)) return readPlain(trimmed)
  try {
    return readJson(JSON.parse(trimmed))
  } catch {
    // words in quotation marks or brackets are words; what begins as an object is not
    return trimmed.startsWith('{') ? null : readPlain(trimmed)
  }
}

function readJson(body: unknown): HeardAnswer | null {
  if (typeof body === 'string') return readPlain(body.trim())
  const answer = answerSchema.safeParse(body).data
  if (!answer || (typeof answer.text !== 'string' && !answer.segments)) return null
  const parsed = (answer.segments ?? []).flatMap((candidate) => segmentSchema.safeParse(candidate).data ?? [])
  const segments = parsed.map(
    ({ text, start, end, speaker }, index): HeardSegment => ({
      from: start,
      // without an end it lasts until the next one begins
      to: end ?? Math.max(start, parsed[index + 1]?.start ?? answer.duration ?? start),
      text: (text ?? '').trim(),
      speaker,
    }),
  )
  const words = readWords(answer.words) ?? parsed.flatMap((segment) => readWords(segment.words) ?? [])
  return {
    text: answer.text ?? segments.map((segment) => segment.text).join(' '),
    language: answer.language?.trim().slice(0, 40) || null,
    duration: answer.duration ?? null,
    segments: segments.length > 0 ? segments : null,
    words,
  }
}

function readWords(words: readonly unknown[] | null | undefined): readonly HeardWord[] | null {
  const read = words?.flatMap((candidate) => wordSchema.safeParse(candidate).data ?? [])
  return read && read.length > 0 ? read.filter((word) => word.text !== '') : null
}

const clock = String.raw`(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`
const cueTimes = new RegExp(`^\\s*${clock}\\s*-->\\s*${clock}`)

/** SubRip and WebVTT are told by their lines with times; anything else is plain words. */
function readPlain(body: string): HeardAnswer | null {
  const lines = body.split(/\r\n|\r|\n/)
  const cues: HeardSegment[] = []
  for (const [index, line] of lines.entries()) {
    const times = cueTimes.exec(line)
    if (!times) continue
    const rest = lines.slice(index + 1)
    const end = rest.findIndex((other) => other.trim() === '')
    const words = rest.slice(0, end < 0 ? rest.length : end).join(' ')
    cues.push({ from: inMs(times.slice(1, 5)), to: inMs(times.slice(5, 9)), text: words.trim(), speaker: null })
  }
  const text = cues.length > 0 ? cues.map((cue) => cue.text).join(' ') : body
  return { text, language: null, duration: null, segments: cues.length > 0 ? cues : null, words: [] }
}

function inMs([hours, minutes, whole, fraction]: readonly (string | undefined)[]): number {
  const total = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(whole ?? 0)
  return total * 1000 + Number((fraction ?? '0').padEnd(3, '0'))
}
