import { randomUUID } from 'node:crypto'
import { failureOf } from '../../../faults.ts'
import type { Ports } from '../../../platform.ts'
import type { Database } from '../../../storage/database.ts'
import type { StoredFolder, WatchedFile, WatchedRecordings } from '../../../storage/watched-recordings.ts'
import type { FileContent, FolderListing, FolderView, ListedFile } from './folder-view.ts'
import { type Arrived, afterLook, arrived, isUnchanged, type Sighting } from './look-policy.ts'

/** Pause between two looks, in ms; longer if a look takes long. */
const lookMs = 5_000
const longestPauseMs = 60_000
/** Number of looks that pass before a file is read again that could not be read. */
const unreadLooks = 12
/** A look may take one part in so many of the time. */
const shareOfTime = 10

export interface FolderWatcherParts extends Pick<Ports, 'clock' | 'log'> {
  readonly database: Pick<Database, 'durably'>
  readonly watched: WatchedRecordings
  readonly view: FolderView
  /** Returns true if a recording with this content was transcribed another way. */
  readonly isTranscribed: (hash: string) => boolean
  /** Called after each look, also one that found the folder gone. */
  readonly onLook: () => void
}

/**
 * Looks into the watched folder every few seconds, and remembers what it finds. It polls, because network drives send no
 * notifications. Only a complete file is read.
 */
export class FolderWatcher {
  private readonly parts: FolderWatcherParts
  private sightings: ReadonlyMap<string, Sighting> = new Map()
  /** The last listing of the folder; null before the first, and while the folder is gone. */
  private listing: FolderListing | null = null
  /** The folder that `listing` and `sightings` are of. */
  private lookedAt: string | null = null
  private isGone = false
  private looking: Promise<void> | null = null
  private cancelLook: (() => void) | null = null
  /** True if another look follows the one under way. */
  private isHurried = false
  /** True if a remembered file was changed to differ from the listing, so that it is read again. */
  private isStale = false
  private closed = false

  constructor(parts: FolderWatcherParts) {
    this.parts = parts
  }

  /** Begins to look, if a folder is watched. */
  start(): void {
    this.hurry()
  }

  /** Looks at once, or again after the look under way. */
  hurry(): void {
    this.cancelLook?.()
    this.cancelLook = null
    if (this.closed) return
    if (this.looking !== null) {
      this.isHurried = true
      return
    }
    const begun = this.parts.clock.now()
    this.looking = this.lookOnce().then((hasFolder) => this.rest(begun, hasFolder))
  }

  /** False while the folder cannot be read; null before the first look. */
  isHere(folder: StoredFolder): boolean | null {
    if (this.lookedAt !== folder.path) return null
    return this.isGone ? false : this.listing === null ? null : true
  }

  /** Returns the last listing of a folder; null if it is not there now. */
  listed(folder: StoredFolder): FolderListing | null {
    return this.lookedAt === folder.path ? this.listing : null
  }

  /** Returns the waiting recordings of a folder that are in it now. */
  waiting(folder: StoredFolder): readonly WatchedFile[] {
    const there = new Map((this.listed(folder)?.files ?? []).map((file) => [file.path, file]))
    return this.parts.watched.waitingIn(folder.path).filter((file) => {
      const now = there.get(file.path)
      return now !== undefined && isUnchanged(file, now)
    })
  }

  /** Compares all files with what is remembered at the next look, even if none of them changed. */
  compareAll(): void {
    this.isStale = true
  }

  /** Begins with a folder whose present files are known. */
  begin(folder: string, listing: FolderListing): void {
    this.sightings = new Map()
    this.listing = listing
    this.lookedAt = folder
    this.isGone = false
    this.hurry()
  }

  /** Ends the looks. Resolves when the one under way has ended. */
  async close(): Promise<void> {
    this.closed = true
    this.cancelLook?.()
    await this.looking
  }

  /** Looks through the folder. Resolves to whether there is one; never rejects. */
  private async lookOnce(): Promise<boolean> {
    const { log, watched } = this.parts
    try {
      const folder = watched.folder()
      if (folder !== null) await this.look(folder)
      return folder !== null
    } catch (cause) {
      // the next look begins anew
      log('error', 'the watched folder could not be looked through', { code: failureOf(cause).code })
      return true
    }
  }

  /** Schedules the next look, if there is a folder. `begun` is when the last one began. */
  private rest(begun: number, hasFolder: boolean): void {
    const { clock } = this.parts
    const { isHurried } = this
    this.looking = null
    this.isHurried = false
    if (this.closed || (!hasFolder && !isHurried)) return
    const took = Math.max(0, clock.now() - begun)
    const pause = Math.min(longestPauseMs, Math.max(lookMs, took * shareOfTime))
    this.cancelLook = clock.after(isHurried ? 0 : pause, () => this.hurry())
  }

