import { constants } from 'node:fs'
import { copyFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '../../../shared/backup.ts'
import { backupExtension } from '../../../shared/backup-limits.ts'
import { type AppError, AppFailure, fail } from '../../../shared/errors.ts'
import { safeFileName, uniqueNames } from '../../security/file-name.ts'
import { storageError } from '../../storage/database.ts'
import { syncFile } from '../../storage/folder-sync.ts'
import { OwnFiles } from '../../storage/own-files.ts'
import { beginsAsArchive } from './backup-archive.ts'
import { BackupLedger, type Noted } from './backup-ledger.ts'
import { readName } from './backup-names.ts'
import { isSealed } from './sealed-file.ts'

const workPrefix = '.work-'
/** Temporary name while a file is copied in. */
const addingSuffix = '.adding'
const ownName = /^(?:\.work-[^/]+|[^/]+\.adding)$/

/** The backup folder: its files, and the known facts about each. */
export class BackupShelf {
  private readonly folder: string
  private readonly own: OwnFiles
  private readonly ledger: BackupLedger

  /**
   * Creates the folder and removes unfinished files that earlier runs made there. Throws an AppFailure:
   * `storage_read_only` or `storage_full`.
   */
  constructor(folder: string) {
    this.folder = folder
    this.own = new OwnFiles(folder, ownName)
    try {
      // the folder stays recorded: a list written anew at every start would wait for the disk
      const left = this.own.recordedNames()
      this.own.removeFiles()
      this.own.forgetNames(new Set(left))
      this.own.makeFolder()
    } catch (cause) {
      const error = storageError(cause)
      throw error ? new AppFailure(error, { cause }) : cause
    }
    this.ledger = new BackupLedger(folder)
  }

  /** Runs `use` with a temporary folder, which is removed afterwards. */
  async withWork<T>(id: string, use: (work: string) => Promise<T>): Promise<T> {
    const work = this.own.newFolder(`${workPrefix}${id}`)
    try {
      return await use(work)
    } finally {
      await rm(work, { recursive: true, force: true }).catch(() => undefined)
    }
  }

  /** Resolves to all backups, newest first, including copies from elsewhere. */
  async listBackups(): Promise<readonly Backup[]> {
    const names = (await this.fileNames()).filter((name) => name.endsWith(backupExtension))
    const backups = await Promise.all(names.map((name) => this.inspectBackup(name)))
    return backups
      .filter((backup) => backup !== null)
      .toSorted((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? -1 : 1))
  }

  /** Finds a backup by name. Throws an AppFailure `not_found`. */
  async findBackup(name: string): Promise<Backup> {
    const listed = (await this.listBackups()).find((backup) => backup.name === name)
    return listed ?? fail('not_found', 'there is no backup of that name')
  }

  /** Returns the path of a backup's file. The name must come from the list or from `nameOf`. */
  pathOf(name: string): string {
    return join(this.folder, name)
  }

  /** Hashes of the manifests of backups made in this data folder. */
  ownManifests(): readonly string[] {
    return this.ledger.ownManifests()
  }

  /**
   * Records the check of a file. `verifiedAt` is in ms since 1970, or null with the error.
   * `madeHere` is the manifest hash of a backup just made; otherwise the stored hash remains.
   */
  async recordCheck(
    name: string,
    found: Omit<Noted, 'bytes' | 'modifiedAt' | 'madeHere'>,
    madeHere: string | null = null,
  ): Promise<Backup> {
    const { mtimeMs, size } = await stat(this.pathOf(name))
    const file = { bytes: size, modifiedAt: Math.trunc(mtimeMs) }
    const before = this.ledger.findNoted(name, file)
    this.ledger.recordCheck(name, { ...found, ...file, madeHere: madeHere ?? before?.madeHere ?? null })
    return await this.findBackup(name)
  }

  /** Records an error of a backup; its other facts remain. */
  async noteError(backup: Backup, error: AppError): Promise<Backup> {
    const { madeAt, origin, contents } = backup
    return await this.recordCheck(backup.name, { madeAt, origin, contents, verifiedAt: null, error })
  }

  async removeBackup(name: string): Promise<void> {
    const { name: listed } = await this.findBackup(name)
    // forget its facts first, because a later file of the same name is another backup
    this.ledger.forgetBackup(listed)
    await rm(this.pathOf(listed))
  }

  /** Copies a file in, under a free name. Throws an AppFailure `not_a_backup`. */
  async addBackup(path: string, wanted: string): Promise<Backup> {
    if (!(await isSealed(path)) && !(await beginsAsArchive(path)))
      fail('not_a_backup', 'neither an archive nor a sealed file')
    const stem = wanted.endsWith(backupExtension) ? wanted.slice(0, -backupExtension.length) : wanted
    const names = await this.fileNames()
    const name = uniqueNames([...names, safeFileName(stem, backupExtension)]).at(-1) ?? fail('internal')
    const part = this.own.newFile(`${name}${addingSuffix}`)
    await copyFile(path, part, constants.COPYFILE_EXCL)
    syncFile(part)
    await rename(part, this.pathOf(name))
    const madeAt = readName(name)?.madeAt ?? (await stat(path)).mtimeMs
    return await this.recordCheck(name, { madeAt, origin: 'elsewhere', contents: null, verifiedAt: null, error: null })
  }

  private async fileNames(): Promise<readonly string[]> {
    return await readdir(this.folder).catch((cause: unknown) => {
      // the user has a file of that name
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR') return []
      throw cause
    })
  }

  private async inspectBackup(name: string): Promise<Backup | null> {
    const path = this.pathOf(name)
    const file = await stat(path).catch(() => null)
    if (!file?.isFile()) return null
    const noted = this.ledger.findNoted(name, { bytes: file.size, modifiedAt: Math.trunc(file.mtimeMs) })
    const told = noted ?? readName(name) ?? { madeAt: file.mtimeMs, origin: 'elsewhere' as const }
    return {
      name,
      bytes: file.size,
      madeAt: told.madeAt,
      origin: told.origin,
      sealed: await isSealed(path).catch(() => false),
      verifiedAt: noted?.verifiedAt ?? null,
      contents: noted?.contents ?? null,
      error: noted?.error ?? null,
    }
  }
}
