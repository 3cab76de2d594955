import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import type { Backup, BackupState } from '../../../shared/backup.ts'
import { type AppError, fail } from '../../../shared/errors.ts'
import type { SavedFile } from '../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { failureOf } from '../../faults.ts'
import type { Imports } from '../../media/imports.ts'
import type { Exports, Ports } from '../../platform.ts'
import { newCopyName } from '../../storage/pending-restore.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { written } from '../media/written-file.ts'
import type { TaskResult } from './backup-messages.ts'
import { backupName } from './backup-names.ts'
import { beyondKeep, isFaultOfFile, nextBackup } from './backup-rules.ts'
import { BackupRunner } from './backup-runner.ts'
import type { BackupShelf } from './backup-shelf.ts'
import type { PassphraseKeeper } from './passphrase-keeper.ts'

const hourMs = 60 * 60_000
/** How long an automatic backup waits before it checks again whether the app is busy, in ms. */
const busyMs = 5 * 60_000
/** Longest wait before the next backup is planned anew, in ms. */
const timerMaxMs = 20 * 24 * hourMs
/** A restored, verified database next to the one in use. */
export interface BroughtBack {
  readonly copy: string
  /** Creation time of the backup, ms since 1970. */
  readonly madeAt: number
  readonly settings: string
}

export interface BackupServiceParts extends Pick<Ports, 'events' | 'clock' | 'log'> {
  readonly dataFolder: string
  readonly version: string
  readonly shelf: BackupShelf
  readonly passphrase: PassphraseKeeper
  readonly settings: SettingsService
  readonly remover: MediaRemover
  readonly imports: Imports
  readonly exports: Exports
  /** True if the app is busy with work that a backup should wait for. */
  readonly busy: () => boolean
  /** Called after each verified backup that was not made before a restore. */
  readonly made: () => void
  /** Ends the app; its next start puts the restored data in place. */
  readonly putInPlace: (brought: BroughtBack) => Promise<void>
}

/** Makes, checks and restores backups, one task at a time, in its own thread. */
export class BackupService {
  private readonly parts: BackupServiceParts
  private readonly startedAt: number
  /** Runs one task on the data folder at a time, including moves. */
  readonly runner: BackupRunner
  private failed: AppError | null = null
  private cancelTimer: () => void = () => undefined

  constructor(parts: BackupServiceParts) {
    this.parts = parts
    this.startedAt = parts.clock.now()
    const { dataFolder, shelf } = parts
    this.runner = new BackupRunner({
      dataFolder,
      shelf,
      onStep: () => void this.emitState(),
      onRest: () => this.planned(),
    })
    parts.settings.onChange(() => void this.planned())
  }

  /** Starts automatic backups. Never rejects. */
  async start(): Promise<void> {
    await this.planned()
  }

  async listBackups(): Promise<BackupState> {
    const sealing = await this.parts.passphrase.sealingState()
    const backups = await this.parts.shelf.listBackups()
    const { clock, settings } = this.parts
    const nextAt = nextBackup(backups, settings.get().backupEvery, this.startedAt, clock.now())
    // the fastest-changing parts are read last
    return { backups, sealing, nextAt, work: this.runner.work, failed: this.failed }
  }

  /** Resolves when the backup is verified. */
  async makeBackup({ passphrase }: CallInput<'backups.make'>): Promise<Backup> {
    return await this.runner.alone('make', null, (signal) => this.made('by-hand', passphrase, signal))
  }

  async verify({ name, passphrase }: CallInput<'backups.verify'>): Promise<Backup> {
    const backup = await this.parts.shelf.findBackup(name)
    return await this.runner.alone('verify', name, async (signal) => {
      const words = await this.passphraseFor(backup, passphrase)
      return await this.verified(backup, words, signal).catch(async (cause: unknown) => {
        const error = failureOf(cause)
        if (!isFaultOfFile(error.code)) throw cause
        return await this.parts.shelf.findBackup(name)
      })
    })
  }

