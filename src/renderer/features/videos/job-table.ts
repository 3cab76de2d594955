import { useCallback, useSyncExternalStore } from 'react'
import type { VideoJob } from '../../../shared/video.ts'

type Listener = () => void

/**
 * The jobs as last received, outside the panel's state, so that polling one among five hundred renders only its card.
 */
export class JobTable {
  private readonly jobs = new Map<string, VideoJob>()
  private readonly listeners = new Map<string, Set<Listener>>()

  get(id: string): VideoJob | undefined {
    return this.jobs.get(id)
  }

  /** Applies an event, which is always the newest version. */
  applyJobEvent(job: VideoJob): void {
    this.jobs.set(job.id, job)
    for (const listener of this.listeners.get(job.id) ?? []) listener()
  }

  /** Applies a call's answer, except for jobs with an event since the snapshot `before`. */
  read(jobs: readonly VideoJob[], before: ReadonlyMap<string, VideoJob>): void {
    for (const job of jobs) {
      if (this.jobs.get(job.id) === before.get(job.id)) this.applyJobEvent(job)
    }
  }

  /** Returns the current jobs; pass it to `read` with the answer of a call made now. */
  snapshot(): ReadonlyMap<string, VideoJob> {
    return new Map(this.jobs)
  }

  /** Calls `listener` after every change of one job; returns its undo. */
  watch(id: string, listener: Listener): () => void {
    const watching = this.listeners.get(id) ?? new Set()
    watching.add(listener)
    this.listeners.set(id, watching)
    return () => {
      watching.delete(listener)
      if (watching.size === 0) this.listeners.delete(id)
    }
  }
}

/** The page's jobs. */
export const jobTable = new JobTable()

/** Returns the current state of a job; undefined before it is loaded. */
export function useJob(id: string): VideoJob | undefined {
  const watch = useCallback((listener: Listener) => jobTable.watch(id, listener), [id])
  return useSyncExternalStore(watch, () => jobTable.get(id))
}
