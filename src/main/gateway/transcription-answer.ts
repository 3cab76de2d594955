import { AppFailure, fail } from '../../shared/errors.ts'
import type { AlsoSent } from '../../shared/kept-answer.ts'
import { notAGateway, streamError } from './errors.ts'
import { beginsAsEvents, eventsIn } from './event-lines.ts'
import { failureIn, failureInText } from './failure-in-answer.ts'
import { type HeardAnswer, type HeardSegment, type HeardWord, hasWords } from './heard-answer.ts'
import { readLiberalJson } from './liberal-json.ts'
import { readPlain } from './plain-transcript.ts'
import { withoutTags } from './transcription-marks.ts'
import { segmentsOf, transcriptIn, transcriptTextOf } from './transcription-shapes.ts'
import { areMilliseconds, readSeconds } from './transcription-times.ts'

/**
 * Reads a complete body. Throws an AppFailure: `cut_short` for a truncated one, `not_a_gateway` without a transcript,
 * or the gateway's error for a refusal with status 200, even if it has an empty text.
 */
export function heardIn(raw: string, secrets: readonly string[]): HeardAnswer {
  if (raw.trim() === '') fail('empty_answer', 'the answer was empty')
  const heard = readTranscriptionAnswer(raw)
  if (heard) return unlessRefused(heard, raw, secrets)
  const read = readLiberalJson(raw)
  // an unclosed object was truncated on its way
  if (read !== null && !read.whole) fail('cut_short', 'an answer that is not whole JSON')
  const failure = failureInText(raw)
  if (failure !== null) throw new AppFailure(streamError(failure, secrets))
  throw new AppFailure(notAGateway(raw, 'JSON without a transcript'))
}

/** Returns the transcript. Throws the gateway's error if the text is empty and the answer gives a reason. */
export function unlessRefused(heard: HeardAnswer, raw: string, secrets: readonly string[]): HeardAnswer {
  const failure = hasWords(heard) ? null : failureInText(raw)
  if (failure !== null) throw new AppFailure(streamError(failure, secrets))
  return heard
}

/**
 * Reads the body of a transcription: `verbose_json` as far as present, `json`, SubRip, WebVTT, events or plain text.
 * Liberal, because the contract does not show its form. Null for anything else (JSON without text, HTML), and for
 * truncated JSON unless `partial` is set.
 */
