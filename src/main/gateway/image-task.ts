import { foldWord, meaningOf } from '../../shared/video-words.ts'
import { type Fields, isFields } from './liberal-fields.ts'
import { endsAsPicture } from './text-pictures.ts'
import { readTask } from './video-answer.ts'
import { linkOf } from './video-links.ts'

/** A request for pictures that goes on at the gateway. */
export interface ImageTask {
  /** Where the answer says that its state is; null where it does not say. */
  readonly link: string | null
  /** The gateway's id of the request. */
  readonly id: string | null
  /** The gateway's word for its state, unchanged. */
  readonly word: string | null
  /** Whether it is finished, so that `link` leads to its pictures. */
  readonly isDone: boolean
  /** Whether its word says that it waits or is worked on: pictures that came with it are no result yet. */
  readonly goesOn: boolean
}

/** Names of addresses that tell the state of a request, in the order in which they count. */
const linkNames = [
  ...['polling_url', 'pollingUrl', 'poll_url', 'pollUrl', 'status_url', 'statusUrl', 'query_url', 'queryUrl'],
  ...['task_url', 'taskUrl', 'get_url', 'getUrl', 'fetch_url', 'fetchUrl', 'operation_location', 'location'],
  ...['operationLocation', 'fetch_result', 'fetchResult'],
] as const
/** Names of addresses that lead to what a request made. */
const resultNames = ['response_url', 'responseUrl', 'result_url', 'resultUrl'] as const
/** Names that mean an address only beside others. */
const vagueNames = ['get', 'self', 'status', 'href'] as const
/** Names of any address, which lead to a state only where nothing else does and the request is not over. */
const anyNames = ['url', 'link', 'href', 'uri'] as const
const outerNames = ['data', 'output', 'result', 'task', 'urls', 'links', '_links'] as const
/** Names of ids that only tasks have. */
const taskNames = ['task_id', 'taskId', 'job_id', 'jobId', 'generation_id', 'generationId'] as const
const linkLengthMax = 8_000
/** Words of a gateway that does not know a request. */
const unknownWord = /not_?found|unknown|not_?exist|^\d+$/

/**
 * Reads an answer that says that a request waits or is worked on: by its word, or by an address to ask. Null for any
 * other answer.
 */
export function imageTaskIn(value: unknown): ImageTask | null {
  const top: unknown = Array.isArray(value) ? value[0] : value
  const report = readTask(top, '', {})
  if (report === null || !isFields(top)) return null
  const meaning = report.word === null ? null : meaningOf(report.word, {})
  const isDone = meaning === 'completed'
  const goesOn = meaning === 'pending' || meaning === 'processing'
  const link = taskLink(top, isDone) ?? (goesOn ? linkUnder(outsideLists(top), anyNames, true) : null)
  // a word that nobody knows counts with an address, or with an id that is surely of a task
  const isNamed = taskNames.some((name) => hasText(top, name))
  const isStated = report.word !== null && !unknownWord.test(foldWord(report.word))
  const isTold = isNamed || ((link !== null || isStated) && (report.taskId !== null || hasText(top, 'request_id')))
  const isOpen = meaning === null && report.message === null && isTold
  const isTask = goesOn || isOpen || (isDone && link !== null)
  return isTask ? { link, id: report.taskId, word: report.word, isDone, goesOn } : null
}

/** Whether an answer says that a request has ended without a result. */
export function taskEnded(value: unknown): boolean {
  const top: unknown = Array.isArray(value) ? value[0] : value
  const word = readTask(top, '', {})?.word ?? null
  const meaning = word === null ? null : meaningOf(word, {})
  return meaning === 'failed' || meaning === 'cancelled' || meaning === 'expired'
}

/** The address to ask for the state of a request, or for its result where it is done; null without one. */
function taskLink(top: Fields, isDone: boolean): string | null {
  const levels = levelsOf(top)
  const names = isDone ? [...resultNames, ...linkNames] : [...linkNames, ...resultNames]
  return linkUnder(levels, names) ?? linkUnder(levels.slice(1), vagueNames)
}

/**
 * Whether an address is that of a state, or of a page, instead of a picture: it stands at the top under a name that is no
 * picture's, and does not end like one.
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

function levelsOf(top: Fields): readonly unknown[] {
  return [top, ...outerNames.map((name) => top[name]).flatMap((one) => (Array.isArray(one) ? one[0] : one))]
}

/** The levels outside of lists, whose items may be pictures. */
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

function hasText(value: unknown, name: string): boolean {
  if (!isFields(value)) return false
  const levels = [value, ...['data', 'output', 'result', 'task', 'job', 'sdGenerationJob'].map((outer) => value[outer])]
  return levels.some((level) => {
    const one = isFields(level) ? level[name] : Array.isArray(level) && isFields(level[0]) ? level[0][name] : null
    return typeof one === 'string' && one !== ''
  })
}
