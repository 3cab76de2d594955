import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { MediaLibrary } from '../../src/main/media/library.ts'
import type { EventSink } from '../../src/main/platform.ts'
import { SettingsService } from '../../src/main/services/app/settings-service.ts'
import type { Receiver } from '../../src/main/services/transcription/receiver.ts'
import { nextPiece, receivingProgress } from '../../src/main/services/transcription/transcription-machine.ts'
import { TranscriptionStore } from '../../src/main/services/transcription/transcription-store.ts'
import { AutomaticBudget } from '../../src/main/services/transcription/watch/automatic-budget.ts'
import type { FolderView } from '../../src/main/services/transcription/watch/folder-view.ts'
import { FolderWatcher } from '../../src/main/services/transcription/watch/folder-watcher.ts'
import { mayBeCharged } from '../../src/main/services/transcription/watch/send-policy.ts'
import { WatchedFolderService } from '../../src/main/services/transcription/watch/watched-folder-service.ts'
import { WatchedIntake } from '../../src/main/services/transcription/watch/watched-intake.ts'
import type { Database } from '../../src/main/storage/database.ts'
import { MediaItems } from '../../src/main/storage/media-items.ts'
import { TranscriptionJobs } from '../../src/main/storage/transcription-jobs.ts'
import { Transcripts } from '../../src/main/storage/transcripts.ts'
import { WatchedRecordings } from '../../src/main/storage/watched-recordings.ts'
import { appError, fail } from '../../src/shared/errors.ts'
import { costOf, type Price } from '../../src/shared/prices.ts'
import type { TranscriptionRequest } from '../../src/shared/transcript.ts'
import { memoryStore } from './platform.ts'
import type { Choices } from './seeded-random.ts'
import type { SimulatedTime } from './simulated-time.ts'
import { temporaryDatabase } from './storage.ts'

const second = 1_000

/** A yuan a minute. */
export const yuanAMinute: Price = {
  ...{ model: 'm', connectionId: '', currency: 'CNY' },
  ...{ input: null, cached: null, output: null, image: null, second: null, minute: 1e9 },
}
export const watchRequest: TranscriptionRequest = {
  ...{ connectionId: 'environment', model: 'm' },
  ...{ language: null, prompt: null, temperature: null },
}

/** A file of the simulated drive. Its content says which recording it is, and how much of it. */
interface DriveFile {
  readonly content: string
  readonly bytes: number
  readonly modifiedAt: number
}

export const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex')

/** A drive that can go away, with a folder of recordings. */
export class SimulatedDrive {
  readonly folder = mkdtempSync(join(tmpdir(), 'atelier-watch-'))
  readonly files = new Map<string, DriveFile>()
  /** Lengths of complete recordings in ms, by content. */
  readonly lengths = new Map<string, number>()
  isThere = true

  /** Returns the file at a path of the system; null if there is none, or no drive. */
  at(path: string): DriveFile | null {
    return this.isThere ? (this.files.get(relative(this.folder, path)) ?? null) : null
  }

