import { useCallback, useSyncExternalStore } from 'react'
import type { VideoJob } from '../../../shared/video.ts'

type Listener = () => void

/**
 * The jobs as main told them last, outside the panel's state: a poll of one of five hundred draws one card anew and
 * nothing else.
 */
export class JobTable {
  private readonly jobs = new Map<string, VideoJob>()
  private readonly listeners = new Map<string, Set<Listener>>()

  get(id: string): VideoJob | undefined {
    return this.jobs.get(id)
  }

  /** Takes over what an event says: always the newest there is. */
  told(job: VideoJob): void {
    this.jobs.set(job.id, job)
    for (const listener of this.listeners.get(job.id) ?? []) listener()
  }

  /** Takes over what a call answered, except about jobs that an event told of since `before` was taken. */
  read(jobs: readonly VideoJob[], before: ReadonlyMap<string, VideoJob>): void {
    for (const job of jobs) {
      if (this.jobs.get(job.id) === before.get(job.id)) this.told(job)
    }
  }

  /** What is known now: to be handed to `read` with the answer of a call that goes out now. */
  snapshot(): ReadonlyMap<string, VideoJob> {
    return new Map(this.jobs)
  }

  /** Calls `listener` at every change of one job; returns its undo. */
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

/** One job, as it is now; undefined where it was not read yet. */
export function useJob(id: string): VideoJob | undefined {
  const watch = useCallback((listener: Listener) => jobTable.watch(id, listener), [id])
  return useSyncExternalStore(watch, () => jobTable.get(id))
}
