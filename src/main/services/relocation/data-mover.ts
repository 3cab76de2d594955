import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { lockName, prepareDataFolder } from '../../data-folder.ts'
import { targetFailure } from '../../folder-copies/file-copy.ts'
import { clearCopy, discardCopy } from '../../folder-copies/folder-copy.ts'
import { isUnfinished } from '../../folder-copies/move-manifest.ts'
import { isStayingName } from '../../folder-copies/moved-files.ts'
import type { Clock, Folders } from '../../platform.ts'
import { isProbe, type MoveTarget, moveTarget, probing } from '../../security/move-target.ts'
import { tryExclusiveLock } from '../../storage/exclusive-lock.ts'
import { probeFolder } from '../../storage/folder-probe.ts'
import { freeBytes } from '../../storage/free-bytes.ts'
import type { BackupRunner } from '../backup/backup-runner.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { readLocation, writeLocation } from './data-location.ts'
import { forgetMoveNote, type MoveNote, writeMoveNote } from './move-note.ts'

/** Space to leave free in addition to the copied data, because the app keeps writing. */
const spareBytes = 64 * 1024 * 1024
/** Interval of the check whether the app is idle, in ms. */
const restMs = 300
/** Files that systems create on an empty drive. */
const systemNames =
  /^(lost\+found|\.DS_Store|\.Trash(es|-\d+)?|\.fseventsd|\.Spotlight-V100|System Volume Information|\$RECYCLE\.BIN|desktop\.ini)$/

export interface DataMoverParts {
  readonly dataFolder: string
  /** The default data folder, which holds the pointer; null when the command line named the data folder. */
  readonly home: string | null
  readonly folders: Folders
  readonly runner: BackupRunner
  readonly remover: MediaRemover
  readonly clock: Clock
  /** Returns true while work runs that ending the app would interrupt. */
  readonly busy: () => boolean
  /** Ends the app; its next start completes the move. */
  readonly changeOver: (home: string, note: MoveNote) => Promise<void>
}

/**
 * Moves the data folder. Copies the unchanging files while the app runs; the next start copies the rest and changes
 * over.
 */
export class DataMover {
  private readonly parts: DataMoverParts

  constructor(parts: DataMoverParts) {
    this.parts = parts
  }

  place(): CallOutput<'storage.place'> {
    const { dataFolder: folder, home } = this.parts
    if (home === null) return { folder, movable: false, left: null }
    return { folder, movable: true, left: readLocation(home)?.left ?? null }
  }

  async chooseFolder(): Promise<CallOutput<'storage.chooseFolder'>> {
    return await this.parts.folders.choose()
  }

  /** Checks whether the data can be moved to a folder; changes nothing. */
  async check({ folder }: CallInput<'storage.checkMove'>): Promise<null> {
    await this.examined(await this.moveTargetOf(this.homeOrFail(), folder))
    return null
  }

  /** Ends the app on success. After a failure or a cancel, nothing of the copy remains. */
  async moveData({ folder }: CallInput<'storage.move'>): Promise<null> {
    const { runner, changeOver } = this.parts
    const home = this.homeOrFail()
    const note = await runner.alone('move', null, (signal) => this.copied(home, folder, signal))
    await changeOver(home, note)
    return null
  }

  /** Deletes the old copy of moved data, after the new folder was checked. */
  async removeOld(): Promise<CallOutput<'storage.removeOld'>> {
    const { dataFolder: now, runner } = this.parts
    const home = this.homeOrFail()
    const old = readLocation(home)?.left?.folder ?? fail('not_found', 'there is no old copy')
    const removed = await runner.alone('verify', null, (signal) =>
      runner.task({ kind: 'removeOldCopy', old, now, keepFolder: old === home }, signal),
    )
    this.forgetOld(home)
    return removed
  }

  /** Keeps the old copy and ends the reminder. */
  keepOld(): null {
    this.forgetOld(this.homeOrFail())
    return null
  }

  private forgetOld(home: string): void {
    const location = readLocation(home)
    if (location !== null) writeLocation(home, { ...location, left: null })
  }

  private homeOrFail(): string {
    return this.parts.home ?? fail('move_not_offered', 'the data folder was named for this run')
  }

  private async copied(home: string, folder: string, signal: AbortSignal): Promise<MoveNote> {
    const { dataFolder: from, remover, runner } = this.parts
    const target = await this.moveTargetOf(home, folder)
    const note: MoveNote = { id: randomUUID(), from, to: target.path, made: target.isNew, phase: 'copying' }
    writeMoveNote(home, note)
    const resume = remover.pause()
    let release = (): void => undefined
    try {
      await this.examined(target)
      if (isUnfinished(target.path)) await clearCopy(target.path, from).catch(atTarget)
      // as every start does with its data folder
      await prepareDataFolder(target.path).catch(atTarget)
      release = locked(target.path)
      await runner.task({ kind: 'copyAhead', id: note.id, from, to: note.to }, signal)
      await this.untilIdle(signal)
      return note
    } catch (cause) {
      release()
      await discardCopy(note)
      forgetMoveNote(home)
      throw cause
    } finally {
      release()
      resume()
    }
  }

  /** Resolves when no work runs that the restart would interrupt. */
  private async untilIdle(signal: AbortSignal): Promise<void> {
    const { busy, clock, runner } = this.parts
    while (busy()) {
      runner.publishProgress({ step: 'waiting', progress: null })
      await new Promise<void>((resolve) => clock.after(restMs, resolve))
      if (signal.aborted) fail('cancelled')
    }
  }

  /** Resolves to the typed or chosen folder, if its path is acceptable. */
  private async moveTargetOf(home: string, typed: string): Promise<MoveTarget> {
    const { dataFolder } = this.parts
    // moved data may return to the default folder, but only if it is free
    const isHome = (await realpath(typed).catch(() => null)) === (await realpath(home))
    const isFree = (name: string): boolean => (isHome ? isStayingName(name) : systemNames.test(name)) || isProbe(name)
    return await moveTarget(
      typed,
      isHome ? [dataFolder] : [dataFolder, home],
      (path, names) => names.every(isFree) || isUnfinished(path),
    )
  }

  /**
   * Checks everything that can be known beforehand: the folder is usable and has enough space. Leaves nothing there.
   */
  private async examined(target: MoveTarget): Promise<void> {
    const { dataFolder, runner } = this.parts
    await probing(target, provePlace)
    const { bytes } = await runner.beside({ kind: 'measure', dataFolder })
    const room = await freeBytes(target.isNew ? dirname(target.path) : target.path).catch(atTarget)
    if (room < bytes + Math.ceil(bytes / 100) + spareBytes) fail('target_full', `${bytes} needed, ${room} free`)
  }
}

/** Locks a target folder, so that no other Atelier starts in it; returns the undo. */
function locked(folder: string): () => void {
  const lock = tryExclusiveLock(join(folder, lockName))
  if (lock.held) return lock.release
  return fail(lock.why === 'busy' ? 'busy' : 'target_no_locking', 'the folder cannot be locked')
}

/**
 * Tests a target folder. Throws an AppFailure `target_no_locking` if SQLite cannot lock or keep a journal there, as on
 * some network drives.
 */
async function provePlace(folder: string): Promise<void> {
  const found = probeFolder(folder)
  if (found !== 'good') fail(found === 'full' ? 'target_full' : 'target_no_locking', 'no database can be kept there')
}

function atTarget(cause: unknown): never {
  throw targetFailure(cause)
}
