import { randomUUID } from 'node:crypto'
import { fail } from '../../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts'
import { type WatchedFolder, watchedShownMax } from '../../../../shared/watched-folder.ts'
import { failureOf } from '../../../faults.ts'
import type { Folders, Ports } from '../../../platform.ts'
import { chosenFolder } from '../../../security/chosen-folder.ts'
import type { Database } from '../../../storage/database.ts'
import type { StoredFolder, WatchedFile, WatchedHold, WatchedRecordings } from '../../../storage/watched-recordings.ts'
import type { ConnectionsService } from '../../connections/connections-service.ts'
import type { TranscriptionStore } from '../transcription-store.ts'
import type { AutomaticBudget } from './automatic-budget.ts'
import type { FolderListing, FolderView } from './folder-view.ts'
import type { FolderWatcher } from './folder-watcher.ts'
import { type SendDecision, sendDecisions } from './send-policy.ts'
import type { WatchedIntake } from './watched-intake.ts'

export interface WatchedFolderParts extends Pick<Ports, 'clock' | 'events' | 'log'> {
  readonly dataFolder: string
  readonly folders: Folders
  readonly database: Pick<Database, 'durably'>
  readonly connections: Pick<ConnectionsService, 'has'>
  readonly watched: WatchedRecordings
  readonly view: FolderView
  readonly watcher: FolderWatcher
  readonly intake: WatchedIntake
  readonly budget: AutomaticBudget
  readonly store: Pick<TranscriptionStore, 'findJob'>
  /** Returns true if a recording with this content was transcribed another way. */
  readonly isTranscribed: (hash: string) => boolean
  /** Continues a job that rests because of the budget. */
  readonly resumeJob: (jobId: string) => void
}

/** The folder whose new recordings wait for a press, or are queued automatically within a budget. */
export class WatchedFolderService {
  private readonly parts: WatchedFolderParts
  /** The state that pages have, as JSON. */
  private emitted = ''

  constructor(parts: WatchedFolderParts) {
    this.parts = parts
  }

  /** Returns the watched folder; null if there is none. */
  get(): WatchedFolder | null {
    const { budget, watched, watcher } = this.parts
    const folder = watched.folder()
    if (folder === null) return null
    const waiting = watcher.waiting(folder)
    const decisions = this.decisions(folder, waiting)
    return {
      path: folder.path,
      isHere: watcher.isHere(folder),
      isCut: watcher.listed(folder)?.isCut ?? false,
      automatic: budget.automatic,
      spentNano: budget.spentNano,
      waiting: waiting.slice(0, watchedShownMax).map(({ bytes, duration, id, path }) => ({
        ...{ id, name: path, bytes, duration },
        reason: decisions.get(id)?.reason ?? 'press',
      })),
      waitingTotal: waiting.length,
      held: watched.automaticFiles().filter(({ isHeld }) => isHeld).length,
      missed: watched.missedIn(folder.path),
    }
  }

  /** Chooses a folder. A path from the page is accepted only if the shell has no dialog. */
  async choose({ path }: CallInput<'watch.choose'>): Promise<CallOutput<'watch.choose'>> {
    const { dataFolder, folders, view } = this.parts
    const chosen = await folders.choose()
    if (chosen.by === 'page' && path === null) return 'ask'
    const typed = chosen.by === 'main' ? chosen.folder : path
    if (typed === null) return 'cancelled'
    const folder = await chosenFolder(typed, dataFolder)
    const listing = (await view.list(folder)) ?? fail('folder_not_found', 'the folder cannot be read')
    // later a file beyond the bound would look new
    if (listing.isCut) fail('invalid_input', 'too many files in one folder')
    this.beginWith(folder, listing)
    return 'chosen'
  }

  /** Ends the watch. What was seen stays remembered. */
  end(): null {
    const { database, watched } = this.parts
    database.durably(() => {
      watched.removeFolder()
      watched.clearMissed()
    })
    return this.emitChange()
  }

  setAutomatic({ automatic }: CallInput<'watch.setAutomatic'>): null {
    const { connections, database, watched, watcher } = this.parts
    const folder = this.folder()
    if (automatic !== null && !connections.has(automatic.request.connectionId)) fail('no_connection')
    database.durably(() => {
      watched.putFolder({
        path: folder.path,
        isAutomatic: automatic !== null,
        budget: automatic?.budget.nano ?? null,
        currency: automatic?.budget.currency ?? null,
        request: automatic?.request ?? null,
      })
      // the user saw what is sent from now on, and not these
      if (!folder.isAutomatic)
        for (const file of watched.filesIn(folder.path))
          if (file.state === 'waiting' && file.hold === null) watched.putFile({ ...file, hold: 'press' })
    })
    watcher.hurry()
    return this.emitChange()
  }

