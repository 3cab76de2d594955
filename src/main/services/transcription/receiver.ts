import { stat } from 'node:fs/promises'
import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { TranscriptionJob } from '../../../shared/transcript.ts'
import type { ImportedFile } from '../../app.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { recordingMimeOf, wantsCut } from '../../media/recording.ts'
import type { Clock } from '../../platform.ts'
import type { StoredTranscription } from '../../storage/transcription-jobs.ts'
import type { ConnectionsService } from '../connections-service.ts'
import { failureOf } from '../failure.ts'
import type { MediaRemover } from '../media-remover.ts'
import { Progress } from './progress.ts'
import type { TranscriptionBook } from './transcription-book.ts'
import { hasEnded, receivingProgress } from './transcription-machine.ts'

/** How many recordings are copied at the same time: a disk is not faster for more. */
const copiesAtOnce = 2

export interface ReceiverParts {
  readonly book: TranscriptionBook
  readonly imports: Imports
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly connections: ConnectionsService
  readonly clock: Clock
  /** Called when a recording is in the library and its job goes on. */
  readonly onReceived: () => void
}

/** Takes recordings in: a durable row first, then the copy, a few at a time, never held in memory. */
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

  /** Answers when the row is there; the copy goes on behind. */
  async add(input: CallInput<'transcription.add'>): Promise<TranscriptionJob> {
    const { book, connections, imports } = this.parts
    const known = book.find(input.jobId)
    if (known) return book.shape(known)
    if (!connections.has(input.request.connectionId)) fail('no_connection')
    return await new Promise<TranscriptionJob>((resolve, reject) => {
      const task = imports
        .take(input.token, async (file) => {
          const { job, isNew } = await this.taken(input, file)
          resolve(book.shape(job))
          if (isNew) await this.receive(job.id, file)
          return true
        })
        .then((taken) => {
          if (taken === null) fail('not_found', 'the file has to be chosen again')
        })
        .catch(reject)
        .finally(() => this.tasks.delete(task))
      this.tasks.add(task)
    })
  }

  /** Ends the copy of a job that was stopped. */
  forget(id: string): void {
    this.aborts.get(id)?.abort()
  }

  /** Ends all copies; what was not here yet has to be chosen again. */
  async close(): Promise<void> {
    this.closed = true
    for (const abort of this.aborts.values()) abort.abort()
    await Promise.all(this.tasks)
  }

  private async taken(
    input: CallInput<'transcription.add'>,
    file: ImportedFile,
  ): Promise<{ readonly job: StoredTranscription; readonly isNew: boolean }> {
    const { book, clock } = this.parts
    const found = await stat(file.path).catch(() => null)
    if (!found?.isFile()) return fail('file_refused', 'not a file any more')
    if (found.size === 0) return fail('file_refused', 'the file is empty')
    // the same call twice at once
    const known = book.find(input.jobId)
    if (known) return { job: known, isNew: false }
    const job = {
      ...receivingProgress,
      id: input.jobId,
      name: input.name,
      bytes: found.size,
      request: input.request,
      createdAt: clock.now(),
    }
    book.add(job)
    this.aborts.set(job.id, new AbortController())
    return { job, isNew: true }
  }

  /** Never rejects. */
  private async receive(id: string, file: ImportedFile): Promise<void> {
    const { book, clock, library, remover } = this.parts
    const abort = this.aborts.get(id)
    if (!abort) return
    await this.turn()
    try {
      abort.signal.throwIfAborted()
      const mime = await recordingMimeOf(file.path).catch(() => fail('file_refused', 'the file cannot be read'))
      if (mime === null) fail('not_sound', 'neither sound nor film')
      const bytes = book.find(id)?.bytes ?? 0
      const progress = new Progress(clock, (received) => book.pass(id, { received }))
      const source = await library.addFile(
        {
          path: file.path,
          temporary: file.temporary,
          signal: abort.signal,
          onBytes: (read) => progress.at(read, read >= bytes),
        },
        { mime: mime ?? '', width: null, height: null },
      )
      const release = remover.hold(source.id)
      const cut = wantsCut(source.mime) ? 'preferred' : 'no'
      const job = book.apply(id, { type: 'received', sourceId: source.id, cut })
      release()
      // stopped in this moment
      if (!job || hasEnded(job.status)) await remover.removeUnreferenced([source.id])
    } catch (cause) {
      if (!abort.signal.aborted) book.record(id, { type: 'not-received', at: clock.now(), error: failureOf(cause) })
    } finally {
      this.aborts.delete(id)
      this.copying -= 1
      this.waiting.shift()?.()
    }
    if (!this.closed) this.parts.onReceived()
  }

  private async turn(): Promise<void> {
    if (this.copying >= copiesAtOnce) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.copying += 1
  }
}
