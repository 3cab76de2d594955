import { fail } from '../../../shared/errors.ts'
import {
  type ClaimOutcome,
  claimDataFolder,
  type FolderClaim,
  prepareDataFolder,
  type ShellName,
} from '../../data-folder.ts'
import { failureOf } from '../../faults.ts'
import { targetFailure } from '../../folder-copies/file-copy.ts'
import { completeCopy, discardCopy } from '../../folder-copies/folder-copy.ts'
import { forgetUnfinished, readManifest } from '../../folder-copies/move-manifest.ts'
import type { Clock, MoveOutcome } from '../../platform.ts'
import { dataFolderOf, readLocation, writeLocation } from './data-location.ts'
import { forgetMoveNote, type MoveNote, readMoveNote } from './move-note.ts'

/** A data folder claimed by this process. */
export interface OpenFolder {
  readonly data: string
  readonly claim: FolderClaim
  /** Result of a move; null if nothing had to be moved. */
  readonly outcome: MoveOutcome | null
}

export interface FolderStart {
  /** The folder named on the command line, or the default one. */
  readonly folder: string
  /** True if the user named the folder; then it is used unchanged. */
  readonly chosen: boolean
  readonly shell: ShellName
  readonly clock: Pick<Clock, 'now'>
}

/** Maximum number of new attempts when another process moves the data meanwhile. */
const triesMax = 5

/**
 * Finds, prepares and claims the data folder, and completes a decided move.
 * Throws an AppFailure as `prepareDataFolder` and `dataFolderOf` do.
 */
export async function openDataFolder(
  start: FolderStart,
): Promise<OpenFolder | { readonly data: string; readonly taken: Extract<ClaimOutcome, { claimed: false }> }> {
  const { chosen, folder, shell } = start
  const find = (): string => (chosen ? folder : dataFolderOf(folder))
  for (let attempt = 1; ; attempt += 1) {
    const data = find()
    await prepareDataFolder(data)
    const claimed = await claimDataFolder(data, shell)
    if (!claimed.claimed) return { data, taken: claimed }
    try {
      // if another process has moved the data meanwhile, this folder is no longer valid
      if (find() === data) {
        forgetUnfinished(data)
        return await settleMove(start, { data, claim: claimed.claim, outcome: null })
      }
    } catch (cause) {
      await claimed.claim.release()
      throw cause
    }
    await claimed.claim.release()
    if (attempt === triesMax) fail('data_folder_missing', 'it is moved again and again')
  }
}

/**
 * Completes a decided move, or undoes an undecided one. The database must not be open. Returns the folder in use from
 * now on.
 * Never loses the claim of either folder.
 */
export async function settleMove(start: FolderStart, open: OpenFolder): Promise<OpenFolder> {
  const home = start.folder
  const note = start.chosen ? null : readMoveNote(home)
  if (note === null) return { ...open, outcome: null }
  if (note.from !== open.data) {
    // it was completed, or the note is outdated
    forgetMoveNote(home)
    return { ...open, outcome: note.to === open.data ? { moved: true } : null }
  }
  if (note.phase === 'copying') {
    await discardCopy(note)
    forgetMoveNote(home)
    return { ...open, outcome: null }
  }
  return await changeOver(start, open, note)
}

async function changeOver(start: FolderStart, open: OpenFolder, note: MoveNote): Promise<OpenFolder> {
  const home = start.folder
  let claim: FolderClaim | null = null
  try {
    // a missing folder must not be created again
    if (readManifest(note.to, note.id) === null) fail('target_lost', 'what was copied is not there any more')
    claim = await claimTarget(note.to, start.shell)
    const { files } = await completeCopy(note)
    const copied = Object.values(files)
    const bytes = copied.reduce((sum, file) => sum + file.bytes, 0)
    writeLocation(home, {
      folder: note.to,
      movedAt: start.clock.now(),
      left: { folder: note.from, files: copied.length, bytes },
    })
  } catch (cause) {
    if (readLocation(home)?.folder !== note.to) {
      await claim?.release()
      await discardCopy(note)
      forgetMoveNote(home)
      return { ...open, outcome: { moved: false, error: failureOf(cause) } }
    }
    if (claim === null) throw cause
  }
  forgetMoveNote(home)
  await open.claim.release()
  return { data: note.to, claim, outcome: { moved: true } }
}

async function claimTarget(folder: string, shell: ShellName): Promise<FolderClaim> {
  const claimed = await claimDataFolder(folder, shell).catch((cause: unknown) => {
    throw targetFailure(cause)
  })
  return claimed.claimed ? claimed.claim : fail('busy', 'another Atelier has the folder in use')
}
