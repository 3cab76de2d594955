import { foldWord, meaningOf } from '../../shared/video-words.ts'
import { type Fields, isFields } from './liberal-fields.ts'
import { endsAsPicture } from './text-pictures.ts'
import { readTask } from './video-answer.ts'
import { linkOf } from './video-links.ts'

/** A request for pictures that the gateway has accepted but not answered. */
export interface ImageTask {
  /** Address of its state; null if the answer names none. */
  readonly link: string | null
  /** The gateway's id of the request. */
  readonly id: string | null
  /** The gateway's word for its state, unchanged. */
  readonly word: string | null
  /** True if the request is finished; `link` then leads to its pictures. */
  readonly isDone: boolean
  /** True while the request is queued or in progress; pictures of the same answer are then previews. */
  readonly goesOn: boolean
}

/** Members with the address of a state, most reliable first. */
const linkNames = [
  ...['polling_url', 'pollingUrl', 'poll_url', 'pollUrl', 'status_url', 'statusUrl', 'query_url', 'queryUrl'],
  ...['task_url', 'taskUrl', 'get_url', 'getUrl', 'fetch_url', 'fetchUrl', 'operation_location', 'location'],
  ...['operationLocation', 'fetch_result', 'fetchResult'],
] as const
/** Members with the address of a result. */
const resultNames = ['response_url', 'responseUrl', 'result_url', 'resultUrl'] as const
/** Members with the address of a state in nested objects only. */
const vagueNames = ['get', 'self', 'status', 'href'] as const
/** Members with any address; used for an unfinished request without a better one. */
const anyNames = ['url', 'link', 'href', 'uri'] as const
const outerNames = ['data', 'output', 'result', 'task', 'urls', 'links', '_links'] as const
/** Members with an id that only tasks have. */
const taskNames = ['task_id', 'taskId', 'job_id', 'jobId', 'generation_id', 'generationId'] as const
const linkLengthMax = 8_000
/** State words of a gateway that does not know the request. */
const unknownWord = /not_?found|unknown|not_?exist|^\d+$/

/** Reads the state of a request from an answer: a word, or an address to poll. Null for any other answer. */
export function imageTaskIn(value: unknown): ImageTask | null {
  const top: unknown = Array.isArray(value) ? value[0] : value
  const report = readTask(top, '', {})
  if (report === null || !isFields(top)) return null
  const meaning = report.word === null ? null : meaningOf(report.word, {})
  const isDone = meaning === 'completed'
  const goesOn = meaning === 'pending' || meaning === 'processing'
  const link = taskLink(top, isDone) ?? (goesOn ? linkUnder(outsideLists(top), anyNames, true) : null)
  // an unknown word needs an address, or an id that only tasks have
  const isNamed = taskNames.some((name) => hasText(top, name))
  const isStated = report.word !== null && !unknownWord.test(foldWord(report.word))
  const isTold = isNamed || ((link !== null || isStated) && (report.taskId !== null || hasText(top, 'request_id')))
  const isOpen = meaning === null && report.message === null && isTold
  const isTask = goesOn || isOpen || (isDone && link !== null)
  return isTask ? { link, id: report.taskId, word: report.word, isDone, goesOn } : null
}

/** Returns true if an answer says that its request ended without a result. */
export function taskEnded(value: unknown): boolean {
  const top: unknown = Array.isArray(value) ? value[0] : value
  const word = readTask(top, '', {})?.word ?? null
  const meaning = word === null ? null : meaningOf(word, {})
  return meaning === 'failed' || meaning === 'cancelled' || meaning === 'expired'
}

/** Returns the address of a request's state, or of its result once it is done; null without one. */
function taskLink(top: Fields, isDone: boolean): string | null {
  const levels = levelsOf(top)
  const names = isDone ? [...resultNames, ...linkNames] : [...linkNames, ...resultNames]
  return linkUnder(levels, names) ?? linkUnder(levels.slice(1), vagueNames)
}

/**
 * Returns true for the address of a state or a page: outside lists, under a name that means no picture, and without a
 * picture's suffix.
 */
export function isStateAddress(value: unknown, address: string): boolean {
  const top: unknown = Array.isArray(value) ? value[0] : value
  if (!isFields(top) || endsAsPicture(address)) return false
  return outsideLists(top).some(
    (level) =>
      isFields(level) &&
      Object.entries(level).some(([name, one]) => !pictureName.test(name) && addressOf(one)?.trim() === address),
  )
}

const pictureName = /im(?:a?ge|g)|picture|photo|sample|output|download|file/i

/** Returns the answer and its usual inner objects; for a list, its first item. */
function levelsOf(top: Fields): readonly unknown[] {
  return [top, ...outerNames.map((name) => top[name]).flatMap((one) => (Array.isArray(one) ? one[0] : one))]
}

/** Returns the levels outside lists, because items of a list may be pictures. */
function outsideLists(top: Fields): readonly unknown[] {
  return [top, ...outerNames.map((name) => top[name]).filter((one) => !Array.isArray(one))]
}

function addressOf(value: unknown): string | null {
  const text = isFields(value) ? value.href : value
  return typeof text === 'string' ? text : null
}

function linkUnder(levels: readonly unknown[], names: readonly string[], isVague = false): string | null {
  for (const name of names) {
    for (const level of levels) {
      const value = isFields(level) ? level[name] : null
      const text = addressOf(value)
      const link = text !== null && text.length <= linkLengthMax ? linkOf(text) : null
      if (link !== null && !(isVague && endsAsPicture(link))) return link
    }
  }
  return null
}

/** Returns true if the answer or an inner object has a text under the name. */
function hasText(value: unknown, name: string): boolean {
  if (!isFields(value)) return false
  const levels = [value, ...['data', 'output', 'result', 'task', 'job', 'sdGenerationJob'].map((outer) => value[outer])]
  return levels.some((level) => {
    const one = isFields(level) ? level[name] : Array.isArray(level) && isFields(level[0]) ? level[0][name] : null
    return typeof one === 'string' && one !== ''
  })
}
