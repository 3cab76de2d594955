import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '../../../../shared/backup.ts'
import { type AppError, fail } from '../../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts'
import type { PlacesState, Place as PlaceView, PlaceWork } from '../../../../shared/places.ts'
import { placesMax } from '../../../../shared/places-limits.ts'
import { failureOf } from '../../../faults.ts'
import type { PlaceOpener } from '../../../places/open-place.ts'
import type { Place } from '../../../places/place.ts'
import type { Ports, Secrets } from '../../../platform.ts'
import { runTask } from '../backup-worker.ts'
import { DueBackups, type DueBackupsParts } from './due-backups.ts'
import { bringBackup } from './place-bringer.ts'
import { isSamePlace, PlaceDoor } from './place-door.ts'
import { PlaceQueue } from './place-queue.ts'
import type { RunTask } from './place-sender.ts'
import { testPlace } from './place-test.ts'
import { tidyPlace } from './place-tidier.ts'
import { listBackups } from './placed-reader.ts'
import { placeFolder, type StoredPlace, stagingFolder } from './places-file.ts'

/** Quiet time after the app's start, in ms. */
const restMs = 60_000

export interface PlacesServiceParts extends DueBackupsParts, Pick<Ports, 'events'> {
  readonly dataFolder: string
  readonly opener: PlaceOpener
  readonly secrets: Secrets
}

/** Sends backups to other places and fetches them from there, one job at a time. */
export class PlacesService {
  private readonly parts: PlacesServiceParts
  private readonly door: PlaceDoor
  private readonly due: DueBackups
  private readonly queue: PlaceQueue
  private undoStart: () => void = () => undefined

  constructor(parts: PlacesServiceParts) {
    this.parts = parts
    this.door = new PlaceDoor(parts)
    this.due = new DueBackups(parts)
    this.queue = new PlaceQueue({
      clock: parts.clock,
      isDue: async (id) => this.due.isDue(this.placeWithId(id)),
      send: (id) => this.sendOne(id),
      onPlansChanged: () => this.emitState(),
    })
  }

  /** Continues unfinished uploads, and sends backups made since, after a while. */
  start(): void {
    this.undoStart = this.parts.clock.after(restMs, () => {
      this.made()
      void this.parts.file.removeStrays()
    })
  }

  async placesState(): Promise<PlacesState> {
    const places = await Promise.all(this.parts.file.places.map((place) => this.view(place)))
    return { places, work: this.queue.work }
  }

  async savePlace({ id, name, secret, target }: CallInput<'places.save'>): Promise<PlacesState> {
    const { file } = this.parts
    const before = file.findPlace(id)
    if (before === null && file.places.length >= placesMax) fail('invalid_input', 'too many places')
    await this.door.tried(id, target, secret, this.queue.closing)
    await this.door.keepSecret(id, target, secret)
    const isSame = before !== null && isSamePlace(before.target, target)
    if (before !== null && !isSame) await this.giveUp(id)
    file.putPlace({
      id,
      name,
      target,
      hasSecret: target.kind !== 'folder',
      automatic: before?.automatic ?? true,
      paused: false,
      last: isSame ? before.last : null,
      failed: null,
      doubted: isSame && before.doubted,
      known: isSame ? before.known : [],
    })
    return await this.emitPlacesState()
  }

  async test({ id, secret, target }: CallInput<'places.test'>): Promise<CallOutput<'places.test'>> {
    try {
      await testPlace(
        (tried) => this.door.tried(id, tried, secret, this.queue.closing),
        target,
        this.parts.file.computer,
      )
      return { error: null }
    } catch (cause) {
      return { error: failureOf(cause) }
    }
  }

  async forgetPlace({ id }: CallInput<'places.forget'>): Promise<PlacesState> {
    await this.giveUp(id)
    this.parts.file.removePlace(id)
    await this.door.forgetSecret(id)
    return await this.emitPlacesState()
  }

  async setAutomatic({ automatic, id }: CallInput<'places.setAutomatic'>): Promise<PlacesState> {
    this.parts.file.change(id, { automatic })
    return await this.emitPlacesState()
  }

  async sendNow({ id }: CallInput<'places.send'>): Promise<PlacesState> {
    this.placeWithId(id)
    this.parts.file.change(id, { paused: false, failed: null })
    this.queue.forgetRetry(id)
    this.queue.enqueue(id, true)
    return await this.emitPlacesState()
  }

  async pause({ id }: CallInput<'places.pause'>): Promise<PlacesState> {
    this.parts.file.change(id, { paused: true })
    await this.queue.stop(id)
    return await this.emitPlacesState()
  }

  async cancelSending({ id }: CallInput<'places.cancel'>): Promise<PlacesState> {
    await this.giveUp(id)
    this.parts.file.change(id, { paused: false })
    return await this.emitPlacesState()
  }

  async backups({ id }: CallInput<'places.backups'>): Promise<CallOutput<'places.backups'>> {
    return await listBackups(
      await this.door.openPlace(this.placeWithId(id), this.queue.closing),
      this.parts.file.computer,
    )
  }

  async bring({ computer, id, name, passphrase }: CallInput<'places.bring'>): Promise<Backup> {
    return await this.fetched(id, 'bring', { computer, name, passphrase }, async (brought) => {
      const added = await this.parts.shelf.addBackup(brought.path, brought.name)
      this.parts.log('info', 'backup fetched from a place', { kind: this.placeWithId(id).target.kind })
      return added
    })
  }