  async preview({ name, passphrase }: CallInput<'backups.preview'>): Promise<CallOutput<'backups.preview'>> {
    const backup = await this.parts.shelf.findBackup(name)
    const words = await this.passphraseFor(backup, passphrase)
    return await this.runner.alone('verify', name, (signal) =>
      this.runner.withOpening((opening) => this.runner.task({ kind: 'preview', ...opening }, signal), name, words),
    )
  }

  /** Ends the app on success; on failure the present data stay unchanged. */
  async restoreBackup({ name, passphrase }: CallInput<'backups.restore'>): Promise<null> {
    const backup = await this.parts.shelf.findBackup(name)
    const words = await this.passphraseFor(backup, passphrase)
    const copy = newCopyName()
    const brought = await this.runner.alone('restore', name, async (signal) => {
      await this.verified(backup, words, signal)
      await this.keepPresent((await this.parts.passphrase.get()) ?? words, signal)
      const found = await this.runner.withOpening(
        (opening) => {
          const ownManifests = this.parts.shelf.ownManifests()
          return this.runner.task({ kind: 'restore', ...opening, copy, ownManifests }, signal)
        },
        name,
        words,
      )
      return { copy, ...found }
    })
    this.parts.log('info', 'backup restored', {})
    await this.parts.putInPlace(brought)
    return null
  }

  async removeBackup({ name }: CallInput<'backups.remove'>): Promise<null> {
    if (this.runner.work?.name === name) fail('busy', 'it is being worked with')
    await this.parts.shelf.removeBackup(name)
    await this.planned()
    return null
  }

  async addBackup({ token, name }: CallInput<'backups.add'>): Promise<Backup> {
    const added = await this.parts.imports.takeFile(token, ({ path }) => this.parts.shelf.addBackup(path, name))
    await this.emitState()
    return added ?? fail('not_found', 'the file has to be chosen again')
  }

  async saveBackup({ name }: CallInput<'backups.save'>): Promise<SavedFile> {
    const backup = await this.parts.shelf.findBackup(name)
    return await this.parts.exports.saveFile(backup.name, (path) =>
      written(path, (part) => copyFile(this.parts.shelf.pathOf(backup.name), part, constants.COPYFILE_FICLONE)),
    )
  }

  /** Cancels the running work. Resolves when it has ended. */
  async cancelTask(): Promise<null> {
    await this.runner.cancelTask()
    return null
  }

  async setPassphrase({ passphrase }: CallInput<'backups.setPassphrase'>): Promise<BackupState> {
    await this.parts.passphrase.set(passphrase)
    this.failed = null
    await this.planned()
    return await this.listBackups()
  }

  /** Storage use by category; safe to call while other work runs. */
  async usage(): Promise<TaskResult<'usage'>> {
    const { dataFolder } = this.parts
    return await this.runner.beside({ kind: 'usage', dataFolder })
  }

  async orphans(): Promise<TaskResult<'orphans'>> {
    const { dataFolder } = this.parts
    return await this.runner.alone('verify', null, (signal) =>
      this.runner.task({ kind: 'orphans', dataFolder }, signal),
    )
  }

  async removeOrphans(): Promise<TaskResult<'removeOrphans'>> {
    const { dataFolder } = this.parts
    return await this.runner.alone('verify', null, (signal) =>
      this.runner.task({ kind: 'removeOrphans', dataFolder }, signal),
    )
  }

  async check(): Promise<TaskResult<'check'>> {
    const { dataFolder } = this.parts
    return await this.runner.alone('verify', null, (signal) => this.runner.task({ kind: 'check', dataFolder }, signal))
  }

  /** Ends the running work; nothing incomplete remains. */
  async close(): Promise<void> {
    this.cancelTimer()
    await this.runner.close()
  }

  private async made(
    origin: 'automatic' | 'by-hand' | 'before-restore',
    passphrase: string | null,
    signal: AbortSignal,
  ): Promise<Backup> {
    const { clock, remover, settings, shelf, version } = this.parts
    const madeAt = clock.now()
    const name = backupName(madeAt, origin)
    const resume = remover.pause()
    try {
      const found = await this.runner.withOpening(
        (opening) =>
          this.runner.task(
            { kind: 'make', ...opening, app: version, madeAt, settings: JSON.stringify(settings.get()) },
            signal,
          ),
        name,
        passphrase,
      )
      const { manifest, ...about } = found
      const noted = await shelf.recordCheck(name, { ...about, origin, verifiedAt: clock.now(), error: null }, manifest)
      if (origin !== 'before-restore') this.parts.made()
      return noted
    } finally {
      resume()
    }
  }

