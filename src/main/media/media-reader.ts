import { stat } from 'node:fs/promises'
import { AppFailure, appError, fail } from '../../shared/errors.ts'
import type { Clock } from '../platform.ts'
import { backgroundClock } from '../system-clock.ts'
import { endingWords } from '../threads/killable-thread.ts'
import { threadFile } from '../threads/thread-file.ts'
import { type TaskOutcome, ThreadTasks } from '../threads/thread-tasks.ts'
import { type MediaAnswer, type MediaTask, mediaAnswerSchema, type VideoFacts } from './media-messages.ts'

export interface MediaReaderParts {
  /** The file that the thread runs. */
  readonly file?: string
  readonly clock?: Clock
  /** Deadline for a video, and the extra time per MB of audio, in ms. */
  readonly deadlineMs?: number
  readonly idleMs?: number
}

const mb = 1024 * 1024
/** A healthy video of any size is read in well under a second. */
const usualDeadlineMs = 20_000
const usualIdleMs = 10_000
/** Rewriting audio takes about 20 ms per MB; 1 s leaves room for a slow disk. */
const soundMsPerMb = 1_000
/** The sample table of the longest videos takes 200 MB. */
const memoryMax = 384 * mb
/** Far above `memoryMax`, because V8 ends the process when one allocation exceeds its limit. */
const resourceLimits = { maxOldGenerationSizeMb: 1_536, maxYoungGenerationSizeMb: 64 }

/**
 * Reads videos and audio in a thread, one at a time, within limits on time and memory. Malicious bytes can at worst
 * terminate the thread.
 */
export class MediaReader {
  private readonly deadlineMs: number
  private readonly thread: ThreadTasks<MediaTask>

  constructor(parts: MediaReaderParts = {}) {
    const { file = threadFile('media-thread', import.meta.url), clock = backgroundClock } = parts
    this.deadlineMs = parts.deadlineMs ?? usualDeadlineMs
    const idleMs = parts.idleMs ?? usualIdleMs
    this.thread = new ThreadTasks({ name: 'media', file, clock, idleMs, resourceLimits, memoryMax })
  }

  /**
   * Resolves to the facts of a video file; null for any other file. Throws an AppFailure: `video_not_read` if reading
   * exceeds a limit, `cancelled` on abort.
   */
  async readVideo(path: string, signal: AbortSignal): Promise<VideoFacts | null> {
    const outcome = await this.run({ kind: 'video', path }, this.deadlineMs, signal)
    if (outcome.ended === 'aborted') fail('cancelled', 'the film is not wanted any more')
    if (outcome.answer?.kind === 'video') return outcome.answer.facts
    throw new AppFailure(appError('video_not_read', endingWords(outcome)))
  }

  /**
   * Rewrites a recording with its length and an index. Resolves to false, possibly with a partial file, if it cannot be
   * read within the limits. Throws the disk's error, or `cancelled` on abort.
   */
  async writeWholeSound(from: string, to: string, signal: AbortSignal): Promise<boolean> {
    const { size } = await stat(from)
    const deadlineMs = this.deadlineMs + (size / mb) * soundMsPerMb
    const outcome = await this.run({ kind: 'sound', from, to }, deadlineMs, signal)
    if (outcome.ended === 'aborted') fail('cancelled', 'the recording is not wanted any more')
    const { answer } = outcome
    if (answer?.kind === 'refused') throw Object.assign(new Error(answer.message), { code: answer.code })
    return answer?.kind === 'sound' && answer.whole
  }

  /**
   * Resolves to the length of a recording's sound in ms, without decoding it. Null if it cannot be determined within the
   * limits, and on abort.
   */
  async readLength(path: string, signal: AbortSignal): Promise<number | null> {
    const { answer } = await this.run({ kind: 'length', path }, this.deadlineMs, signal)
    return answer?.kind === 'length' ? answer.duration : null
  }

  private async run(task: MediaTask, deadlineMs: number, signal: AbortSignal): Promise<TaskOutcome<MediaAnswer>> {
    return await this.thread.askThread(task, mediaAnswerSchema, { deadlineMs, signal })
  }
}
