import { fail } from '../../../shared/errors.ts'
import { deleteSyncDatabase, isDamage, openSyncDatabase } from '../../storage/sync-database.ts'
import { type StoredVersion, SyncRows } from '../../storage/sync-rows.ts'
import type { SyncShown } from '../../storage/sync-shown.ts'
import { HistoryState, type Snapshot } from './history-state.ts'
import { sharedRowOf } from './shared-values.ts'
import type { SyncLedger } from './sync-ledger.ts'
import { type Tip, type Vector, vectorSchema } from './vector.ts'
import { dotKey, readVersion, type Version } from './version.ts'

/**
 * Opens the ledger of a data folder. `newWriter` gives the data folder a new writer, and returns it. It is called if the
 * file is new: the writer's numbers are unknown without it, and the next one of them could be in use at the place.
 */
export function openLedger(path: string, writer: string, newWriter: () => string): DiskLedger {
  const known = openKnown(path, writer)
  if (known !== null) return known
  deleteSyncDatabase(path)
  const rows = new SyncRows(openSyncDatabase(path))
  rows.setFact('writer', newWriter())
  return new DiskLedger(rows)
}

/** Opens the ledger of this writer; null if there is none, or a damaged one. */
function openKnown(path: string, writer: string): DiskLedger | null {
  const rows = new SyncRows(openSyncDatabase(path))
  try {
    if (rows.fact('writer') === writer) return new DiskLedger(rows)
  } catch (cause) {
    rows.close()
    if (isDamage(cause)) return null
    throw cause
  }
  rows.close()
  return null
}

/**
 * A ledger in a file of its own. Each method is one transaction, so that a process that ends leaves the state before or
 * after it.
 */
export class DiskLedger implements SyncLedger {
  readonly writer: string
  /** How the database stands to the state. Change it within `inOneChange`. */
  readonly shown: SyncShown
  private readonly rows: SyncRows
  private present: HistoryState
  /** The versions that the database does not show yet. */
  private unshown = new Set<string>()
  /** True while an own version is added, which the database shows already. */
  private isOwn = false

  constructor(rows: SyncRows) {
    this.rows = rows
    this.shown = rows.shown
    this.writer = rows.fact('writer') ?? fail('storage_damaged', 'a ledger of nobody')
    this.present = this.loadState()
  }

  get state(): HistoryState {
    return this.present
  }

  close(): void {
    this.rows.close()
  }

  addOwn(version: Version): void {
    this.inOneChange(() => {
      this.isOwn = true
      try {
        if (this.present.apply(version) !== 'applied')
          fail('internal', 'an own version that does not follow the last one')
      } finally {
        this.isOwn = false
      }
      this.rows.keepVersion(version.dot, version.text)
    })
  }

  applyVersions(versions: readonly Version[]): 'applied' | 'gap' | 'branch' {
    return this.inOneChange(() => {
      this.noteSeen()
      for (const version of versions) {
        const applied = this.present.apply(version)
        if (applied === 'gap' || applied === 'branch') return applied
        // the place has more of this computer's own than a file that went back
        if (applied === 'applied' && version.dot.writer === this.writer)
          this.rows.keepVersion(version.dot, version.text)
      }
      return 'applied'
    })
  }

  joinSnapshot(snapshot: Snapshot): void {
    this.inOneChange(() => {
      this.noteSeen()
      this.present.join(snapshot)
    })
  }

  ownVersions(from: number, to: number): readonly Version[] {
    return this.rows.versionsOf(this.writer, from, to).map(storedVersion)
  }

  headName(): string {
    return this.rows.fact('head') ?? ''
  }

  noteHead(name: string): void {
    this.rows.setFact('head', name)
  }

  sealedTo(): number {
    return Number(this.rows.fact('sealed') ?? 0)
  }

  noteSealed(to: number): void {
    this.rows.setFact('sealed', String(to))
  }

  hasRead(name: string): boolean {
    return this.rows.hasReadFile(name)
  }

  noteRead(name: string): void {
    this.rows.putReadFile(name)
  }

  forgetRead(listed: readonly string[]): void {
    this.rows.keepReadFiles(listed)
  }

  /** Returns true if the database shows a version. */
  isShown(version: Version): boolean {
    return !this.unshown.has(dotKey(version.dot))
  }

  /** Returns how many changes of each writer the database shows of an item. */
  shownSeen(item: string): Vector {
    if (!this.shown.hasNewsOf(item)) return this.present.seen()
    const seen = new Map(vectorSchema.parse(JSON.parse(this.rows.fact('seen') ?? '[]')))
    const own = this.present.tipOf(this.writer)
    return own === undefined ? seen : seen.set(this.writer, own.number)
  }

  /** Notes that the database shows these versions. */
  noteShown(versions: readonly Version[]): void {
    for (const { dot } of versions) if (this.unshown.delete(dotKey(dot))) this.rows.noteShown(dot)
  }

  /** Changes state and file together. A change that the disk refuses is undone in both. */
  inOneChange<T>(change: () => T): T {
    try {
      return this.rows.transaction(change)
    } catch (cause) {
      this.present = this.loadState()
      throw cause
    }
  }

  /** Notes what the database shows before it gets news. */
  private noteSeen(): void {
    if (!this.shown.hasNews()) this.rows.setFact('seen', JSON.stringify([...this.present.seen()]))
  }

  private noteNews({ change }: Version): void {
    if (this.isOwn || change.kind !== 'value') return
    const row = sharedRowOf(change.register)
    if (row !== null) this.shown.noteNews(row)
  }

  private loadState(): HistoryState {
    const { rows } = this
    this.unshown = new Set(rows.newVersions().map(dotKey))
    const state = new HistoryState()
    state.join({
      tips: new Map(rows.tips().map(({ hash, number, writer }): [string, Tip] => [writer, { number, hash }])),
      versions: rows.countingVersions().map(storedVersion),
      dead: rows.dead(),
      erasures: rows.erasures().map(({ item, seen }) => ({ item, seen: vectorSchema.parse(JSON.parse(seen)) })),
    })
    state.watchChanges({
      addVersion: (version) => {
        if (!this.isOwn) this.unshown.add(dotKey(version.dot))
        rows.putVersion(version.dot, version.text, !this.isOwn)
        this.noteNews(version)
      },
      removeVersion: (version) => {
        const { dot } = version
        this.unshown.delete(dotKey(dot))
        // every own version is kept, because the files of a writer have no gaps
        if (dot.writer === this.writer) rows.retireVersion(dot)
        else rows.dropVersion(dot)
        this.noteNews(version)
      },
      setTip: (writer, tip) => rows.putTip({ writer, ...tip }),
      addDead: (dot, register) => rows.putDead(dot, register),
      removeDead: (dot) => rows.dropDead(dot),
      addErasure: ({ item, seen }) => rows.putErasure(item, JSON.stringify([...seen])),
    })
    return state
  }
}

function storedVersion({ hash, text }: StoredVersion): Version {
  const version = readVersion(text)
  if (version === null || version.dot.hash !== hash) return fail('storage_damaged', 'a version of sync')
  return version
}
