import { parentPort, workerData } from 'node:worker_threads'
import { AppFailure, assertNever } from '../../../shared/errors.ts'
import { failureOf } from '../../faults.ts'
import { copyAhead } from '../../folder-copies/folder-copy.ts'
import { movedFiles } from '../../folder-copies/moved-files.ts'
import { removeOldCopy } from '../../folder-copies/old-copy.ts'
import { storageError } from '../../storage/database.ts'
import { databasePath } from '../../storage/open.ts'
import { makeBackup } from './backup-maker.ts'
import type { Task, TaskKind, TaskResult, TaskStep, ThreadMessage } from './backup-messages.ts'
import { contentsAt, lookInside, proveBackup } from './backup-proof.ts'
import { bringBack } from './backup-restorer.ts'
import { openPlaced, packBackup, unpackBackup } from './places/packing.ts'
import { checkStorage, orphansOf, usageOf } from './storage-survey.ts'

/** Shortest interval between progress reports, in ms. */
const reportMs = 100
/** Interval of the check whether the thread must end, in ms. */
const askMs = 50

/**
 * The backup thread: runs one task and ends. It reads with its own connections, so that nobody waits for it. It can be
 * ended at any moment, because a file gets its name only when it is whole.
 */
const port = parentPort
if (port === null) throw new Error('this is a thread')
const say = (message: ThreadMessage): void => port.postMessage(message)
let told: { readonly step: TaskStep['step']; readonly at: number } | null = null

function report(step: TaskStep['step'], progress: number | null): void {
  const at = performance.now()
  if (told?.step === step && at - told.at < reportMs) return
  told = { step, at }
  say({ type: 'step', step, progress })
}

async function run(task: Task): Promise<TaskResult<TaskKind>> {
  switch (task.kind) {
    case 'make':
      return await makeBackup(task, report)
    case 'verify': {
      const { hash, manifest } = await proveBackup(task, report)
      return { madeAt: manifest.madeAt, contents: manifest.contents, manifest: hash }
    }
    case 'preview': {
      const manifest = await lookInside(task, report)
      const now = contentsAt(databasePath(task.dataFolder))
      return { now, after: manifest.contents, madeAt: manifest.madeAt, missing: manifest.missing.length }
    }
    case 'restore':
      return await bringBack(task, report)
    case 'usage':
      return await usageOf(task.dataFolder)
    case 'orphans':
      return await orphansOf(task.dataFolder, false, Date.now())
    case 'removeOrphans':
      return await orphansOf(task.dataFolder, true, Date.now())
    case 'check':
      return await checkStorage(task.dataFolder, (progress) => report('checking', progress))
    case 'measure': {
      const found = await movedFiles(task.dataFolder)
      return { files: found.length, bytes: found.reduce((sum, { bytes }) => sum + bytes, 0) }
    }
    case 'copyAhead':
      await copyAhead(task, (progress) => report('moving', progress))
      return null
    case 'removeOldCopy':
      return await removeOldCopy(task, (progress) => report('checking', progress))
    case 'pack':
      return await packBackup(task, report)
    case 'openPlaced':
      return await openPlaced(task)
    case 'unpack':
      return await unpackBackup(task, report)
    default:
      return assertNever(task, 'task')
  }
}

// the app itself passes these values, as typed
const { task, ending }: { readonly task: Task; readonly ending: SharedArrayBuffer } = workerData
const wanted = new Int32Array(ending)
// between two steps, and never during a database call
setInterval(() => {
  if (Atomics.load(wanted, 0) === 1) process.exit()
}, askMs).unref()
run(task)
  .then((value) => say({ type: 'done', value }))
  .catch((cause: unknown) => {
    const error = cause instanceof AppFailure ? null : storageError(cause)
    say({ type: 'failed', error: error ?? failureOf(cause) })
  })
