import { fail } from '../../../shared/errors.ts'
import { deleteSyncDatabase, isDamage, openSyncDatabase } from '../../storage/sync-database.ts'
import { type StoredVersion, SyncRows } from '../../storage/sync-rows.ts'
import { HistoryState, type Snapshot } from './history-state.ts'
import type { SyncLedger } from './sync-ledger.ts'
import { type Tip, vectorSchema } from './vector.ts'
import { readVersion, type Version } from './version.ts'

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
  private readonly rows: SyncRows
  private present: HistoryState

  constructor(rows: SyncRows) {
    this.rows = rows
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
    this.changeState(() => {
      if (this.present.apply(version) !== 'applied')
        fail('internal', 'an own version that does not follow the last one')
      this.rows.keepVersion(version.dot, version.text)
    })
  }

  applyVersions(versions: readonly Version[]): 'applied' | 'gap' | 'branch' {
    return this.changeState(() => {
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
    this.changeState(() => this.present.join(snapshot))
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

  /** Changes state and file together. A change that the disk refuses is undone in both. */
  private changeState<T>(change: () => T): T {
    try {
      return this.rows.transaction(change)
    } catch (cause) {
      this.present = this.loadState()
      throw cause
    }
  }

  private loadState(): HistoryState {
    const { rows } = this
    const state = new HistoryState()
    state.join({
      tips: new Map(rows.tips().map(({ hash, number, writer }): [string, Tip] => [writer, { number, hash }])),
      versions: rows.countingVersions().map(storedVersion),
      dead: rows.dead(),
      erasures: rows.erasures().map(({ item, seen }) => ({ item, seen: vectorSchema.parse(JSON.parse(seen)) })),
    })
    state.watchChanges({
      addVersion: ({ dot, text }) => rows.putVersion(dot, text),
      // every own version is kept, because the files of a writer have no gaps
      removeVersion: ({ dot }) => (dot.writer === this.writer ? rows.retireVersion(dot) : rows.dropVersion(dot)),
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
