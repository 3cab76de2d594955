import type { HandlersOf } from '../../../../shared/ipc/contract.ts'
import type { watchCalls } from '../../../../shared/ipc/watch-calls.ts'
import type { FeatureParts } from '../../../feature-parts.ts'
import type { MediaReader } from '../../../media/media-reader.ts'
import type { Folders } from '../../../platform.ts'
import type { TranscriptionJobs } from '../../../storage/transcription-jobs.ts'
import type { WatchedRecordings } from '../../../storage/watched-recordings.ts'
import type { Receiver } from '../receiver.ts'
import type { TranscriptionQueue } from '../transcription-queue.ts'
import type { TranscriptionStore } from '../transcription-store.ts'
import type { AutomaticBudget } from './automatic-budget.ts'
import { DiskFolder } from './disk-folder.ts'
import { FolderWatcher } from './folder-watcher.ts'
import { WatchedFolderService } from './watched-folder-service.ts'
import { WatchedIntake } from './watched-intake.ts'

export interface WatchParts extends FeatureParts {
  readonly folders: Folders
  readonly reader: MediaReader
  readonly jobs: TranscriptionJobs
  readonly store: TranscriptionStore
  readonly receiver: Receiver
  readonly queue: TranscriptionQueue
  readonly watched: WatchedRecordings
  readonly budget: AutomaticBudget
}

/** The watch of a folder for new recordings. */
export interface Watch {
  readonly handlers: HandlersOf<typeof watchCalls>
  /** Notes that the user continues a job, which is not limited any more. */
  pressed(jobId: string): void
  start(): void
  close(): Promise<void>
}

/** Composes the watch of a folder. */
export function createWatch(parts: WatchParts): Watch {
  const { ending, jobs, onWake, queue, reader } = parts
  const isTranscribed = (hash: string): boolean => jobs.hasSource(hash)
  const view = new DiskFolder({ reader, signal: ending })
  const watcher = new FolderWatcher({ ...parts, view, isTranscribed, onLook: () => service.afterLook() })
  const intake = new WatchedIntake({
    ...parts,
    cancelJob: (jobId) => {
      queue.cancelJob({ jobId })
      queue.dismiss({ jobId })
    },
    onUnread: () => watcher.compareAll(),
  })
  const service: WatchedFolderService = new WatchedFolderService({
    ...{ ...parts, intake, isTranscribed, view, watcher },
    resumeJob: (jobId) => queue.resume({ jobId }),
  })
  const forgetWake = onWake(() => watcher.hurry())
  return {
    handlers: {
      'watch.get': () => service.get(),
      'watch.choose': (input) => service.choose(input),
      'watch.end': () => service.end(),
      'watch.setAutomatic': (input) => service.setAutomatic(input),
      'watch.send': (input) => service.send(input),
      'watch.leave': (input) => service.leave(input),
      'watch.noted': () => service.noted(),
    },
    pressed: (jobId) => service.pressed(jobId),
    start: () => watcher.start(),
    async close() {
      forgetWake()
      await Promise.all([watcher.close(), intake.close()])
    },
  }
}