  /** Length that a file states. */
  lengthOf(content: string): number {
    return this.lengths.get(content) ?? 10 * second
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A request that reached the simulated gateway. */
export interface SentPiece {
  readonly jobId: string
  readonly content: string
  readonly index: number
  readonly isAutomatic: boolean
  /** Reading of the clock, and what the gateway charged. */
  readonly at: number
  readonly nano: number
  readonly outcome: 'answered' | 'lost' | 'failed' | 'refused'
}

/** A database for simulated processes. It syncs nothing to the disk. */
export function watchWorld(): ReturnType<typeof temporaryDatabase> {
  const world = temporaryDatabase()
  world.database.pragma('synchronous = OFF')
  return world
}

export interface SimulatedWatchParts {
  readonly world: ReturnType<typeof watchWorld>
  readonly time: SimulatedTime
  readonly drive: SimulatedDrive
  readonly choices: Choices
  /** Probability of a kill before or after each write, and around each reading of the drive. */
  readonly killing: () => number
  readonly sent: SentPiece[]
}

/** One process of the app, as far as the watched folder needs it. It can be killed between any two steps. */
export class SimulatedWatch {
  readonly service: WatchedFolderService
  readonly watcher: FolderWatcher
  readonly watched: WatchedRecordings
  readonly store: TranscriptionStore
  readonly settings: SettingsService
  private readonly parts: SimulatedWatchParts
  private readonly budget: AutomaticBudget
  private readonly clock
  private alive = true

  constructor(parts: SimulatedWatchParts) {
    this.parts = parts
    const { drive, time, world } = parts
    const clock = time.clock()
    this.clock = clock
    const database = this.database(world.database)
    const events: EventSink = { emit: () => undefined }
    const log = (): void => undefined
    const jobs = new TranscriptionJobs(database)
    const library = new MediaLibrary(world.folder, new MediaItems(database), () => clock.now())
    const keeper = { has: () => false, answersOf: () => [] }
    const transcripts = new Transcripts(database)
    this.settings = new SettingsService(memoryStore(), events, () => {})
    this.store = new TranscriptionStore({ database, events, jobs, keeper, library, log, transcripts })
    this.watched = new WatchedRecordings(database)
    this.budget = new AutomaticBudget({
      ...{ clock, database, log, settings: this.settings, watched: this.watched },
      connections: { has: () => true },
      spending: { budget: () => null, listPrices: () => [yuanAMinute] },
    })
    const { budget, store, watched } = this
    const isTranscribed = (hash: string): boolean => jobs.hasSource(hash)
    const view = this.view()
    this.watcher = new FolderWatcher({
      ...{ clock, database, isTranscribed, log, view, watched },
      onLook: () => this.service.afterLook(),
    })
    const intake = new WatchedIntake({
      ...{ clock, database, log, store, watched },
      receiver: { takeIn: (input, hand) => this.takeIn(input, hand) },
      cancelJob: (jobId) => {
        store.record(jobId, { type: 'cancel', at: clock.now() })
        store.applyEvent(jobId, { type: 'dismiss', at: clock.now() })
      },
      onUnread: () => this.watcher.compareAll(),
    })
    this.service = new WatchedFolderService({
      ...{ budget, clock, database, events, intake, isTranscribed, log, store, view, watched },
      watcher: this.watcher,
      connections: { has: () => true },
      dataFolder: world.folder,
      folders: { choose: async () => ({ by: 'main', folder: drive.folder }) },
      resumeJob: (jobId) => void store.applyEvent(jobId, { type: 'resume' }),
    })
  }

  /** Starts as the app does after the last process ended. */
  start(): void {
    this.protect(() => {
      for (const id of this.store.idsIn(['receiving', 'sending', 'paused']))
        this.store.record(id, { type: 'app-began', at: this.clock.now() })
    })
    this.watcher.start()
    const turn = (): void => {
      this.protect(() => this.turn())
      this.clock.after(3 * second, turn)
    }
    this.clock.after(3 * second, turn)
  }

  get isAlive(): boolean {
    return this.alive
  }

  kill(): void {
    this.alive = false
    this.clock.kill()
  }

  /** Runs an act of the user; a kill in the middle of it ends it. */
  protect(run: () => void): void {
    try {
      run()
    } catch (cause) {
      if (this.alive) throw cause
    }
  }

  /** A step between which the process can end. */
  private step(): void {
    if (!this.goesOn()) throw new Error('the process has ended')
  }

  private goesOn(): boolean {
    const { choices, killing } = this.parts
    if (this.alive && choices.random() < killing()) this.kill()
    return this.alive
  }

  /** A connection whose process can end before and after each transaction. */
  private database(shared: Database): Database {
    const own: Database = Object.create(shared)
    const run = <T>(work: () => T): T => {
      this.step()
      const result = shared.transaction(work)
      this.step()
      return result
    }
    Object.defineProperty(own, 'durably', { value: run })
    Object.defineProperty(own, 'transaction', { value: run })
    return own
  }

  private view(): FolderView {
    const { drive } = this.parts
    return {
      list: async () => {
        if (!this.goesOn() || !drive.isThere) return null
        const files = [...drive.files].map(([path, { bytes, modifiedAt }]) => ({ path, bytes, modifiedAt }))
        return { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), isCut: false }
      },
      read: async (_, path) => {
        if (!this.goesOn()) return null
        const file = drive.at(join(drive.folder, path))
        if (file === null) return null
        const { bytes, content, modifiedAt } = file
        return { hash: hashOf(content), bytes, modifiedAt, isSound: true, duration: drive.lengthOf(content) }
      },
    }
  }

  /** Copies a recording in some seconds, in which the drive can go and the file can change. */
  private readonly takeIn: Receiver['takeIn'] = async (input, hand) => {
    const known = this.store.findJob(input.jobId)
    if (known !== null) return this.store.viewOf(known)
    await hand(async ({ path }) => {
      const { drive, world } = this.parts
      const found = drive.at(path)
      if (found === null) return fail('file_refused', 'not there')
      const about = { id: input.jobId, name: basename(path), bytes: found.bytes, request: input.request }
      this.store.addJob({ ...receivingProgress, ...about, createdAt: this.clock.now() })
      await new Promise<void>((resolve) => this.clock.after(this.parts.choices.random() * 12 * second, resolve))
      const now = drive.at(path)
      if (now === null || now.modifiedAt !== found.modifiedAt) {
        const error = appError('file_refused', 'gone or changed')
        this.store.record(input.jobId, { type: 'not-received', at: this.clock.now(), error })
        return false
      }
      const id = hashOf(now.content)
      contents.set(id, now.content)
      new MediaItems(world.database).addMediaItem(
        { id, mime: 'audio/wav', bytes: now.bytes, width: null, height: null },
        1,
      )
      this.store.applyEvent(input.jobId, { type: 'received', sourceId: id, cut: 'no' })
      return true
    })
    return this.store.viewOf(this.store.findJob(input.jobId) ?? fail('not_found'))
  }

  /** Lets pages analyse recordings, and the queue send one piece of each job, as they do within some seconds. */
  private turn(): void {
    const { drive } = this.parts
    const now = this.clock.now()
    for (const id of this.store.idsIn(['preparing'])) {
      const job = this.store.findJob(id)
      const content = contents.get(job?.sourceId ?? '')
      if (job === null || content === undefined) continue
      // the header may state another length than the sound has
      const duration = Math.round(drive.lengthOf(content) * (1 + (job.bytes % 5) / 20))
      const half = { from: 0, to: duration / 2, mediaId: job.sourceId ?? '' }
      const isCut = job.bytes % 3 === 0
      if (isCut) {
        this.store.applyEvent(id, { type: 'piece-put', index: 0, piece: half })
        this.store.applyEvent(id, {
          type: 'piece-put',
          index: 1,
          piece: { ...half, from: half.to - 900, to: duration },
        })
      }
      this.store.applyEvent(id, { type: 'listened', at: now, duration, silent: false, whole: !isCut })
    }
    for (const id of this.store.idsIn(['waiting'])) {
      const retryAt = this.store.findJob(id)?.retryAt ?? 0
      if (retryAt <= now) this.store.record(id, { type: 'wait-over' })
    }
    for (const id of this.store.idsIn(['queued'])) this.send(id)
  }

  /** Sends the next piece as the sender of pieces does. */
  private send(id: string): void {
    const { budget, store } = this
    const { choices, sent } = this.parts
    const job = store.findJob(id)
    const index = job === null ? null : nextPiece(job)
    if (job === null || index === null || this.settings.get().queuesPaused) return
    if (!budget.allows(job, index)) {
      budget.hold(id)
      store.record(id, { type: 'pause' })
      return
    }
    const charges: string[] = []
    const isAutomatic = budget.isAutomatic(id)
    const event = { type: 'sent', at: this.clock.now(), index } as const
    const out = store.applyEvent(id, event, (next) => charges.push(...budget.charge(next, index)))
    if (out === null) return
    const outcome = choices.one(['answered', 'answered', 'answered', 'answered', 'lost', 'failed', 'refused'] as const)
    const piece = out.pieces[index]
    const nano = costOf({ soundMs: Math.round((piece?.to ?? 0) - (piece?.from ?? 0)) }, yuanAMinute) ?? 0
    const content = contents.get(job.sourceId ?? '') ?? ''
    const about = { jobId: id, content, index, isAutomatic, at: event.at, outcome }
    sent.push({ ...about, nano: outcome === 'refused' ? 0 : nano })
    this.clock.after(choices.random() * 20 * second, () => this.protect(() => this.end(id, index, outcome, charges)))
  }

  private end(id: string, index: number, outcome: SentPiece['outcome'], charges: readonly string[]): void {
    const { budget, clock, store } = this
    const at = clock.now()
    if (outcome === 'answered') {
      store.applyEvent(id, { type: 'answered', at, index, duration: null })
      return
    }
    const code = failureCodes[outcome]
    const decision = outcome === 'lost' ? ({ action: 'ask' } as const) : ({ action: 'retry', delayMs: 3_000 } as const)
    const job = store.record(id, { type: 'attempt-failed', at, error: appError(code, outcome), decision })
    if (job?.status !== 'unknown' && !mayBeCharged(code)) budget.takeBack(charges)
  }
}

const failureCodes = { lost: 'connection_lost', failed: 'server_error', refused: 'rate_limited' } as const

/** Contents by their hashes, which the library of the simulation has. */
const contents = new Map<string, string>()
