import { AppFailure, appError } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { VideoRequest } from '../../shared/video.ts'
import type { VideoMeaning } from '../../shared/video-words.ts'
import type { Clock, Fetch } from '../platform.ts'
import { createClient, type GatewayAccess, readText } from './client.ts'
import { toAppError } from './errors.ts'
import { readTask, type TaskReport } from './video-answer.ts'

const answerBytesMax = 1024 * 1024

/** The longest wait for the whole answer to a poll, in ms. */
const pollTimeoutMs = 30_000
/** The longest wait for the whole answer to a submission, in ms: a gateway may take `async` less seriously than we do. */
const submitTimeoutMs = 10 * 60_000

export interface VideoIo {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly signal: AbortSignal
  /** What status words mean to the person. */
  readonly words: Readonly<Record<string, VideoMeaning>>
}

/** An answer about a task, with the gateway's own time of it (its `Date` header), ms since 1970. */
export interface TaskAnswer {
  readonly report: TaskReport
  readonly gatewayNow: number | null
}

/** Submits one video, once. Never throws: `cancelled` where the signal was aborted, `cut_short` for half an answer. */
export async function submitVideo(
  access: GatewayAccess,
  { model, prompt, duration }: VideoRequest,
  io: VideoIo,
): Promise<Result<TaskAnswer>> {
  const body = { model, prompt, duration, async: true }
  return await ask(access, io, submitTimeoutMs, (client, signal) =>
    client.post('/videos/generations', { body, signal }).asResponse(),
  )
}

/** Asks for a task, once; a 404 keeps its status. Never throws. */
export async function pollVideo(access: GatewayAccess, taskId: string, io: VideoIo): Promise<Result<TaskAnswer>> {
  return await ask(access, io, pollTimeoutMs, (client, signal) =>
    client.get(`/videos/generations/${encodeURIComponent(taskId)}`, { signal }).asResponse(),
  )
}

async function ask(
  access: GatewayAccess,
  io: VideoIo,
  timeoutMs: number,
  send: (client: ReturnType<typeof createClient>, signal: AbortSignal) => Promise<Response>,
): Promise<Result<TaskAnswer>> {
  // the SDK's own timer ends with the headers; a body can stall as well
  const late = new AbortController()
  const cancelTimer = io.clock.after(timeoutMs, () => late.abort())
  try {
    const response = await send(createClient(access, io.fetch), AbortSignal.any([late.signal, io.signal]))
    const text = withoutKey(await readText(response, answerBytesMax), access.apiKey)
    const report = readTask(parsed(text, response.status), text, io.words)
    // an answer all the same: what it was asked for may have been done
    if (report === null) throw new AppFailure(appError('empty_answer', 'JSON that is no task'))
    const date = Date.parse(response.headers.get('date') ?? '')
    return { ok: true, value: { report, gatewayNow: Number.isNaN(date) ? null : date } }
  } catch (cause) {
    if (io.signal.aborted) return { ok: false, error: appError('cancelled') }
    if (late.signal.aborted) return { ok: false, error: appError('timeout', `no answer within ${timeoutMs} ms`) }
    return { ok: false, error: toAppError(cause, [access.apiKey]) }
  } finally {
    cancelTimer()
  }
}

/** The answer is kept and shown as it came, but for the key, which gateways like to quote. */
function withoutKey(text: string, key: string): string {
  return key.length < 8 ? text : text.replaceAll(key, '•••')
}

function parsed(text: string, status: number): unknown {
  if (text.trim() === '') throw new AppFailure(appError('empty_answer', 'the answer was empty', { status }))
  try {
    return JSON.parse(text)
  } catch {
    if (/^\s*<(!doctype|html)/i.test(text)) throw new AppFailure(appError('not_a_gateway', 'an HTML page', { status }))
    throw new AppFailure(appError('cut_short', 'an answer that is not whole JSON', { status }))
  }
}