  private async look(folder: StoredFolder): Promise<void> {
    const { clock, onLook, view, watched } = this.parts
    const listing = await view.list(folder.path)
    if (this.isOver(folder)) return
    const isFirst = this.lookedAt !== folder.path || this.listing === null
    this.lookedAt = folder.path
    this.isGone = listing === null
    if (listing === null) {
      this.listing = null
      this.sightings = new Map()
      onLook()
      return
    }
    const isQuiet =
      !isFirst && !this.isStale && this.sightings.size === 0 && isSame(listing.files, this.listing?.files ?? [])
    this.listing = listing
    this.isStale = false
    if (isQuiet) {
      onLook()
      return
    }
    const { complete, sightings } = afterLook({
      ...{ listed: listing.files, known: watched.filesIn(folder.path), isFirst },
      ...{ before: isFirst ? new Map() : this.sightings, now: clock.now() },
    })
    this.sightings = sightings
    onLook()
    for (const file of complete) {
      await this.receive(folder, file, listing)
      if (this.isOver(folder)) return
    }
    if (complete.length > 0) onLook()
  }

  /** Returns true if the app ends, or another folder is watched now. */
  private isOver({ path }: StoredFolder): boolean {
    return this.closed || this.parts.watched.folder()?.path !== path
  }

  /** Reads a complete file, and remembers what it is. */
  private async receive(folder: StoredFolder, file: Sighting, listing: FolderListing): Promise<void> {
    const content = await this.contentOf(folder, file)
    if (content === null) {
      this.sightings = new Map(this.sightings).set(file.path, { ...file, looks: -unreadLooks })
      return
    }
    for (;;) {
      // another file may be the same, and is read first; each is read once
      const decision = this.decide(folder, file, content, listing)
      if (decision.type !== 'compare') {
        this.remember(folder, file, content, decision)
        return
      }
      for (const earlier of decision.files) {
        const before = await this.contentOf(folder, earlier)
        const row = this.parts.watched.findFile(earlier.id)
        // it changed meanwhile, and is compared once it is complete
        if (before === null || row === null) return
        this.put({ ...row, hash: before.hash, duration: before.duration })
      }
    }
  }

  /** Returns the content of a file; null if it is not what the listing says, or the look is over. */
  private async contentOf(
    folder: StoredFolder,
    file: Pick<ListedFile, 'path' | 'bytes' | 'modifiedAt'>,
  ): Promise<FileContent | null> {
    const content = await this.parts.view.read(folder.path, file.path)
    if (content === null || this.isOver(folder)) return null
    return isUnchanged(content, file) ? content : null
  }

  private decide(folder: StoredFolder, file: Sighting, content: FileContent, listing: FolderListing): Arrived {
    const { isTranscribed, watched } = this.parts
    const alike = watched
      .filesWithHash(content.hash)
      .filter((one) => one.folder === folder.path || one.state === 'sent' || one.state === 'taking')
    return arrived({
      ...{ file, content, alike },
      listed: listing.files,
      known: watched.filesIn(folder.path),
      isTranscribed: isTranscribed(content.hash),
      // read again, because the user may have turned it on or off meanwhile
      isAutomatic: watched.folder()?.isAutomatic === true && !listing.isCut,
    })
  }

  private remember(
    folder: StoredFolder,
    file: Sighting,
    content: FileContent,
    decision: Exclude<Arrived, { readonly type: 'compare' }>,
  ): void {
    const { clock } = this.parts
    const { duration, hash } = content
    const now = { path: file.path, bytes: file.bytes, modifiedAt: file.modifiedAt, hash, duration }
    const fresh: WatchedFile = {
      ...{ ...now, id: randomUUID(), folder: folder.path, state: 'waiting', hold: null },
      ...{ jobId: null, request: null, isAutomatic: false, isHeld: false, estimate: null },
      ...{ isMissed: file.isMissed, seenAt: clock.now() },
    }
    switch (decision.type) {
      case 'busy':
        return
      case 'known':
        this.put({ ...decision.file, ...now })
        return
      case 'grown':
        this.put({ ...decision.file, ...now, state: 'waiting', hold: decision.hold })
        return
      case 'same':
        this.put({ ...fresh, state: 'same', isMissed: false }, this.rowAt(folder, file.path))
        return
      case 'unread':
        this.put({ ...fresh, state: 'unread', hold: decision.hold, isMissed: false }, this.rowAt(folder, file.path))
        return
      case 'new':
        this.put({ ...fresh, hold: decision.hold }, decision.replaces)
    }
  }

  private rowAt({ path: folder }: StoredFolder, path: string): WatchedFile | null {
    return this.parts.watched.filesIn(folder).find((file) => file.path === path) ?? null
  }

  /** Stores a file. `replaced` had its path before, and stays remembered by its content. */
  private put(file: WatchedFile, replaced: WatchedFile | null = null): void {
    const { database, watched } = this.parts
    database.durably(() => {
      if (replaced !== null) watched.putFile({ ...replaced, path: '' })
      watched.putFile(file)
    })
  }
}

/** Returns true if two listings have the same files. */
function isSame(files: readonly ListedFile[], before: readonly ListedFile[]): boolean {
  return (
    files.length === before.length &&
    files.every((file, index) => {
      const other = before[index]
      return other !== undefined && file.path === other.path && isUnchanged(file, other)
    })
  )
}
