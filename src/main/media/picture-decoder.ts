import { AppFailure, appError } from '../../shared/errors.ts'
import type { Clock } from '../platform.ts'
import { KillableThread, type ThreadOutcome } from '../threads/killable-thread.ts'
import { threadFile } from '../threads/thread-file.ts'
import type { EncodedPicture } from './picture-codec.ts'
import { type PictureTask, pictureAnswerSchema } from './picture-messages.ts'

export interface PictureDecoderParts {
  /** The file that the thread runs. */
  readonly file?: string
  readonly clock: Clock
  /** Deadline of a task, in ms; then the thread is terminated and the task fails. */
  readonly deadlineMs: number
  /** Time after a task before the idle thread ends, in ms. Its memory never shrinks, so it must end eventually. */
  readonly idleMs: number
}

/** Failing pictures leak a little memory in the thread; after this many it is replaced. */
const failuresMax = 20

type Outcome =
  | { readonly picture: EncodedPicture; readonly failure: null; readonly spoiled: false }
  | { readonly picture: null; readonly failure: AppFailure; readonly spoiled: boolean }

/**
 * Runs tasks one after another in a thread. Malicious bytes can at worst terminate the thread: the task fails, and the
 * next one gets a new thread.
 */
export class PictureDecoder {
  private readonly deadlineMs: number
  private readonly thread: KillableThread
  private failures = 0
  private last: Promise<unknown> = Promise.resolve()

  constructor({
    file = threadFile('picture-thread', import.meta.url),
    clock,
    deadlineMs,
    idleMs,
  }: PictureDecoderParts) {
    this.deadlineMs = deadlineMs
    this.thread = new KillableThread({ name: 'pictures', file, clock, idleMs })
  }

  /** Runs a task when earlier ones have ended. Rejects with an AppFailure. */
  async run(task: PictureTask): Promise<EncodedPicture> {
    const turn = this.last.then(() => this.runNow(task))
    this.last = turn.catch(() => {})
    return await turn
  }

  private async runNow(task: PictureTask): Promise<EncodedPicture> {
    const fresh = !this.thread.isRunning
    const first = await this.outcome(task)
    // memory leaked by earlier tasks must not fail this picture, so it is retried once in a fresh thread
    const { picture, failure } = first.spoiled && !fresh ? await this.outcome(task) : first
    if (picture === null) throw failure
    return picture
  }

  private async outcome(task: PictureTask): Promise<Outcome> {
    if (!this.thread.isRunning) this.failures = 0
    const outcome = this.outcomeOf(await this.thread.askThread(task, this.deadlineMs))
    if (outcome.failure !== null) this.failures += 1
    if (outcome.spoiled || this.failures >= failuresMax) void this.thread.endThread()
    return outcome
  }

  private outcomeOf(outcome: ThreadOutcome): Outcome {
    if (outcome.ended === 'deadline') return failed('not_a_picture', `not decoded within ${this.deadlineMs} ms`, false)
    if (outcome.ended !== 'answered') return failed('not_a_picture', 'the decoder failed', true, outcome.cause)
    const answer = pictureAnswerSchema.safeParse(outcome.message)
    if (!answer.success) return failed('internal', 'an unknown answer of the decoder', true, answer.error)
    if (answer.data.ok) return { picture: answer.data.picture, failure: null, spoiled: false }
    return { picture: null, failure: new AppFailure(answer.data.error), spoiled: answer.data.spoiled }
  }
}

function failed(code: 'not_a_picture' | 'internal', detail: string, spoiled: boolean, cause?: unknown): Outcome {
  return { picture: null, failure: new AppFailure(appError(code, detail), { cause }), spoiled }
}
