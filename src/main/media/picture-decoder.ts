import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import type { Clock } from '../platform.ts'
import type { EncodedPicture } from './picture-codec.ts'
import { type PictureTask, pictureAnswerSchema } from './picture-messages.ts'

export interface PictureDecoderParts {
  /** The file that the thread runs. */
  readonly file?: string
  readonly clock: Clock
  /** How long one task may take, in ms; then its thread is ended and the task fails. */
  readonly deadlineMs: number
  /** How long the thread stays after a task, in ms. Its memory never shrinks, so it does not stay for good. */
  readonly idleMs: number
}

/** Pictures that fail leave a little behind in the memory of the thread; after so many it is replaced. */
const failuresMax = 20

type Outcome =
  | { readonly picture: EncodedPicture; readonly failure: null; readonly spoiled: false }
  | { readonly picture: null; readonly failure: AppFailure; readonly spoiled: boolean }

/**
 * Runs tasks one after another in a thread, which starts with the first task and ends when it is idle. Hostile bytes can
 * at worst cost the thread: the task fails, and the next one gets a new thread.
 */
export class PictureDecoder {
  private readonly parts: PictureDecoderParts
  private thread: Worker | null = null
  private failures = 0
  private last: Promise<unknown> = Promise.resolve()
  /** Takes back that the idle thread is to end. */
  private keepThread: () => void = () => {}

  constructor(parts: PictureDecoderParts) {
    this.parts = parts
  }

  /** Rejects with an AppFailure. */
  async run(task: PictureTask): Promise<EncodedPicture> {
    const turn = this.last.then(() => this.runNow(task))
    this.last = turn.catch(() => {})
    return await turn
  }

  private async runNow(task: PictureTask): Promise<EncodedPicture> {
    const fresh = this.thread === null
    const first = await this.outcome(task)
    // what earlier tasks left behind in the memory of a thread must not cost a picture
    const { picture, failure } = first.spoiled && !fresh ? await this.outcome(task) : first
    if (picture === null) throw failure
    return picture
  }

  private async outcome(task: PictureTask): Promise<Outcome> {
    this.keepThread()
    const thread = this.running()
    // a task that is under way keeps the process, an idle thread does not
    thread.ref()
    const outcome = await this.answer(thread, task)
    thread.unref()
    if (this.thread === thread) this.keepThread = this.parts.clock.after(this.parts.idleMs, () => this.end(thread))
    return outcome
  }

  private async answer(thread: Worker, task: PictureTask): Promise<Outcome> {
    const { clock, deadlineMs } = this.parts
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const fail = (error: AppError, spoiled: boolean, cause?: unknown): void =>
      resolve({ picture: null, failure: new AppFailure(error, { cause }), spoiled })
    const onMessage = (message: unknown): void => {
      const answer = pictureAnswerSchema.safeParse(message)
      if (!answer.success) fail(appError('internal', 'an unknown answer of the decoder'), true, answer.error)
      else if (answer.data.ok) resolve({ picture: answer.data.picture, failure: null, spoiled: false })
      else fail(answer.data.error, answer.data.spoiled)
    }
    const onError = (cause: unknown): void => fail(appError('not_a_picture', 'the decoder failed'), true, cause)
    const onExit = (): void => fail(appError('not_a_picture', 'the decoder ended'), true)
    const stopWaiting = clock.after(deadlineMs, () => {
      this.end(thread)
      fail(appError('not_a_picture', `not decoded within ${deadlineMs} ms`), false)
    })
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
    thread.postMessage(task)
    const outcome = await promise
    stopWaiting()
    thread.off('message', onMessage).off('error', onError).off('exit', onExit)
    if (outcome.failure !== null) this.failures += 1
    if (outcome.spoiled || this.failures >= failuresMax) this.end(thread)
    return outcome
  }

  private running(): Worker {
    if (this.thread !== null) return this.thread
    const thread = new Worker(this.parts.file ?? threadFile(), { name: 'pictures' })
    this.thread = thread
    this.failures = 0
    thread.on('error', () => this.end(thread))
    thread.on('exit', () => this.end(thread))
    return thread
  }

  /** Ends it in the middle of whatever it does: it holds nothing but its own memory. */
  private end(thread: Worker): void {
    if (this.thread === thread) this.thread = null
    void thread.terminate()
  }
}

/** Built, it lies beside the bundle as a file of its own; under test it is the source. */
function threadFile(): string {
  const built = fileURLToPath(new URL('./picture-thread.js', import.meta.url))
  return existsSync(built) ? built : fileURLToPath(new URL('./picture-thread.ts', import.meta.url))
}
