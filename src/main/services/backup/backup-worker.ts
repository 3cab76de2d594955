import { Worker } from 'node:worker_threads'
import type { z } from 'zod'
import { AppFailure, appError } from '../../../shared/errors.ts'
import { threadFile } from '../../threads/thread-file.ts'
import {
  type Task,
  type TaskKind,
  type TaskResult,
  type TaskStep,
  taskResults,
  threadMessageSchema,
} from './backup-messages.ts'

const results: { readonly [K in TaskKind]: z.ZodType<TaskResult<K>> } = taskResults

/**
 * Runs a task in a thread that ends with it. Rejects with an AppFailure; with `cancelled` after an abort, once the
 * thread has ended.
 */
export async function runTask<K extends TaskKind>(
  task: Extract<Task, { readonly kind: K }>,
  onStep: (step: TaskStep) => void,
  signal: AbortSignal,
): Promise<TaskResult<K>> {
  if (signal.aborted) throw new AppFailure(appError('cancelled'))
  const kind: K = task.kind
  // the thread is asked to end on its own, because terminating it during a query crashes the process
  const wanted = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(threadFile('backup-thread', import.meta.url), {
    workerData: { task, ending: wanted.buffer },
  })
  const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  const end = (): void => void Atomics.store(wanted, 0, 1)
  signal.addEventListener('abort', end, { once: true })
  try {
    return await new Promise<TaskResult<K>>((resolve, reject) => {
      thread.on('message', (message: unknown) => {
        const told = threadMessageSchema.parse(message)
        if (told.type === 'step') onStep({ step: told.step, progress: told.progress })
        else if (told.type === 'failed') reject(new AppFailure(told.error))
        else resolve(results[kind].parse(told.value))
      })
      thread.on('error', (cause) =>
        reject(new AppFailure(appError('internal', 'the thread of the backups died'), { cause })),
      )
      thread.on('exit', () => reject(new AppFailure(appError(signal.aborted ? 'cancelled' : 'internal'))))
    })
  } finally {
    signal.removeEventListener('abort', end)
    await exited
  }
}
