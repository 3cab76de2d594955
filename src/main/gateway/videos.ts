import { type AppError, AppFailure, appError, type ErrorCode } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { VideoRequest } from '../../shared/video.ts'
import type { VideoMeaning } from '../../shared/video-words.ts'
import type { GatewayAccess } from './client.ts'
import { isWebPage, notAGateway, streamError } from './errors.ts'
import { beginsAsEvents, eventsIn } from './event-lines.ts'
import { type Answer, answerTextOf, type ExchangeIo, exchange } from './exchange.ts'
import { readLiberalJson } from './liberal-json.ts'
import type { Deadlines } from './request-watch.ts'
import { readTask, type TaskReport } from './video-answer.ts'

const answerBytesMax = 1024 * 1024

/** A gateway answers a poll at once, or not at all. */
const pollDeadlines: Deadlines = { headersMs: 30_000, silenceMs: 30_000, totalMs: 30_000 }
/** A gateway may ignore `async` and answer only when the video is done. */
const submitDeadlines: Deadlines = { headersMs: 10 * 60_000, silenceMs: 2 * 60_000, totalMs: 10 * 60_000 }

export interface VideoIo extends ExchangeIo {
  /** The user's own meanings of status words. */
  readonly words: Readonly<Record<string, VideoMeaning>>
}

/** An answer about a task, with the gateway's time (`Date` header), ms since 1970. */
export interface TaskAnswer {
  readonly report: TaskReport
  readonly gatewayNow: number | null
  /** Text around the task's JSON; empty if there is none. */
  readonly rest: string
}

/** A first picture: the field that the user named, and a `data:` URL or a link. */
export interface SentPicture {
  readonly field: string
  readonly value: string
}

/**
 * `POST /v1/videos/generations` (gateway-api.md, Endpoints). Submits one video, once. A first picture is no part of the
 * contract.
 * Never throws: `cancelled` when the signal was aborted, `cut_short` for a truncated answer.
 */
export async function submitVideo(
  access: GatewayAccess,
  { model, prompt, duration }: VideoRequest,
  io: VideoIo,
  picture: SentPicture | null = null,
): Promise<Result<TaskAnswer>> {
  const body = {
    ...{ model, prompt, duration, async: true },
    ...(picture === null ? {} : { [picture.field]: picture.value }),
  }
  return await exchange(access, io, {
    deadlines: submitDeadlines,
    bytesMax: answerBytesMax,
    send: (client, signal) => client.post('/videos/generations', { body, signal }).asResponse(),
    decode: (answer) => {
      const task = taskIn(answer, io.words)
      const { code, link, meaning, message, taskId } = task.report
      const error = streamError({ message, code }, answer.secrets)
      // a refusal with a known cause has its own next step
      if (meaning === 'failed' && taskId === null && link === null && refusals.has(error.code))
        throw new AppFailure(error)
      return task
    },
  })
}

/** Causes for which no gateway charges. */
const refusals: ReadonlySet<ErrorCode> = new Set(['quota', 'invalid_key', 'model_not_found'])

/**
 * `GET /v1/videos/generations/{task_id}` (gateway-api.md, Endpoints and Video task). Polls a task once; a 404 keeps its
 * status. Never throws: an error without a task belongs to the poll, and says nothing about the task.
 */
export async function pollVideo(access: GatewayAccess, taskId: string, io: VideoIo): Promise<Result<TaskAnswer>> {
  return await exchange(access, io, {
    deadlines: pollDeadlines,
    bytesMax: answerBytesMax,
    send: (client, signal) => client.get(`/videos/generations/${encodeURIComponent(taskId)}`, { signal }).asResponse(),
    decode: (answer) => {
      const task = taskIn(answer, io.words)
      const { code, link, meaning, message, taskId: told, word } = task.report
      // a number repeats the HTTP status
      const hasWord = word !== null && !/^\d{1,9}$/.test(word)
      if (meaning === 'failed' && !hasWord && told === null && link === null)
        throw new AppFailure(streamError({ message, code }, answer.secrets))
      return task
    },
  })
}

function taskIn(answer: Answer, words: VideoIo['words']): TaskAnswer {
  const text = answerTextOf(answer)
  const read = readTaskAnswer(text, words)
  if (read === null) throw new AppFailure(unreadable(text))
  const date = Date.parse(answer.headers.get('date') ?? '')
  return { ...read, gatewayNow: Number.isNaN(date) ? null : date }
}

/** Reads an answer about a task as leniently as possible; null if it is not one, or truncated. */
export function readTaskAnswer(
  text: string,
  words: Readonly<Record<string, VideoMeaning>>,
): Omit<TaskAnswer, 'gatewayNow'> | null {
  const events = beginsAsEvents(text) ? eventsIn(text).filter(({ data }) => data.trim() !== '[DONE]') : null
  // the last event has the current state
  const read = events === null ? readLiberalJson(text, { anywhere: true }) : readLiberalJson(events.at(-1)?.data ?? '')
  if (read === null) return null
  const report = readTask(Array.isArray(read.value) ? read.value[0] : read.value, text, words)
  // a truncated answer is usable if it has a task id or link
  if (report === null || (!read.whole && report.taskId === null && report.link === null)) return null
  return { report, rest: read.rest }
}

function unreadable(text: string): AppError {
  if (isWebPage(text)) return notAGateway(text, '')
  // the request may still have been carried out
  return readLiberalJson(text)?.whole
    ? appError('empty_answer', 'JSON that is no task')
    : appError('cut_short', 'an answer that is not whole JSON')
}
