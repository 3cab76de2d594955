import type { ExchangeReader } from './exchange-reader.ts'
import type { FileSeal } from './file-seal.ts'
import { linesToBytes, type PlacedName, placedName } from './place-file.ts'
import type { SharedPlace } from './shared-place.ts'
import { manifestLine, packed, tipsLine } from './snapshot-file.ts'
import type { SyncLedger } from './sync-ledger.ts'
import type { Version } from './version.ts'

/** Sizes of the files at a place, in characters before they are deflated, or in files. */
export interface ExchangeSizes {
  /** A longer head becomes a log file. */
  readonly head: number
  /** Length of a pack, and of a log file that several became. */
  readonly pack: number
  /** So many log files become one. */
  readonly logs: number
  /** Logs of all writers longer than this, in bytes, and than a quarter of the last snapshot are followed by another. */
  readonly snapshot: number
}

export const usualSizes: ExchangeSizes = {
  head: 64 * 1024,
  pack: 24 * 1024 * 1024,
  logs: 64,
  snapshot: 64 * 1024 * 1024,
}

interface WriterParts {
  readonly place: SharedPlace
  readonly reader: ExchangeReader
  readonly ledger: SyncLedger
  readonly sizes: ExchangeSizes
  readonly seal: FileSeal
}

/** Writes the files of one computer at a place. A file is written under a new name, and only its writer removes it. */
export class ExchangeWriter {
  private readonly parts: WriterParts

  constructor(parts: WriterParts) {
    this.parts = parts
  }

  /** Writes the newest own versions. `heads` are the own ones that are there; they are removed afterwards. */
  async writeHead(heads: readonly PlacedName[]): Promise<void> {
    const { ledger, sizes } = this.parts
    const last = this.lastOwn()
    let tail = ledger.ownVersions(ledger.sealedTo() + 1, last)
    if (length(tail) > sizes.head) {
      await this.writeLog(tail)
      ledger.noteSealed(last)
      tail = []
    }
    const lines = [tipsLine(ledger.state.allTips()), ...tail.map(({ text }) => text)]
    const { name } = await this.put('heads', last - tail.length + 1, last, lines)
    ledger.noteHead(name)
    for (const old of heads) if (old.name !== name) await this.remove('heads', old)
  }

  /** Writes own versions that are neither in a log file at the place nor in a snapshot there, which covers `basis`. */
  async refillLog(basis: number): Promise<void> {
    const { ledger, reader, sizes } = this.parts
    const files = await reader.names(this.logFolder())
    const lost = ledger
      .ownVersions(basis + 1, ledger.sealedTo())
      .filter(({ dot }) => !files.some(({ from, to }) => from <= dot.number && dot.number <= to))
    for (const run of runs(lost)) for (const part of packed(run, sizes.pack)) await this.writeLog(part)
    if (files.length >= sizes.logs) await this.joinLogs(files)
  }

  /** Makes one file of many. */
  private async joinLogs(files: readonly PlacedName[]): Promise<void> {
    const { ledger, sizes } = this.parts
    const from = files[0]?.from ?? 1
    const to = files.reduce((last, file) => Math.max(last, file.to), 0)
    const versions = ledger.ownVersions(from, to)
    // a part of it may be in a snapshot alone
    if (versions.length !== to - from + 1) return
    const kept = new Set<string>()
    for (const part of packed(versions, sizes.pack)) kept.add((await this.writeLog(part)).name)
    for (const file of files) if (!kept.has(file.name)) await this.remove(this.logFolder(), file)
  }

  /** Writes everything that counts, and reads it back. Then removes the own files that it covers. */
  async writeSnapshot(): Promise<boolean> {
    const { ledger, reader, sizes } = this.parts
    const { versions, ...rest } = ledger.state.snapshot()
    const packs: string[] = []
    for (const [at, part] of packed(versions, sizes.pack).entries()) {
      const placed = await this.put(
        'packs',
        at + 1,
        at + 1,
        part.map(({ text }) => text),
      )
      packs.push(placed.name)
    }
    const last = this.lastOwn()
    const placed = await this.put('base', last + 1, last, [manifestLine({ ...rest, packs })])
    const manifest = await reader.manifest(placed)
    if (manifest === null || (await reader.packs(manifest)) === null) return false
    for (const old of await reader.names('base'))
      if (old.writer === ledger.writer && old.name !== placed.name) await this.remove('base', old)
    for (const old of await reader.names('packs'))
      if (old.writer === ledger.writer && !packs.includes(old.name)) await this.remove('packs', old)
    for (const file of await reader.names(this.logFolder()))
      if (file.to <= last) await this.remove(this.logFolder(), file)
    ledger.noteSealed(last)
    return true
  }

  private lastOwn(): number {
    const { state, writer } = this.parts.ledger
    return state.tipOf(writer)?.number ?? 0
  }

  private logFolder(): string {
    return `log/${this.parts.ledger.writer}`
  }

  private async writeLog(versions: readonly Version[]): Promise<PlacedName> {
    const [from, to] = [versions[0]?.dot.number ?? 1, versions.at(-1)?.dot.number ?? 0]
    return await this.put(
      this.logFolder(),
      from,
      to,
      versions.map(({ text }) => text),
    )
  }

  private async put(folder: string, from: number, to: number, lines: readonly string[]): Promise<PlacedName> {
    const { ledger, place, reader, seal } = this.parts
    const { writer } = ledger
    const body = seal.sealFile({ folder, writer, from, to }, await linesToBytes(lines))
    const placed = placedName(writer, from, to, body)
    await place.writeFile(reader.path(folder, placed.name), body)
    return placed
  }

  private async remove(folder: string, { name }: PlacedName): Promise<void> {
    const { place, reader } = this.parts
    await place.removeFile(reader.path(folder, name))
  }
}

function length(versions: readonly Version[]): number {
  return versions.reduce((sum, { text }) => sum + text.length, 0)
}

/** Splits versions where numbers are missing. */
function runs(versions: readonly Version[]): readonly (readonly Version[])[] {
  const all: Version[][] = []
  for (const version of versions) {
    if (all.at(-1)?.at(-1)?.dot.number === version.dot.number - 1) all.at(-1)?.push(version)
    else all.push([version])
  }
  return all
}
