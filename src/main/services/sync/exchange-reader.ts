import type { FileSeal } from './file-seal.ts'
import type { Snapshot } from './history-state.ts'
import { bytesToLines, isWhole, type PlacedName, readPlacedName } from './place-file.ts'
import type { SharedPlace } from './shared-place.ts'
import { type Manifest, readManifest, readTips, readVersions } from './snapshot-file.ts'
import { writerSchema } from './vector.ts'
import type { Version } from './version.ts'

/** Largest file at the place, in bytes. */
const fileMax = 64 * 1024 * 1024

export interface Head {
  readonly tips: Snapshot['tips']
  readonly versions: readonly Version[]
}

/** Reads the files of a group at a place. What is damaged, or no longer there, is null: a later round may find it. */
export class ExchangeReader {
  private readonly place: SharedPlace
  private readonly root: string
  private readonly seal: FileSeal

  constructor(place: SharedPlace, root: string, seal: FileSeal) {
    this.place = place
    this.root = root
    this.seal = seal
  }

  path(folder: string, name: string): string {
    return `${this.root}/${folder}/${name}`
  }

  /** Lists the files of a folder by their numbers. Other names are left out, and files that were cut while written. */
  async names(folder: string): Promise<readonly PlacedName[]> {
    const { files } = await this.place.listFolder(`${this.root}/${folder}`)
    return files
      .flatMap(({ bytes, name }) => {
        const placed = readPlacedName(name)
        return placed === null || (bytes !== null && bytes !== placed.bytes) ? [] : [placed]
      })
      .toSorted((a, b) => a.from - b.from || b.to - a.to || (a.name < b.name ? -1 : 1))
  }

  /** Lists the writers that have log files. */
  async logWriters(): Promise<readonly string[]> {
    const { files } = await this.place.listFolder(`${this.root}/log`)
    return files.map(({ name }) => name).filter((name) => writerSchema.safeParse(name).success)
  }

  /** Reads the versions of a file. */
  async versions(folder: string, placed: PlacedName): Promise<readonly Version[] | null> {
    const lines = await this.lines(folder, placed)
    return lines === null ? null : ownVersions(placed, lines)
  }

  /** Reads a head: what its writer had read, and its newest versions. */
  async head(placed: PlacedName): Promise<Head | null> {
    const [first, ...rest] = (await this.lines('heads', placed)) ?? []
    const tips = first === undefined ? null : readTips(first)
    const versions = tips === null ? null : ownVersions(placed, rest)
    return tips === null || versions === null ? null : { tips, versions }
  }

  async manifest(placed: PlacedName): Promise<Manifest | null> {
    const lines = await this.lines('base', placed)
    return lines === null ? null : readManifest(lines)
  }

  /** Reads all versions of a snapshot; null unless every pack is whole. */
  async packs({ packs }: Manifest): Promise<readonly Version[] | null> {
    const all: Version[] = []
    for (const name of packs) {
      const placed = readPlacedName(name)
      const lines = placed === null ? null : await this.lines('packs', placed)
      const versions = lines === null ? null : readVersions(lines)
      if (versions === null) return null
      all.push(...versions)
    }
    return all
  }

  private async lines(folder: string, placed: PlacedName): Promise<readonly string[] | null> {
    if (placed.bytes > fileMax) return null
    try {
      const body = await this.place.readFile(this.path(folder, placed.name), fileMax)
      const content = isWhole(placed, body) ? this.seal.openFile({ ...placed, folder }, body) : null
      return content === null ? null : await bytesToLines(content)
    } catch {
      return null
    }
  }
}

/** Reads the versions of lines; null unless they are those that the file's name tells of. */
function ownVersions({ from, to, writer }: PlacedName, lines: readonly string[]): readonly Version[] | null {
  const versions = readVersions(lines)
  if (versions === null || versions.length !== to - from + 1) return null
  return versions.every(({ dot }, at) => dot.writer === writer && dot.number === from + at) ? versions : null
}
