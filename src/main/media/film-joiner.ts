import { stat } from 'node:fs/promises'
import { AppFailure, appError, fail } from '../../shared/errors.ts'
import type { Clock } from '../platform.ts'
import { backgroundClock } from '../system-clock.ts'
import { endingWords } from '../threads/killable-thread.ts'
import { threadFile } from '../threads/thread-file.ts'
import { type TaskOutcome, ThreadTasks } from '../threads/thread-tasks.ts'
import {
  type FilmComparison,
  type FilmContainer,
  type MediaAnswer,
  type MediaTask,
  mediaAnswerSchema,
} from './media-messages.ts'

const mb = 1024 * 1024
/** Reading a head, or copying a megabyte, takes a few milliseconds; the rest leaves room for a slow disk. */
const headDeadlineMs = 2_000
const msPerMb = 1_000
const idleMs = 10_000
/** The tables of all videos and of the film; the frames pass through. */
const memoryMax = 512 * mb
/** Far above `memoryMax`, because V8 ends the process when one allocation exceeds its limit. */
const resourceLimits = { maxOldGenerationSizeMb: 1_536, maxYoungGenerationSizeMb: 64 }
/** Interval of progress reports. */
const progressMs = 200

export interface FilmJoinerParts {
  readonly clock?: Clock
  /** The file that the thread runs. */
  readonly file?: string
}

export interface Joining {
  readonly signal: AbortSignal
  /** Called from time to time with the share that is written, from 0 to 1. */
  readonly onPart: (part: number) => void
}

/**
 * Joins videos in a thread of its own, so that a long film does not delay other reading. Hostile bytes can at worst end
 * the thread.
 */
export class FilmJoiner {
  private readonly clock: Clock
  private readonly thread: ThreadTasks<MediaTask>

  constructor(parts: FilmJoinerParts = {}) {
    const { clock = backgroundClock, file = threadFile('media-thread', import.meta.url) } = parts
    this.clock = clock
    this.thread = new ThreadTasks({ name: 'films', file, clock: backgroundClock, idleMs, resourceLimits, memoryMax })
  }

  /** Compares videos. Throws an AppFailure `video_not_read` beyond the limits, or `cancelled`. */
  async compareFilms(paths: readonly string[], signal: AbortSignal): Promise<FilmComparison> {
    const answer = await this.answerOf({ kind: 'compare', paths }, headDeadlineMs * (paths.length + 10), signal)
    return answer.kind === 'compared' ? answer.comparison : fail('internal', 'another answer')
  }

  /**
   * Writes equal videos into one file. Resolves to the index of a video that cannot be read, perhaps with a partial
   * file; null if all are written. Throws the disk's error, or an AppFailure as `compareFilms` does.
   */
  async joinFilms(
    paths: readonly string[],
    container: FilmContainer,
    to: string,
    { onPart, signal }: Joining,
  ): Promise<number | null> {
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    const stop = this.watchGrowth(to, bytes, onPart)
    try {
      const deadlineMs = headDeadlineMs * (paths.length + 10) + (bytes / mb) * msPerMb
      const answer = await this.answerOf({ kind: 'join', paths, container, to }, deadlineMs, signal)
      return answer.kind === 'joined' ? answer.unread : fail('internal', 'another answer')
    } finally {
      stop()
    }
  }

  async close(): Promise<void> {
    await this.thread.endThread()
  }

  private async answerOf(task: MediaTask, deadlineMs: number, signal: AbortSignal): Promise<MediaAnswer> {
    const outcome: TaskOutcome<MediaAnswer> = await this.thread.askThread(task, mediaAnswerSchema, {
      deadlineMs,
      signal,
    })
    if (outcome.ended === 'aborted') fail('cancelled', 'the film is not wanted any more')
    const { answer } = outcome
    if (answer?.kind === 'refused') throw Object.assign(new Error(answer.message), { code: answer.code })
    return answer ?? this.notRead(outcome)
  }

  private notRead(outcome: TaskOutcome<MediaAnswer>): never {
    throw new AppFailure(appError('video_not_read', endingWords(outcome)))
  }

  /** Reports the growth of a file that becomes about `bytes` long; returns the undo. */
  private watchGrowth(path: string, bytes: number, onPart: (part: number) => void): () => void {
    let isOver = false
    let cancel = (): void => undefined
    const look = async (): Promise<void> => {
      const size = (await stat(path).catch(() => null))?.size ?? 0
      if (isOver) return
      onPart(bytes === 0 ? 0 : Math.min(1, size / bytes))
      cancel = this.clock.after(progressMs, () => void look())
    }
    void look()
    return () => {
      isOver = true
      cancel()
    }
  }
}
