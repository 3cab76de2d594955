import { ExchangeReader } from './exchange-reader.ts'
import { type ExchangeSizes, ExchangeWriter, usualSizes } from './exchange-writer.ts'
import type { FileSeal } from './file-seal.ts'
import { checkPlace } from './place-check.ts'
import type { PlacedName } from './place-file.ts'
import type { SharedPlace } from './shared-place.ts'
import type { SyncLedger } from './sync-ledger.ts'
import type { Version } from './version.ts'

/** `copied`: another computer writes under the same name, so this one sends nothing until the user decides. */
export type SyncOutcome = 'done' | 'incomplete' | 'copied'

export interface ExchangeParts {
  readonly place: SharedPlace
  /** The group's folder at the place. */
  readonly root: string
  readonly ledger: SyncLedger
  readonly sizes?: ExchangeSizes
  /** Encrypts what lies at the place. */
  readonly seal: FileSeal
}

/** Rounds from one look at all files of the place to the next. */
const checkEvery = 30

/**
 * Exchanges versions with the other computers of a group through a place that only stores files. It believes nothing
 * the place says, removes nothing because something is missing there, and waits for no writer.
 */
export class Exchange {
  private readonly ledger: SyncLedger
  private readonly reader: ExchangeReader
  private readonly writer: ExchangeWriter
  private readonly sizes: ExchangeSizes
  private rounds = 0
  /** The heads of the last round; null before the first. */
  private listed: string | null = null
  /** True if the last look found versions of others in no file at the place. */
  private isLost = false

  constructor({ ledger, place, root, seal, sizes = usualSizes }: ExchangeParts) {
    this.ledger = ledger
    this.sizes = sizes
    this.reader = new ExchangeReader(place, root, seal)
    this.writer = new ExchangeWriter({ place, reader: this.reader, ledger, sizes, seal })
  }

  /** Reads what is new, then writes what is new. Rejects if the place does not answer; nothing is lost by that. */
  async round(): Promise<SyncOutcome> {
    this.rounds += 1
    const heads = await this.reader.names('heads')
    const outcome = await this.readNew(heads)
    if (outcome !== 'copied') await this.writeNew(heads)
    return outcome
  }

  private async readNew(heads: readonly PlacedName[]): Promise<SyncOutcome> {
    const { ledger } = this
    const told = new Map<string, number>()
    const note = (writer: string, number: number) => told.set(writer, Math.max(told.get(writer) ?? 0, number))
    const fresh = heads.filter(({ name }) => name !== ledger.headName() && !ledger.hasRead(name))
    const read: { readonly placed: PlacedName; readonly versions: readonly Version[] }[] = []
    for (const placed of fresh) {
      note(placed.writer, placed.to)
      const head = await this.reader.head(placed)
      if (head === null) continue
      for (const [writer, { number }] of head.tips) note(writer, number)
      read.push({ placed, versions: head.versions })
    }
    /** Writers of whom there are two histories. */
    const split = new Set<string>()
    const readHeads = () => {
      for (const { placed, versions } of read) if (ledger.applyVersions(versions) === 'branch') split.add(placed.writer)
    }
    const readLogs = async () => {
      for (const writer of lacking()) if ((await this.readLog(writer)) === 'branch') split.add(writer)
      readHeads()
    }
    const lacking = () =>
      [...told].filter(([writer, number]) => number > this.numberOf(writer)).map(([writer]) => writer)
    readHeads()
    if (lacking().length > 0) await readLogs()
    if (lacking().length > 0) {
      await this.readSnapshots()
      await readLogs()
    }
    const missing = lacking()
    // more of this computer's own than it knows: its disk was copied, or went back without a new name
    if (split.has(ledger.writer) || missing.includes(ledger.writer)) return 'copied'
    if (split.size > 0 || missing.length > 0) return 'incomplete'
    for (const { placed } of read) ledger.noteRead(placed.name)
    // an old listing may lack one that is there: it is read once more
    if (read.length > 0) ledger.forgetRead(heads.map(({ name }) => name))
    return read.length === fresh.length ? 'done' : 'incomplete'
  }

  private numberOf(writer: string): number {
    return this.ledger.state.tipOf(writer)?.number ?? 0
  }

  private async readLog(writer: string): Promise<'applied' | 'gap' | 'branch'> {
    const folder = `log/${writer}`
    for (const placed of await this.reader.names(folder)) {
      const next = this.numberOf(writer) + 1
      if (placed.writer !== writer || placed.to < next || placed.from > next) continue
      const versions = await this.reader.versions(folder, placed)
      if (versions !== null && this.ledger.applyVersions(versions) === 'branch') return 'branch'
    }
    return 'applied'
  }

  private async readSnapshots(): Promise<void> {
    for (const placed of await this.reader.names('base')) {
      const manifest = await this.reader.manifest(placed)
      if (manifest === null) continue
      const isAhead = [...manifest.tips].some(([writer, { number }]) => number > this.numberOf(writer))
      const versions = isAhead ? await this.reader.packs(manifest) : null
      if (versions !== null) this.ledger.joinSnapshot({ ...manifest, versions })
    }
  }

  private async writeNew(heads: readonly PlacedName[]): Promise<void> {
    const { ledger } = this
    const own = heads.filter(({ writer }) => writer === ledger.writer)
    const last = this.numberOf(ledger.writer)
    const current = own.find(({ name }) => name === ledger.headName())
    const listed = heads.map(({ name }) => name).join()
    const isNew = listed !== this.listed
    this.listed = listed
    const isBack = ledger.headName() !== '' && current === undefined
    const isDue = isBack || this.isLost || this.rounds % checkEvery === 1 || (isNew && this.lacksOthers(heads))
    const hasSnapshot = isDue && (await this.mend(heads))
    // a head tells of the snapshot, even if nothing was written here
    if (hasSnapshot || (last > 0 && current?.to !== last)) await this.writer.writeHead(own)
  }

  /** Returns true if the heads no longer tell of something that this computer has read of others. */
  private lacksOthers(heads: readonly PlacedName[]): boolean {
    return [...this.ledger.state.seen()].some(
      ([writer, number]) =>
        writer !== this.ledger.writer && !heads.some((head) => head.writer === writer && head.to >= number),
    )
  }

  /** Brings back what the place has lost: own versions as log files, those of others by a snapshot. */
  private async mend(heads: readonly PlacedName[]): Promise<boolean> {
    const { ledger, sizes } = this
    const { ahead, logBytes, lost, packBytes, snapshots } = await checkPlace(this.reader, ledger.state.seen(), heads)
    if (ahead.length > 0) await this.readSnapshots()
    for (const writer of ahead) await this.readLog(writer)
    if (lost.includes(ledger.writer)) await this.writer.refillLog(snapshots.get(ledger.writer) ?? 0)
    const isLost = lost.some((writer) => writer !== ledger.writer)
    // a listing may be old: what is lost is lost twice
    const isSnapshotDue = (isLost && this.isLost) || logBytes > Math.max(sizes.snapshot, packBytes / 4)
    this.isLost = isLost
    return isSnapshotDue && (await this.writer.writeSnapshot())
  }
}
