import { meaningOf } from '../../shared/video-words.ts'
import { type Fields, isFields } from './liberal-fields.ts'
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
}

/** Names of addresses that tell the state of a request, in the order in which they count. */
const linkNames = [
  ...['polling_url', 'pollingUrl', 'poll_url', 'pollUrl', 'status_url', 'statusUrl', 'query_url', 'queryUrl'],
  ...['task_url', 'taskUrl', 'get_url', 'getUrl', 'fetch_url', 'fetchUrl', 'operation_location', 'location'],
] as const
/** Names of addresses that lead to what a request made. */
const resultNames = ['response_url', 'responseUrl', 'result_url', 'resultUrl'] as const
/** Names that mean an address only beside others. */
const vagueNames = ['get', 'self', 'status', 'href'] as const
const outerNames = ['data', 'output', 'result', 'task', 'urls', 'links', '_links'] as const
/** Names of ids that only tasks have. */
const taskNames = ['task_id', 'taskId', 'job_id', 'jobId', 'generation_id', 'generationId'] as const
const linkLengthMax = 8_000

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
  const link = taskLink(top, isDone)
  const goesOn = meaning === 'pending' || meaning === 'processing'
  // a word that nobody knows counts with an address, or with an id that is surely of a task
  const isNamed = taskNames.some((name) => hasText(top, name))
  const isTold = isNamed || (link !== null && (report.taskId !== null || hasText(top, 'request_id')))
  const isOpen = meaning === null && report.message === null && isTold
  const isTask = goesOn || isOpen || (isDone && link !== null)
  return isTask ? { link, id: report.taskId, word: report.word, isDone } : null
}

/** The address to ask for the state of a request, or for its result where it is done; null without one. */
function taskLink(top: Fields, isDone: boolean): string | null {
  const levels = [top, ...outerNames.map((name) => top[name]).flatMap((one) => (Array.isArray(one) ? one[0] : one))]
  const names = isDone ? [...resultNames, ...linkNames] : [...linkNames, ...resultNames]
  return linkUnder(levels, names) ?? linkUnder(levels.slice(1), vagueNames)
}

function linkUnder(levels: readonly unknown[], names: readonly string[]): string | null {
  for (const name of names) {
    for (const level of levels) {
      const value = isFields(level) ? level[name] : null
      const text = isFields(value) ? value.href : value
      const link = typeof text === 'string' && text.length <= linkLengthMax ? linkOf(text) : null
      if (link !== null) return link
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
