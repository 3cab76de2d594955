import { stat } from 'node:fs/promises'
import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import type { MediaItem } from '../../../shared/media.ts'
import type { SoundTracks, TranscriptionJob } from '../../../shared/transcript.ts'
import { failureOf } from '../../faults.ts'
import type { ImportedFile, Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { fileWantsCut, recordingMimeOf } from '../../media/recording.ts'
import type { Clock } from '../../platform.ts'
import type { StoredTranscription } from '../../storage/transcription-jobs.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { Progress } from './progress.ts'
import { receivingProgress } from './transcription-machine.ts'
import type { TranscriptionStore } from './transcription-store.ts'

/** Maximum number of copies at the same time; a disk is not faster with more. */
const copiesAtOnce = 2

/** How to import a file, from any source. */
type NewJob = Omit<CallInput<'transcription.add'>, 'token'>

export interface ReceiverParts {
  readonly store: TranscriptionStore
  readonly imports: Imports
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly connections: ConnectionsService
  readonly settings: SettingsService
  readonly clock: Clock
  /** Called when a recording is in the library and its job continues. */
  readonly onReceived: () => void
}

/** Takes recordings in: first a durable row, then the copy or the reference, a few at a time, never held in memory. */
export class Receiver {
  private readonly parts: ReceiverParts
  private readonly aborts = new Map<string, AbortController>()
  private readonly tasks = new Set<Promise<unknown>>()
  private readonly waiting: (() => void)[] = []
  private copying = 0
  private closed = false

  constructor(parts: ReceiverParts) {
    this.parts = parts
  }

  /** Answers when the row is stored; the copy continues in the background. */
  async addRecording(input: CallInput<'transcription.add'>): Promise<TranscriptionJob> {
    return await this.takeIn(input, async (take) => {
      const taken = await this.parts.imports.takeFile(input.token, take)
      if (taken === null) fail('not_found', 'the file has to be chosen again')
    })
  }

  /** Imports a file like `addRecording`. `hand` passes it to its callback, which returns whether the library has it now. */
  async takeIn(
    input: NewJob,
    hand: (take: (file: ImportedFile) => Promise<boolean>) => Promise<void>,
  ): Promise<TranscriptionJob> {
    const { store, connections } = this.parts
    const known = store.findJob(input.jobId)
    if (known) return store.viewOf(known)
    if (!connections.has(input.request.connectionId)) fail('no_connection')
    return await new Promise<TranscriptionJob>((resolve, reject) => {
      const task = hand(async (file) => {
        const { job, isNew } = await this.receiveFile(input, file)
        resolve(store.viewOf(job))
        return isNew && (await this.copyRecording(job.id, file))
      })
        .catch(reject)
        .finally(() => this.tasks.delete(task))
      this.tasks.add(task)
    })
  }

  /** Queues a recording that the library has. A known job stays unchanged. */
  async addFromLibrary({ jobId, name, request }: NewJob, source: MediaItem, sound?: SoundTracks): Promise<void> {
    const { clock, connections, library, onReceived, store } = this.parts
    const wants = await fileWantsCut(await library.fileOf(source), source.mime)
    if (store.findJob(jobId) !== null) return
    if (!connections.has(request.connectionId)) fail('no_connection')
    const about = { id: jobId, name, bytes: source.bytes, request, createdAt: clock.now() }
    store.addJob({ ...receivingProgress, ...about, ...(sound === undefined ? {} : { sound }) })
    store.applyEvent(jobId, { type: 'received', sourceId: source.id, cut: wants ? 'preferred' : 'no' })
    onReceived()
  }

  /** Cancels the copy of a cancelled job. */
  forgetFile(id: string): void {
    this.aborts.get(id)?.abort()
  }

  /** Cancels all copies; the user must choose those files again. */
  async close(): Promise<void> {
    this.closed = true
    for (const abort of this.aborts.values()) abort.abort()
    await Promise.all(this.tasks)
  }

  private async receiveFile(
    input: NewJob,
    file: ImportedFile,
  ): Promise<{ readonly job: StoredTranscription; readonly isNew: boolean }> {
    const { store, clock } = this.parts
    const found = await stat(file.path).catch(() => null)
    if (!found?.isFile()) return fail('file_refused', 'not a file any more')
    if (found.size === 0) return fail('file_refused', 'the file is empty')
    // the same call may run twice at once
    const known = store.findJob(input.jobId)
    if (known) return { job: known, isNew: false }
    const job = {
      ...receivingProgress,
      id: input.jobId,
      name: input.name,
      bytes: found.size,
      request: input.request,
      createdAt: clock.now(),
    }
    store.addJob(job)
    this.aborts.set(job.id, new AbortController())
    return { job, isNew: true }
  }

  /** Copies a recording; resolves to whether its job continues. Never rejects. */
  private async copyRecording(id: string, file: ImportedFile): Promise<boolean> {
    const { store, clock, library, remover, settings } = this.parts
    const abort = this.aborts.get(id)
    if (!abort) return false
    let received = false
    await this.turn()
    try {
      abort.signal.throwIfAborted()
      const mime = await recordingMimeOf(file.path).catch(() => fail('file_refused', 'the file cannot be read'))
      if (mime === null) fail('not_sound', 'neither sound nor film')
      const bytes = store.findJob(id)?.bytes ?? 0
      const progress = new Progress(clock, (received) => store.pass(id, { received }))
      const streamed = {
        path: file.path,
        temporary: file.temporary,
        signal: abort.signal,
        onBytes: (read: number) => progress.at(read, read >= bytes),
      }
      const about = { mime: mime ?? '', width: null, height: null }
      // uploaded bytes exist nowhere else, so they are always copied
      const refer = settings.get().recordingFiles === 'refer' && !file.temporary
      const source = refer ? await library.refer(streamed, about) : await library.addFile(streamed, about)
      const release = remover.hold(source.id)
      try {
        const wants = await fileWantsCut(await library.fileOf(source), source.mime)
        const cut = wants ? 'preferred' : 'no'
        const job = store.applyEvent(id, { type: 'received', sourceId: source.id, cut })
        // it may have been cancelled just now
        received = job !== null && !hasEnded(job.status)
      } finally {
        release()
        if (!received) await remover.removeUnreferenced([source.id])
      }
    } catch (cause) {
      if (!abort.signal.aborted) store.record(id, { type: 'not-received', at: clock.now(), error: failureOf(cause) })
    } finally {
      this.aborts.delete(id)
      this.copying -= 1
      this.waiting.shift()?.()
    }
    if (!this.closed) this.parts.onReceived()
    return received
  }

  private async turn(): Promise<void> {
    if (this.copying >= copiesAtOnce) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.copying += 1
  }
}
