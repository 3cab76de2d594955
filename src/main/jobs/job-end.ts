import type { JobStore } from './job-store.ts'

/**
 * Waits until a job has ended, and calls `changed` after each earlier change. Resolves to the job; null if it no longer
 * exists or the signal is aborted, which does not affect the job.
 */
export async function endOfJob<Job extends { readonly id: string }>(
  store: Pick<JobStore<Job, never>, 'findJob' | 'watch'>,
  id: string,
  hasEnded: (job: Job) => boolean,
  signal: AbortSignal,
  changed: (job: Job) => void,
): Promise<Job | null> {
  const job = store.findJob(id)
  if (job === null || signal.aborted) return null
  if (hasEnded(job)) return job
  changed(job)
  return await new Promise((resolve) => {
    const done = (ended: Job | null): void => {
      forget()
      signal.removeEventListener('abort', stop)
      resolve(ended)
    }
    const stop = (): void => done(null)
    const forget = store.watch(id, (now) => (hasEnded(now) ? done(now) : changed(now)))
    signal.addEventListener('abort', stop, { once: true })
  })
}