  /** Queues waiting recordings that are in the folder now. */
  send({ fileIds, request }: CallInput<'watch.send'>): null {
    const { connections, intake, watcher } = this.parts
    const folder = this.folder()
    if (!connections.has(request.connectionId)) fail('no_connection')
    for (const file of watcher.waiting(folder)) if (fileIds.includes(file.id)) intake.queue(file, request, null)
    return this.emitChange()
  }

  leave({ fileIds, isLeft }: CallInput<'watch.leave'>): null {
    const { database, watched } = this.parts
    database.durably(() => {
      for (const id of fileIds) {
        const file = watched.findFile(id)
        if (file?.state === (isLeft ? 'waiting' : 'left') && file.jobId === null)
          watched.putFile({ ...file, state: isLeft ? 'left' : 'waiting', hold: file.hold ?? 'press' })
      }
    })
    return this.emitChange()
  }

  noted(): null {
    this.parts.database.durably(() => this.parts.watched.clearMissed())
    return this.emitChange()
  }

  /** Notes that the user continues a job. */
  pressed(jobId: string): void {
    this.parts.budget.pressed(jobId)
    this.emitChange()
  }

  /** Continues after a look: follows what is being queued, then queues what may be sent automatically. Never throws. */
  afterLook(): void {
    try {
      this.goOn()
    } catch (cause) {
      // the next look begins anew
      this.parts.log('error', 'the watched folder could not go on', { code: failureOf(cause).code })
    }
    this.emitChange()
  }

  private goOn(): void {
    const { intake, isTranscribed, watched, watcher } = this.parts
    const folder = watched.folder()
    if (folder === null) return
    const listing = watcher.listed(folder)
    this.resumeHeld()
    if (listing === null) return
    intake.follow(folder.path, listing.files)
    const waiting = watcher.waiting(folder)
    const decisions = this.decisions(folder, waiting)
    const request = this.parts.budget.automatic?.request ?? null
    for (const file of waiting) {
      const decision = decisions.get(file.id)
      if (request === null || decision?.reason !== 'next') continue
      if (file.hash === null || isTranscribed(file.hash)) this.hold(file, 'transcribed')
      else intake.queue(file, request, decision.cost)
    }
  }

  /** Lets a recording wait for a press. */
  private hold(file: WatchedFile, hold: WatchedHold): void {
    this.parts.database.durably(() => this.parts.watched.putFile({ ...file, hold }))
  }

  /** Continues jobs that rest because of the budget, in their order, as far as it allows. */
  private resumeHeld(): void {
    const { budget, database, resumeJob, store, watched } = this.parts
    if (budget.automatic === null) return
    for (const file of watched.automaticFiles()) {
      if (!file.isHeld || file.jobId === null) continue
      const job = store.findJob(file.jobId)
      const piece = job?.pieces.findIndex(({ state }) => state !== 'done') ?? -1
      const rests = job?.status === 'paused'
      if (job !== null && rests && (piece < 0 || !budget.allows(job, piece))) continue
      database.durably(() => watched.putFile({ ...file, isHeld: false }))
      if (rests) resumeJob(file.jobId)
    }
  }

  private decisions(folder: StoredFolder, waiting: readonly WatchedFile[]): ReadonlyMap<string, SendDecision> {
    const { budget, watcher } = this.parts
    const isCut = watcher.listed(folder)?.isCut ?? true
    return sendDecisions(waiting, isCut ? null : budget.allowance())
  }

  /** Remembers the present files of a folder, and watches it from now on. */
  private beginWith(path: string, { files }: FolderListing): void {
    const { clock, database, watched, watcher } = this.parts
    database.durably(() => {
      // recordings that waited until now were there before this choice
      for (const file of watched.filesInState('waiting'))
        watched.putFile({ ...file, state: 'earlier', isMissed: false })
      const known = new Map(watched.filesIn(path).map((file) => [file.path, file]))
      for (const { bytes, modifiedAt, path: name } of files) {
        const row = known.get(name)
        if (row !== undefined && row.bytes === bytes && row.modifiedAt === modifiedAt) continue
        if (row !== undefined) watched.putFile({ ...row, path: '' })
        watched.putFile({
          ...{ id: randomUUID(), folder: path, path: name, bytes, modifiedAt, hash: null, duration: null },
          ...{ state: 'earlier', hold: null, jobId: null, request: null, isAutomatic: false, isHeld: false },
          ...{ estimate: null, isMissed: false, seenAt: clock.now() },
        })
      }
      watched.putFolder({ path, isAutomatic: false, budget: null, currency: null, request: null })
    })
    watcher.begin(path, { files, isCut: false })
    this.emitChange()
  }

  private folder(): StoredFolder {
    return this.parts.watched.folder() ?? fail('not_found', 'no folder is watched')
  }

  private emitChange(): null {
    const folder = this.get()
    const state = JSON.stringify(folder)
    if (state !== this.emitted) this.parts.events.emit('watch.changed', { folder })
    this.emitted = state
    return null
  }
}
