import { type AppError, appError } from '../../../shared/errors.ts'
import { failureOf } from '../../faults.ts'
import type { AnswerReader } from '../../gateway/answer-reader.ts'
import type { RawAnswer } from '../../gateway/exchange.ts'
import type { ImageAnswer } from '../../gateway/image-answer.ts'
import { taskEnded } from '../../gateway/image-task.ts'
import { pollImages } from '../../gateway/images.ts'
import { readLiberalJson } from '../../gateway/liberal-json.ts'
import { ownAddress } from '../../gateway/remote-link.ts'
import { decide } from '../../gateway/retry-policy.ts'
import { sleep } from '../../jobs/waiting.ts'
import type { Ports } from '../../platform.ts'
import type { StoredImageJob } from '../../storage/image-jobs.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { RequestLog } from '../requests/index.ts'

/** Waits between two checks, in ms: first short, because most requests end early, then longer. */
const soonMs = 5_000
const laterMs = 15_000
const soonRounds = 24
/** How long a request is checked: gateways forget tasks after a day (gateway-api.md, Limits). */
const lifetimeMs = 24 * 60 * 60_000

/** Maximum number of equal answers without a state, and of states of a finished request; then polling ends. */
const equalAnswersMax = 10
const finishedMax = 5
/** Longest answer that is read for a failed state, in bytes. */
const stateBytesMax = 100_000

export interface ImageFollowerParts extends Pick<Ports, 'clock' | 'fetch' | 'random'> {
  readonly answerReader: AnswerReader
  readonly connections: Pick<ConnectionsService, 'accessAt'>
  readonly requests: Pick<RequestLog, 'about'>
}

/** End of a request that continued at the gateway: its pictures, or why there are none, with the last answer. */
export type FollowedEnd =
  | { readonly ok: true; readonly answer: ImageAnswer; readonly raw: RawAnswer | null }
  | { readonly ok: false; readonly error: AppError; readonly raw: RawAnswer | null }

/**
 * Checks requests that continue at the gateway, which costs nothing. Asks only addresses below the base URL that a
 * request was sent to, with its key.
 */
export class ImageFollower {
  private readonly parts: ImageFollowerParts

  constructor(parts: ImageFollowerParts) {
    this.parts = parts
  }

  /** Checks until the request ends. Resolves to null if `signal` was aborted. Never rejects. */
  async followToEnd(job: StoredImageJob, from: string, signal: AbortSignal): Promise<FollowedEnd | null> {
    try {
      return await this.asked(job, from, signal)
    } catch (cause) {
      return signal.aborted ? null : { ok: false, error: failureOf(cause), raw: null }
    }
  }

  private async asked(job: StoredImageJob, from: string, signal: AbortSignal): Promise<FollowedEnd | null> {
    const { answerReader, clock, connections, fetch, random, requests } = this.parts
    const { gatewayUrl, request } = job
    const until = (job.answeredAt ?? clock.now()) + lifetimeMs
    let address = from
    let failures = 0
    let finished = 0
    let equal = { error: '', times: 0 }
    let early: ImageAnswer | null = null
    const failed = (error: AppError, raw: RawAnswer | null): FollowedEnd => withEarly(early, error, raw)
    for (let round = 0; ; round += 1) {
      if (gatewayUrl === null || ownAddress(address, gatewayUrl) === null)
        return failed(appError('link_refused', 'an address that is not below the base URL'), null)
      const access = await connections.accessAt(request.connectionId, gatewayUrl)
      if (access === null) return { ok: false, error: appError('no_key'), raw: null }
      const last: { raw: RawAnswer | null } = { raw: null }
      const answer = await pollImages(access, address, request.n, {
        reader: answerReader,
        fetch,
        clock,
        signal,
        record: requests.about({ kind: 'image', itemId: job.id, model: request.model }),
        keepAnswer: async (received) => {
          last.raw = received
        },
      })
      const { raw } = last
      // a received answer is kept, even if the user stopped meanwhile: some gateways give it once
      if (signal.aborted && !(answer.ok && answer.value.task === null)) return null
      let delayMs = round < soonRounds ? soonMs : laterMs
      if (!answer.ok) {
        const error = whileFollowed(answer.error)
        const decision = decide({ kind: 'read', error, shown: false, attempt: 1 }, random)
        const said = `${error.code} ${error.status} ${error.gatewayMessage}`
        equal = { error: said, times: equal.error === said ? equal.times + 1 : 1 }
        // one bad answer says nothing about the request: only its failed state, or the same answer many times, does
        const isRepeated = equal.times >= equalAnswersMax && !(decision.action === 'retry' && raw?.whole !== true)
        if (isEnd(error, raw) || isRepeated || clock.now() >= until) return failed(error, raw)
        failures += 1
        const isPassing = decision.action === 'retry'
        const longestMs = isPassing ? 10 * laterMs : 2 * soonMs
        delayMs = Math.max(isPassing ? decision.delayMs : 0, Math.min(soonMs * failures, longestMs))
      } else {
        const { task } = answer.value
        if (task === null) return { ok: true, answer: answer.value, raw }
        if (answer.value.pieces.length > 0) early = answer.value
        const next = task.link === null ? null : ownAddress(task.link, gatewayUrl)
        if (task.isDone) finished += 1
        if (task.isDone && (next === null || next === address || finished >= finishedMax))
          return failed(appError('empty_answer', 'a finished request without pictures'), raw)
        if (clock.now() >= until) return failed(appError('task_expired', 'not finished within a day'), raw)
        if (task.isDone && finished === 1) delayMs = 0
        failures = 0
        equal = { error: '', times: 0 }
        address = next ?? address
      }
      if (delayMs > 0) await sleep(clock, delayMs, signal)
      if (signal.aborted) return null
    }
  }
}

/** Returns true if an answer without pictures means that the request has ended. */
function isEnd(error: AppError, raw: RawAnswer | null): boolean {
  if (raw === null) return false
  if (error.code === 'content_refused') return true
  if (!raw.whole || raw.body.byteLength > stateBytesMax) return false
  return taskEnded(readLiberalJson(new TextDecoder().decode(raw.body))?.value)
}

/**
 * Returns the end of a failed request: its error, with the pictures of an earlier state, which may be the only ones.
 */
function withEarly(early: ImageAnswer | null, error: AppError, raw: RawAnswer | null): FollowedEnd {
  if (early === null) return { ok: false, error, raw }
  const missing = { kind: 'nothing', revisedPrompt: null, error } as const
  const pieces = [...early.pieces, missing]
  return { ok: true, answer: { ...early, pieces, task: null, reason: error.gatewayMessage }, raw }
}

/** Returns the error of a check, which the followed request did not cause. */
function whileFollowed(error: AppError): AppError {
  const isGone = error.status === 404 || error.status === 410
  return isGone ? { ...error, code: 'task_expired' } : error
}