  private async verified(backup: Backup, passphrase: string | null, signal: AbortSignal): Promise<Backup> {
    const { name, origin } = backup
    try {
      const { contents, madeAt } = await this.runner.withOpening(
        (opening) => this.runner.task({ kind: 'verify', ...opening }, signal),
        name,
        passphrase,
      )
      return await this.parts.shelf.recordCheck(name, {
        contents,
        madeAt,
        origin,
        verifiedAt: this.parts.clock.now(),
        error: null,
      })
    } catch (cause) {
      const error = failureOf(cause)
      if (isFaultOfFile(error.code)) await this.parts.shelf.noteError(backup, error)
      throw cause
    }
  }

  private async keepPresent(passphrase: string | null, signal: AbortSignal): Promise<void> {
    try {
      await this.made('before-restore', passphrase, signal)
    } catch (cause) {
      // a damaged database cannot be verified; its file is set aside untouched, as always
      const { code } = failureOf(cause)
      if (code !== 'storage_damaged' && code !== 'backup_damaged') throw cause
      this.parts.log('warn', 'the present state could not be kept as a backup', { code })
    }
  }

  private async passphraseFor(backup: Backup, given: string | null): Promise<string | null> {
    return backup.sealed ? (given ?? (await this.parts.passphrase.get())) : null
  }

  /** Sets the timer of the next automatic backup, and notifies the pages. Never rejects. */
  private async planned(): Promise<void> {
    this.cancelTimer()
    this.cancelTimer = () => undefined
    try {
      const state = await this.listBackups()
      if (this.runner.closed) return
      this.parts.events.emit('backups.changed', state)
      if (state.nextAt === null) return
      const now = this.parts.clock.now()
      const wait = this.failed === null ? state.nextAt - now : Math.max(state.nextAt - now, hourMs)
      this.planBackup(Math.max(0, wait))
    } catch (cause) {
      this.parts.log('warn', 'the backups could not be listed', { code: failureOf(cause).code })
    }
  }

  private planBackup(ms: number): void {
    this.cancelTimer()
    this.cancelTimer = this.parts.clock.after(Math.min(timerMaxMs, ms), () => {
      if (ms > timerMaxMs) void this.planned()
      else if (this.runner.work !== null || this.parts.busy()) this.planBackup(busyMs)
      else void this.automatic()
    })
  }

  /** Makes a backup like the automatic ones, and removes old ones. Throws `busy` while other backup work runs. */
  async makeFresh(): Promise<Backup> {
    const { clock, passphrase, settings, shelf } = this.parts
    return await this.runner.alone('make', null, async (signal) => {
      // tries a keychain again that was locked
      const words = await passphrase.get()
      if ((await passphrase.sealingState()) === 'lost')
        fail('wrong_passphrase', 'the keychain has the passphrase no more')
      const made = await this.made('automatic', words, signal)
      this.failed = null
      const { backupKeep, backupGigabytes } = settings.get()
      const rule = { now: clock.now(), count: backupKeep, bytes: backupGigabytes * 1e9 }
      for (const name of beyondKeep(await shelf.listBackups(), rule)) await shelf.removeBackup(name)
      return made
    })
  }

  private async automatic(): Promise<void> {
    const { log } = this.parts
    try {
      await this.makeFresh()
    } catch (cause) {
      const error = failureOf(cause)
      if (error.code === 'app_closed' || this.runner.closed) return
      this.failed = error
      log('warn', 'no automatic backup', { code: error.code })
      await this.planned()
    }
  }

  private async emitState(): Promise<void> {
    const state = await this.listBackups().catch(() => null)
    if (state !== null && !this.runner.closed) this.parts.events.emit('backups.changed', state)
  }
}
