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

const text = z.string().nullish().catch(null)
const list = z.array(z.unknown()).nullish().catch(null)
const answerSchema = z.object({ text, language: text, duration: z.unknown().optional(), segments: list, words: list })

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
  const duration = readSeconds(answer.duration)
  const parsed = (answer.segments ?? []).flatMap((candidate) => readSegment(candidate) ?? [])
  const segments = parsed.map(
    ({ text, from, to, speaker }, index): HeardSegment => ({
      from,
      // without an end it lasts until the next one begins
      to: to ?? Math.max(from, parsed[index + 1]?.from ?? duration ?? from),
      text,
      speaker,
    }),
  )
  const words = readWords(answer.words) ?? parsed.flatMap((segment) => readWords(segment.words) ?? [])
  return {
    text: answer.text ?? segments.map((segment) => segment.text).join(' '),
    language: answer.language?.trim().slice(0, 40) || null,
    duration,
    segments: segments.length > 0 ? segments : null,
    words,
  }
}

// Segments and words are read by hand: an hour has thousands of them, and a schema leaves kilobytes behind for each.

interface ReadSegment extends Omit<HeardSegment, 'to'> {
  readonly to: number | null
  readonly words: readonly unknown[] | null
}

function readSegment(candidate: unknown): ReadSegment | null {
  if (!isRecord(candidate)) return null
  const from = readSeconds(candidate.start)
  if (from === null) return null
  return {
    from,
    to: readSeconds(candidate.end),
    text: readString(candidate.text)?.trim() ?? '',
    speaker: readSpeaker(candidate.speaker),
    words: Array.isArray(candidate.words) ? candidate.words : null,
  }
}

function readWords(words: readonly unknown[] | null | undefined): readonly HeardWord[] | null {
  const read = words?.flatMap((candidate) => readWord(candidate) ?? [])
  return read && read.length > 0 ? read.filter((word) => word.text !== '') : null
}

function readWord(candidate: unknown): HeardWord | null {
  if (!isRecord(candidate)) return null
  const from = readSeconds(candidate.start)
  if (from === null) return null
  const word = readString(candidate.word) ?? readString(candidate.text) ?? ''
  return { from, to: readSeconds(candidate.end) ?? from, text: word.trim() }
}

/** Seconds as a number or as text, in ms. */
function readSeconds(value: unknown): number | null {
  const seconds =
    typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*s?\s*$/.test(value) ? Number.parseFloat(value) : value
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.round(seconds * 1000) : null
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function readString(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function readSpeaker(value: unknown): string | null {
  const named = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
  return named && value !== '' ? String(value).slice(0, 100) : null
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
