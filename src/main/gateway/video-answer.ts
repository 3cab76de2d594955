import { meaningOf, type VideoMeaning } from '../../shared/video-words.ts'
import { readErrorBody } from './error-body.ts'
import { failureIn } from './failure-in-answer.ts'
import { type Fields, isFields } from './liberal-fields.ts'
import { filteringIn } from './video-filtering.ts'
import { videoLinkIn } from './video-links.ts'

const answerLengthMax = 20_000
const messageLengthMax = 2_000
const wordLengthMax = 100
/** A longer id or link is ignored, because a truncated one would be wrong. */
const idLengthMax = 2_000
const linkLengthMax = 8_000

/** A task's state from an answer of any known shape. */
export interface TaskReport {
  /** The gateway's id of the task; null if the answer has none. */
  readonly taskId: string | null
  /** The status word, unchanged; null if there is none. */
  readonly word: string | null
  /** Meaning of the status word; null if unknown. */
  readonly meaning: VideoMeaning | null
  readonly link: string | null
  /** The gateway's failure message, at most 2,000 UTF-16 units; null if there is none. */
  readonly message: string | null
  /** The gateway's failure code. */
  readonly code: string | null
  /** Creation time by the gateway's clock, ms since 1970; null if it is not stated. */
  readonly madeAt: number | null
  /** The answer as received, for the details view, at most 20,000 UTF-16 units. */
  readonly answer: string
}

/** Usual names of a task's id. */
const idNames = ['id', 'task_id', 'taskId']
/** Other names of a task's id. Some also name requests, and count only if the answer refuses nothing. */
const otherIdNames = [
  'job_id',
  'jobId',
  'generation_id',
  'generationId',
  'video_id',
  'videoId',
  'prediction_id',
  'uuid',
]

const asFields = (value: unknown): Fields | null => (isFields(value) ? value : null)

/**
 * Decodes a task's state. The contract only names `id`, `status`, `created_at`, `video_url` and `error`
 * (gateway-api.md, Video task). So shapes of similar gateways are accepted too, at the top or one level down (`data`,
 * `output`, `result`, `task`, `video`). Null if it is not a JSON object.
 */
export function readTask(
  body: unknown,
  text: string,
  words: Readonly<Record<string, VideoMeaning>>,
): TaskReport | null {
  const top = asFields(body)
  if (top === null) return null
  const inner = ['data', 'output', 'result', 'task', 'video'].flatMap((name) => nested(top[name]))
  const levels = [top, ...inner]
  const stateNames = ['status', 'state', 'task_status']
  // a number may be the HTTP status or mean no error, so words take precedence
  const word = first(levels, stateNames, wordsOf) ?? first(levels, stateNames, textOf)
  const usualId = first(levels, idNames, idOf)
  const refusal = usualId === null ? refusalIn(top) : null
  const taskId =
    usualId ?? (refusal === null ? (first(levels, otherIdNames, idOf) ?? first(levels, ['name'], operationOf)) : null)
  const failure = failureOf(levels) ?? refusal
  const meaning = word === null ? endOf(levels, failure !== null) : meaningOf(word, words)
  const isDone = meaning === 'completed'
  const link =
    first(levels, ['video_url', 'videoUrl', 'url', 'download_url'], linkOf) ??
    (isDone || (word === null && failure === null) ? videoLinkIn(top, isDone) : null)
  const filtering = isDone && link === null ? filteringIn(top, levels) : null
  const hasFailed = meaning === 'failed' || meaning === 'cancelled' || meaning === 'expired'
  const reason = isDone ? filtering : (failure ?? (hasFailed ? reasonIn(top, levels) : null))
  return {
    taskId,
    word: word?.slice(0, wordLengthMax) ?? null,
    // an error without a status word means failure
    meaning:
      filtering !== null
        ? 'failed'
        : (meaning ?? (refusal !== null || (word === null && failure?.message != null) ? 'failed' : null)),
    link,
    message: reason?.message?.slice(0, messageLengthMax) ?? null,
    code: reason?.code?.slice(0, wordLengthMax) ?? null,
    madeAt: levels.map(({ created_at, created }) => momentOf(created_at ?? created)).find((at) => at !== null) ?? null,
    answer: text.slice(0, answerLengthMax),
  }
}

