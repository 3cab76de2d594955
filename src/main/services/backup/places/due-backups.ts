import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '../../../../shared/backup.ts'
import { fail } from '../../../../shared/errors.ts'
import type { PlaceWork } from '../../../../shared/places.ts'
import { failureOf } from '../../../faults.ts'
import type { Place } from '../../../places/place.ts'
import type { Ports } from '../../../platform.ts'
import type { SettingsService } from '../../app/settings-service.ts'
import type { BackupShelf } from '../backup-shelf.ts'
import type { PassphraseKeeper } from '../passphrase-keeper.ts'
import { stagedManifest } from './packing.ts'
import { type RunTask, type SendParts, type Source, sendBackup } from './place-sender.ts'
import { isTidyFault, tidyPlace } from './place-tidier.ts'
import { mustStillBeThere } from './placed-reader.ts'
import { newestUnsent } from './placed-rules.ts'
import { type PlacesFile, placeFolder, type StoredPlace, stagingFolder } from './places-file.ts'

export interface DueBackupsParts extends Pick<Ports, 'clock' | 'log'> {
  /** The folder of local backups. */
  readonly folder: string
  readonly file: PlacesFile
  readonly shelf: BackupShelf
  readonly passphrase: PassphraseKeeper
  readonly settings: SettingsService
  /** Makes a local backup with the passphrase of automatic backups. */
  readonly makeFresh: () => Promise<Backup>
}

/** Signal, progress and task runner of the job that sends a backup. */
interface Sending {
  readonly signal: AbortSignal
  readonly run: RunTask
  readonly show: (changes: Partial<Pick<PlaceWork, 'step' | 'progress'>>) => void
}

/** Finds the backup that a place lacks, and sends it. */
export class DueBackups {
  private readonly parts: DueBackupsParts

  constructor(parts: DueBackupsParts) {
    this.parts = parts
  }

  /** Resolves to true if a backup is partly sent, or a newer one was made. */
  async isDue(stored: StoredPlace): Promise<boolean> {
    return (await this.isUnfinished(stored.id)) || (await this.newest(stored)) !== null
  }

  /** Resolves to true if a backup is partly sent. */
  async isUnfinished(id: string): Promise<boolean> {
    return (await stagedManifest(join(stagingFolder(this.parts.folder), id, 'sending'))) !== null
  }

  /** Records that bytes at a place have changed. A partly sent backup depends on them, so it is given up. */
  async doubt(id: string): Promise<void> {
    await rm(placeFolder(this.parts.folder, id, 'sending'), { recursive: true, force: true })
    this.parts.file.change(id, { doubted: true })
    this.parts.log('warn', 'a backup place has changed bytes')
  }

  /** Sends the backup that is due, or a new one, and tidies the place. Throws an AppFailure. */
  async sendBackup(stored: StoredPlace, place: Place, sending: Sending): Promise<void> {
    const { clock, file, log, shelf } = this.parts
    const { id } = stored
    const passphrase = (await this.parts.passphrase.get()) ?? fail('place_passphrase_missing')
    await mustStillBeThere(place, file.computer, file.findPlace(id)?.known ?? [])
    const { bytes, contents, manifest } = await shelf.withWork(randomUUID(), async (work) => {
      const parts: SendParts = {
        place,
        computer: file.computer,
        staging: placeFolder(this.parts.folder, id, 'sending'),
        work,
        passphrase,
        signal: sending.signal,
        run: sending.run,
        step: (step, progress) => sending.show({ step, progress }),
        isDoubted: () => file.findPlace(id)?.doubted ?? false,
        doubt: () => this.doubt(id),
      }
      const fresh = async (): Promise<Source> => this.sourceOf(await this.parts.makeFresh(), passphrase)
      const source = async (): Promise<Source> => {
        const newest = await this.newest(file.findPlace(id) ?? stored)
        return newest === null ? await fresh() : this.sourceOf(newest, passphrase)
      }
      return await sendBackup(parts, source).catch(async (cause: unknown) => {
        // the passphrase has changed since that backup, or since it was packed
        if (failureOf(cause).code !== 'wrong_passphrase') throw cause
        await rm(parts.staging, { recursive: true, force: true })
        return await sendBackup(parts, fresh)
      })
    })
    const known = [...(file.findPlace(id)?.known ?? []).filter(({ name }) => name !== manifest.name)]
    file.change(id, {
      last: { at: clock.now(), madeAt: manifest.madeAt, bytes },
      failed: null,
      doubted: false,
      known: [...known, { name: manifest.name, contents }],
    })
    log('info', 'backup sent to a place', { kind: stored.target.kind, bytes })
    await this.tidy(id, place, sending)
  }

  /** Removes old backups at a place. If the place refuses, they stay: the backup that was sent is complete. */
  private async tidy(id: string, place: Place, { show, signal }: Sending): Promise<void> {
    const { clock, file, log, settings } = this.parts
    show({ step: 'tidying', progress: null })
    const { backupGigabytes, backupKeep } = settings.get()
    const rule = { now: clock.now(), count: backupKeep, bytes: backupGigabytes * 1e9 }
    try {
      const wish = { rule, removing: [], scope: 'all' } as const
      file.change(id, { known: await tidyPlace(place, file.computer, file.findPlace(id)?.known ?? [], wish) })
    } catch (cause) {
      signal.throwIfAborted()
      log('warn', 'a place was not tidied', { code: failureOf(cause).code })
      if (isTidyFault(cause)) file.change(id, { failed: { at: clock.now(), error: failureOf(cause) } })
    }
  }

  /** Resolves to the newest verified backup that a place lacks and that can be opened here, or to null. */
  private async newest(stored: StoredPlace): Promise<Backup | null> {
    const usable = (await this.parts.shelf.listBackups()).filter(
      ({ origin, sealed, verifiedAt }) =>
        verifiedAt !== null && (origin === 'automatic' || (origin === 'by-hand' && !sealed)),
    )
    return newestUnsent(usable, stored, this.parts.clock.now())
  }

  private sourceOf(backup: Backup, passphrase: string): Source {
    return { backup, path: this.parts.shelf.pathOf(backup.name), passphrase: backup.sealed ? passphrase : null }
  }
}
