import type { JobStore } from './job-store.ts'

/**
 * Waits until a job has ended, and calls `changed` after each change before. Gives the job; null where it is gone or
 * the signal is aborted, which leaves the job as it is.
 */
export async function endOfJob<Job extends { readonly id: string }>(
  store: Pick<JobStore<Job, never>, 'find' | 'watch'>,
  id: string,
  hasEnded: (job: Job) => boolean,
  signal: AbortSignal,
  changed: (job: Job) => void,
): Promise<Job | null> {
  const job = store.find(id)
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