/** Returns levels of fields: an object (or the first of a list), then the content of its `video` or `output`. */
function nested(value: unknown): readonly Fields[] {
  const found = asFields(Array.isArray(value) ? value[0] : value)
  if (found === null) return []
  return [found, asFields(found.video), asFields(found.output)].filter((level) => level !== null)
}

/** Returns the state of a long-running operation, which has `done` instead of a word; null for any other task. */
function endOf(levels: readonly Fields[], hasFailed: boolean): VideoMeaning | null {
  const done = levels.map((level) => level.done).find((value) => typeof value === 'boolean')
  if (done === undefined) return null
  if (!done) return 'processing'
  return hasFailed ? 'failed' : 'completed'
}

/** Returns the name of a long-running operation, which is its id. */
function operationOf(value: unknown): string | null {
  return typeof value === 'string' && /(?:^|\/)operations\//.test(value) ? idOf(value) : null
}

function wordsOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : wordsOf(value)
}

/** Returns an id that is safe in a URL path: no dots that change the path, and no unpaired surrogates. */
function idOf(value: unknown): string | null {
  const text = textOf(value)
  return text === null || text === '.' || text === '..' || text.length > idLengthMax || !text.isWellFormed()
    ? null
    : text
}

function linkOf(value: unknown): string | null {
  const text = wordsOf(value)
  return text === null || text.length > linkLengthMax ? null : text
}

/** Returns the first readable field with one of these names, from the outermost level inward. */
function first(
  levels: readonly Fields[],
  names: readonly string[],
  read: (value: unknown) => string | null,
): string | null {
  for (const level of levels) {
    for (const name of names) {
      const text = read(level[name])
      if (text !== null) return text
    }
  }
  return null
}

interface Failure {
  readonly message: string | null
  readonly code: string | null
}

/** Returns a refusal in place of a task; null if there is none. */
function refusalIn(body: Fields): Failure | null {
  const refusal = failureIn(body)
  if (refusal === null) return null
  const { code, message } = readErrorBody(refusal)
  return { message: message || null, code: code || null }
}

function failureOf(levels: readonly Fields[]): Failure | null {
  for (const { error } of levels) {
    const failure = failureUnder(Array.isArray(error) ? error[0] : error)
    if (failure !== null) return failure
  }
  const message = first(levels, ['fail_reason', 'failure_reason', 'error_message'], textOf)
  return message === null ? null : { message, code: first(levels, ['error_code'], textOf) }
}

/** Returns why a failed task failed, from fields with another meaning in a successful one. */
function reasonIn(top: Fields, levels: readonly Fields[]): Failure | null {
  const names = ['task_status_msg', 'status_msg', 'error_msg', 'errorMessage', 'failReason', 'reason', 'message', 'msg']
  const message = first([...levels].reverse(), [...names, 'detail'], wordsOf)
  const code = first([...levels].reverse(), ['error_code', 'code'], textOf)
  return message === null ? refusalIn(top) : { message, code }
}

/** Returns the message of an `error` field; null for the many ways to report no error. */
function failureUnder(error: unknown): Failure | null {
  const text = error === 0 ? null : textOf(error)
  if (text !== null) return { message: text, code: null }
  const object = asFields(error)
  if (object === null || !Object.values(object).some((value) => Boolean(value))) return null
  const message = readErrorBody(object).message || first([object], ['reason'], textOf)
  const code = first([object], ['code', 'type'], textOf)
  return { message: message ?? code ?? asJson(object), code }
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    // nested deeper than the stack
    return 'an error that cannot be shown'
  }
}

/** Latest time that a Date can represent (ECMA-262, Time Values), ms since 1970. */
const momentMax = 8.64e15

/** Parses a time: seconds or milliseconds since 1970 as number or digits, or a date text. Null for anything else. */
function momentOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  if (typeof number === 'number') {
    if (!Number.isFinite(number) || number <= 0) return null
    // as seconds, 100,000,000,000 is the year 5138; as milliseconds it is 1973
    const at = Math.round(number < 100_000_000_000 ? number * 1000 : number)
    return at > 0 && at <= momentMax ? at : null
  }
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return parsed > 0 ? parsed : null
}