export function readTranscriptionAnswer(
  body: string,
  options: { readonly partial?: boolean } = {},
): HeardAnswer | null {
  const trimmed = body.replace(/^\ufeff+/, '').trim()
  if (/^<(!doctype|html)/i.test(trimmed)) return null
  if (beginsAsEvents(trimmed)) return readEvents(trimmed)
  if (trimmed.startsWith('"') || (trimmed.startsWith('[') && !/^\[\s*\{/.test(trimmed))) {
    const strict = readLiberalJson(trimmed)
    // words in quotation marks or brackets are words
    if (strict?.strict !== true) return readPlain(trimmed)
    return readValue(strict.value)
  }
  if (!/^([{[]|```)/.test(trimmed)) return readPlain(trimmed)
  const read = readLiberalJson(trimmed)
  if (read === null) return null
  const value = read.cut === null || options.partial !== true ? read.value : withCut(read.value, read.cut.text)
  const heard = readValue(value)
  if (heard === null && !read.strict && !/["']\s*:/.test(trimmed.slice(0, 10_000))) return readPlain(trimmed)
  if (heard === null || (!read.whole && options.partial !== true)) return null
  const also: AlsoSent[] = read.rest === '' ? [] : [{ what: 'rest', text: read.rest }]
  const isCut = !read.whole
  return also.length > 0 || isCut ? { ...heard, leftovers: { also, skipped: 0 }, ...(isCut ? { isCut } : {}) } : heard
}

/** Adds a truncated text where it belongs: at the end of the text, or in the last segment. */
function withCut(value: unknown, text: string): unknown {
  if (!isRecord(value)) return { text }
  const segments = segmentsOf(value)
  const last = segments?.at(-1)
  if (segments === null || !isRecord(last) || typeof last.text === 'string')
    return { ...value, text: readString(value.text) ?? text }
  return { ...value, segments: [...segments.slice(0, -1), { ...last, text }] }
}

/** Reads OpenAI's transcript events: text deltas, segments, and the whole text at the end. */
function readEvents(body: string): HeardAnswer | null {
  const deltas: string[] = []
  const segments: unknown[] = []
  const also: AlsoSent[] = []
  let whole: Readonly<Record<string, unknown>> | null = null
  for (const { data } of eventsIn(body)) {
    if (data.trim() === '[DONE]') continue
    const read = readLiberalJson(data)
    if (read === null || !read.whole || !isRecord(read.value)) also.push({ what: 'event', text: data })
    else if (typeof read.value.delta === 'string') deltas.push(read.value.delta)
    else if (readSeconds(read.value.start) !== null) segments.push(read.value)
    else if (readValue(read.value) !== null) whole = read.value
    else if (failureIn(read.value) !== null) return null
  }
  const text = readString(whole?.text) ?? deltas.join('')
  const known = segmentsOf(whole ?? {}) ?? (segments.length > 0 ? segments : null)
  const heard =
    text === '' && known === null ? null : readValue({ ...whole, text, ...(known ? { segments: known } : {}) })
  if (heard === null || also.length === 0) return heard
  return { ...heard, leftovers: { also, skipped: also.length } }
}

function readValue(value: unknown): HeardAnswer | null {
  if (typeof value === 'string') return readPlain(value.trim())
  const body = transcriptIn(value)
  if (body === null) return null
  const listed = segmentsOf(body)
  const text = transcriptTextOf(body)
  // a status message about the request is not a transcript
  if (listed === null && !('text' in body) && isRecord(value) && failureIn(value) !== null) return null
  const said = text === null ? null : withoutTags(text)
  if (listed === null && text !== null) {
    const subtitles = readPlain(text)
    if (subtitles?.segments != null) return subtitles
  }
  const read = (listed ?? []).flatMap((candidate) => readSegment(candidate) ?? [])
  const heardWords = readWords(listOf(body.words)) ?? read.flatMap((segment) => readWords(segment.words) ?? [])
  const isInMs = areMilliseconds(read) || (read.every(({ from }) => from === null) && areMilliseconds(heardWords))
  const scaled = <T extends Pick<HeardSegment, 'from' | 'to'>>(one: T): T => (isInMs ? { ...one, ...inMs(one) } : one)
  const parsed = read.map(scaled)
  const words = heardWords.map(scaled)
  const duration = durationOf(body, value, isInMs)
  const segments = parsed.map(({ text, from, to, speaker }, index): HeardSegment => {
    // without an end, a segment lasts until the next one begins
    const end = from === null ? null : (to ?? Math.max(from, parsed[index + 1]?.from ?? duration ?? from))
    return { from, to: end, text, speaker }
  })
  return {
    text: said ?? segments.map((segment) => segment.text).join(' '),
    language: readString(body.language)?.trim().slice(0, 40) || null,
    duration,
    segments: segments.length > 0 ? segments : null,
    words,
  }
}

/** Converts times that are in ms but were read as seconds. */
function inMs({ from, to }: Pick<HeardSegment, 'from' | 'to'>) {
  return { from: from === null ? null : from / 1000, to: to === null ? null : to / 1000 }
}

function durationOf(body: Fields, whole: unknown, isInMs: boolean): number | null {
  const duration = readSeconds(body.duration ?? (isRecord(whole) ? whole.duration : null))
  return duration !== null && isInMs && duration % 1000 === 0 ? duration / 1000 : duration
}

type Fields = Readonly<Record<string, unknown>>

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

// Segments and words are validated by hand: an hour has thousands, and a schema allocates kilobytes for each.

interface ReadSegment extends HeardSegment {
  readonly words: readonly unknown[] | null
}

function readSegment(candidate: unknown): ReadSegment | null {
  if (typeof candidate === 'string') {
    const text = candidate.trim()
    return text === '' ? null : { from: null, to: null, text, speaker: null, words: null }
  }
  if (!isRecord(candidate)) return null
  const words = listOf(candidate.words)
  const text = withoutTags(transcriptTextOf(candidate) ?? '').trim()
  const from = startOf(candidate) ?? readWords(words)?.[0]?.from ?? null
  if (from === null && text === '') return null
  return { from, to: endOf(candidate), text, speaker: speakerOf(candidate), words }
}

const starts = ['start', 'start_time', 'startTime', 'begin_time', 'begin', 'from'] as const
const ends = ['end', 'end_time', 'endTime', 'to', 'stop'] as const

function startOf(candidate: Fields): number | null {
  return timeOf(candidate, starts, 'from', 0)
}

function endOf(candidate: Fields): number | null {
  return timeOf(candidate, ends, 'to', 1)
}

/**
 * Returns a time under one of several names, in `timestamps` and `offsets` (whisper.cpp, the latter in ms), or in
 * `timestamp`.
 */
function timeOf(candidate: Fields, names: readonly string[], side: 'from' | 'to', at: 0 | 1): number | null {
  const named = names.map((name) => candidate[name]).find((value) => value != null)
  const { offsets, timestamps } = candidate
  const stamped = isRecord(timestamps) ? timestamps[side] : listOf(candidate.timestamp ?? timestamps)?.[at]
  const offset = isRecord(offsets) ? offsets[side] : null
  const inMilliseconds = candidate[side === 'from' ? 'start_ms' : 'end_ms'] ?? offset
  return readSeconds(named ?? stamped) ?? readSeconds(typeof inMilliseconds === 'number' ? inMilliseconds / 1000 : null)
}

function readWords(words: readonly unknown[] | null | undefined): readonly HeardWord[] | null {
  const read = words?.flatMap((candidate) => readWord(candidate) ?? [])
  return read && read.length > 0 ? read.filter((word) => word.text !== '') : null
}

function readWord(candidate: unknown): HeardWord | null {
  if (!isRecord(candidate)) return null
  const from = startOf(candidate)
  if (from === null) return null
  const word = readString(candidate.word) ?? readString(candidate.text) ?? ''
  const speaker = speakerOf(candidate)
  const heard = { from, to: endOf(candidate) ?? from, text: withoutTags(word).trim() }
  return speaker === null ? heard : { ...heard, speaker }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readString(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Names of a speaker's label: OpenAI and Deepgram, ElevenLabs, AWS, Google, FunASR. */
const speakerNames = [
  ...['speaker', 'speaker_id', 'speakerId', 'speaker_label', 'speakerLabel', 'speaker_name'],
  ...['speaker_tag', 'speakerTag', 'spk', 'spk_id'],
] as const

function speakerOf(candidate: Fields): string | null {
  for (const name of speakerNames) {
    const speaker = readSpeaker(candidate[name])
    if (speaker !== null) return speaker
  }
  return null
}

function readSpeaker(value: unknown): string | null {
  if (isRecord(value)) return readSpeaker(value.name ?? value.label ?? value.id)
  const named = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
  return (named && String(value).trim().slice(0, 100)) || null
}
