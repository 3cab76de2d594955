import type { ExchangeReader } from './exchange-reader.ts'
import type { PlacedName } from './place-file.ts'
import type { Vector } from './vector.ts'

/** The result of a look at all files of a group. */
export interface PlaceCheck {
  /** For each writer the number up to which snapshots hold everything. */
  readonly snapshots: Vector
  /** Writers of whom a log file or a snapshot holds more than was read here. */
  readonly ahead: readonly string[]
  /** Writers of whom something that was read here is in no file. */
  readonly lost: readonly string[]
  readonly logBytes: number
  readonly packBytes: number
}

/** Looks at all files of a group by their names. `seen`: what this computer has read; `heads`: the listed heads. */
export async function checkPlace(
  reader: ExchangeReader,
  seen: Vector,
  heads: readonly PlacedName[],
): Promise<PlaceCheck> {
  const packs = await reader.names('packs')
  const isThere = new Set(packs.map(({ name }) => name))
  const snapshots = new Map<string, number>()
  for (const placed of await reader.names('base')) {
    const manifest = await reader.manifest(placed)
    // without one of its packs it holds nothing for sure
    if (manifest === null || !manifest.packs.every((name) => isThere.has(name))) continue
    for (const [writer, { number }] of manifest.tips)
      snapshots.set(writer, Math.max(snapshots.get(writer) ?? 0, number))
  }
  const ahead = new Set([...snapshots].filter(([writer, to]) => to > (seen.get(writer) ?? 0)).map(([writer]) => writer))
  const lost: string[] = []
  let logBytes = 0
  for (const writer of new Set([...seen.keys(), ...(await reader.logWriters())])) {
    const files = await reader.names(`log/${writer}`)
    logBytes += bytesOf(files)
    const number = seen.get(writer) ?? 0
    const all = [...files, ...heads.filter((head) => head.writer === writer)]
    const to = reached(all, snapshots.get(writer) ?? 0)
    if (to < number) lost.push(writer)
    // its head may have been cut, and its writer may be gone
    if (to > number) ahead.add(writer)
  }
  return { snapshots, ahead: [...ahead], lost, logBytes, packBytes: bytesOf(packs) }
}

/** Returns the number up to which files continue from `start` without a gap. */
function reached(files: readonly PlacedName[], start: number): number {
  return files
    .toSorted((a, b) => a.from - b.from)
    .reduce((to, file) => (file.from <= to + 1 ? Math.max(to, file.to) : to), start)
}

function bytesOf(files: readonly PlacedName[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
