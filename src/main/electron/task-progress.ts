import type { EventName, EventPayload } from '../../shared/ipc/contract.ts'
import type { TranscriptionJob } from '../../shared/transcript.ts'
import type { EventSink, Platform } from '../platform.ts'

/** Progress of running work: 0 to 1, `unknown`, or null when nothing runs. */
export type Progress = number | 'unknown' | null

type Readers = { readonly [N in EventName]?: (payload: EventPayload<N>) => void }

/**
 * Computes the progress of long work from the events sent to pages. Chat answers do not count, because the user
 * watches them.
 */
export class TaskProgress {
  private readonly tasks = new Map<string, number | 'unknown'>()
  private readonly readers: Readers = {
    'backups.changed': ({ work }) => this.setShare('backup', work === null ? null : (work.progress ?? 'unknown')),
    'transfer.changed': ({ work }) => this.setShare('transfer', work === null ? null : (work.progress ?? 'unknown')),
    'videos.changed': ({ running }) => this.setShare('videos', running > 0 ? 'unknown' : null),
    'images.job': ({ id, status }) => this.setShare(`image ${id}`, isOut.has(status) ? 'unknown' : null),
    'images.jobRemoved': ({ jobId }) => this.setShare(`image ${jobId}`, null),
    'transcription.job': (job) => this.setShare(`recording ${job.id}`, isOut.has(job.status) ? shareOf(job) : null),
    'transcription.jobRemoved': ({ jobId }) => this.setShare(`recording ${jobId}`, null),
  }

  handleEvent<N extends EventName>(name: N, payload: EventPayload<N>): void {
    const read: ((payload: EventPayload<N>) => void) | undefined = this.readers[name]
    read?.(payload)
  }

  /** Returns the mean of known progress; else `unknown` if anything runs, or null. */
  get value(): Progress {
    const known = [...this.tasks.values()].filter((share) => share !== 'unknown')
    if (known.length > 0) return known.reduce((sum, share) => sum + share, 0) / known.length
    return this.tasks.size > 0 ? 'unknown' : null
  }

  private setShare(task: string, share: Progress): void {
    if (share === null) this.tasks.delete(task)
    else this.tasks.set(task, share)
  }
}

const isOut: ReadonlySet<string> = new Set(['receiving', 'preparing', 'sending', 'saving'])

/** Returns the progress of a recording: by its bytes while they are copied, by its pieces while they are sent. */
function shareOf({ status, bytes, received, pieces, progress }: TranscriptionJob): number | 'unknown' {
  if (status === 'receiving') return bytes > 0 ? received / bytes : 'unknown'
  if (status === 'preparing') return progress ?? 'unknown'
  if (pieces.length < 2) return 'unknown'
  return pieces.filter(({ state }) => state === 'done').length / pieces.length
}

/**
 * Returns the value for `setProgressBar`. Only Windows shows indeterminate progress: Linux has no such bar, and on
 * macOS it would never disappear (native_window_mac.mm, `SetProgressBar`).
 */
export function barValue(progress: Progress, os: Platform['os']): number {
  if (progress === 'unknown') return os === 'windows' ? 2 : -1
  return progress === null ? -1 : Math.min(1, progress)
}

/** Wraps an event sink so that events also update the dock or taskbar progress, only when it changes. */
export function withProgress(events: EventSink, os: Platform['os'], show: (value: number) => void): EventSink {
  const tasks = new TaskProgress()
  let shown = -1
  return {
    emit(name, payload) {
      tasks.handleEvent(name, payload)
      const value = barValue(tasks.value, os)
      if (value !== shown) {
        shown = value
        show(value)
      }
      events.emit(name, payload)
    },
  }
}