  async check({ computer, id, name, passphrase }: CallInput<'places.check'>): Promise<null> {
    await this.fetched(id, 'check', { computer, name, passphrase }, async ({ path, words, run, work }) => {
      await run({ kind: 'verify', dataFolder: this.parts.dataFolder, path, passphrase: words, work })
    })
    return null
  }

  async removeBackup({ computer, id, name }: CallInput<'places.removeBackup'>): Promise<null> {
    await this.alone(id, 'tidy', async (place, stored) => {
      const { file } = this.parts
      const isOwn = computer === file.computer
      const wish = { rule: null, removing: [name], scope: isOwn ? 'all' : 'named' } as const
      const left = await tidyPlace(place, computer, isOwn ? stored.known : [], wish)
      if (isOwn) file.change(id, { known: left })
    })
    return null
  }

  /** Called when a local backup was made and verified. */
  made(): void {
    for (const { automatic, id, paused } of this.parts.file.places) if (automatic && !paused) this.queue.enqueue(id)
  }

  /** Ends the running work. Sent data stays, and a later run continues from it. */
  async close(): Promise<void> {
    this.undoStart()
    await this.queue.close()
  }

  private async sendOne(id: string): Promise<void> {
    await this.alone(
      id,
      'send',
      async (place, stored, signal) => {
        await this.due.sendBackup(stored, place, {
          signal,
          run: this.runner(signal),
          show: (changes) => this.queue.showProgress(changes),
        })
        this.queue.forgetRetry(id)
      },
      (error) => this.recordFailure(id, error),
    )
  }

  private recordFailure(id: string, error: AppError): void {
    const { clock, file, log } = this.parts
    if (this.queue.closing.aborted || error.code === 'cancelled' || error.code === 'app_closed') return
    log('warn', 'backup not sent to a place', { code: error.code })
    file.change(id, { failed: { at: clock.now(), error } })
    this.queue.retryLater(id, error)
  }

  private async fetched<T>(
    id: string,
    kind: 'bring' | 'check',
    wanted: { readonly computer: string; readonly name: string; readonly passphrase: string | null },
    use: (brought: {
      readonly path: string
      readonly name: string
      readonly words: string
      readonly run: RunTask
      readonly work: string
    }) => Promise<T>,
  ): Promise<T> {
    const { passphrase, shelf } = this.parts
    const { computer, name } = wanted
    const words = wanted.passphrase ?? (await passphrase.get()) ?? fail('wrong_passphrase', 'none is known')
    return await this.alone(id, kind, async (place, _, signal) =>
      shelf.withWork(randomUUID(), async (work) => {
        const run = this.runner(signal)
        const folder = placeFolder(this.parts.folder, id, 'fetching')
        const step = (step: PlaceWork['step'], progress: number | null): void =>
          this.queue.showProgress({ step, progress })
        const wish = { computer, name, passphrase: words, isCheck: kind === 'check' }
        const fetching = { ...wish, place, folder, work, run, step, signal }
        const brought = bringBackup(fetching).catch(async (cause: unknown) => {
          // another computer's packs can only be sealed again by that computer
          if (failureOf(cause).code === 'place_changed' && computer === this.parts.file.computer)
            await this.due.doubt(id)
          throw cause
        })
        const { forget, name: backup, path } = await brought
        const used = await use({ path, name: backup, words, run, work })
        await forget()
        return used
      }),
    )
  }

  /** Opens a place and runs a job on it exclusively. Throws an AppFailure `busy`, `cancelled` or `app_closed`. */
  private async alone<T>(
    id: string,
    kind: PlaceWork['kind'],
    run: (place: Place, stored: StoredPlace, signal: AbortSignal) => Promise<T>,
    failed?: (error: AppError) => void,
  ): Promise<T> {
    const stored = this.placeWithId(id)
    const work = async (signal: AbortSignal): Promise<T> =>
      run(await this.door.openPlace(stored, signal), stored, signal)
    return await this.queue.alone(id, kind, work, failed)
  }

  private runner(signal: AbortSignal): RunTask {
    return (task) =>
      runTask(
        task,
        ({ progress, step }) => this.queue.showProgress(step === 'packing' ? { step, progress } : { progress }),
        signal,
      )
  }

  private async giveUp(given: string): Promise<void> {
    const { id } = this.placeWithId(given)
    await this.queue.stop(id)
    await rm(join(stagingFolder(this.parts.folder), id), { recursive: true, force: true })
  }

  /** Reads the passwords of all places once. */
  async readSecrets(): Promise<void> {
    await Promise.all(this.parts.file.places.map((stored) => this.door.secretState(stored)))
  }

  private placeWithId(id: string): StoredPlace {
    return this.parts.file.findPlace(id) ?? fail('not_found', 'no such place')
  }

  private async view(stored: StoredPlace): Promise<PlaceView> {
    const secret = await this.door.secretState(stored)
    const unfinished = await this.due.isUnfinished(stored.id)
    // read after the waits: a send may have ended meanwhile, and a late answer must not report the state before it
    const { automatic, failed, id, last, name, paused, target } = this.parts.file.findPlace(stored.id) ?? stored
    return {
      id,
      name,
      target,
      secret,
      automatic,
      paused,
      last,
      failed,
      retryAt: this.queue.retryAt(id),
      unfinished,
    }
  }

  private async emitPlacesState(): Promise<PlacesState> {
    await this.emitState()
    return await this.placesState()
  }

  private async emitState(): Promise<void> {
    const state = await this.placesState().catch(() => null)
    if (state !== null && !this.queue.closing.aborted) this.parts.events.emit('places.changed', state)
  }
}
