import { z } from 'zod'
import type { Snapshot } from './history-state.ts'
import { readPlacedName } from './place-file.ts'
import { tipsSchema, vectorSchema } from './vector.ts'
import { readVersion, type Version } from './version.ts'

/** The manifest of a snapshot. Its tips come first, so that a computer sees at once if it needs the packs. */
export interface Manifest {
  readonly tips: Snapshot['tips']
  /** Names of the files with the versions. */
  readonly packs: readonly string[]
  readonly dead: Snapshot['dead']
  readonly erasures: Snapshot['erasures']
}

const packName = z.string().refine((name) => readPlacedName(name) !== null)
const manifestSchema = z.object({
  tips: tipsSchema,
  packs: z.array(packName).max(100_000),
  dead: z.array(z.tuple([z.string().max(200), z.string().max(1_000)])).max(1_000_000),
  erasures: z.array(z.object({ item: z.string().max(200), seen: vectorSchema })).max(1_000_000),
})

/** Returns what a computer has read, as one line. */
export function tipsLine(tips: Snapshot['tips']): string {
  return JSON.stringify({ tips: tipRows(tips) })
}

/** Reads what a computer has read; null if the line says nothing of it. */
export function readTips(line: string): Snapshot['tips'] | null {
  return parsedWith(z.object({ tips: tipsSchema }), line)?.tips ?? null
}

function tipRows(tips: Snapshot['tips']) {
  return [...tips].map(([writer, { number, hash }]) => [writer, number, hash])
}

/** Returns the manifest as one line. */
export function manifestLine({ dead, erasures, packs, tips }: Manifest): string {
  return JSON.stringify({
    tips: tipRows(tips),
    packs,
    dead,
    erasures: erasures.map(({ item, seen }) => ({ item, seen: [...seen] })),
  })
}

/** Reads a manifest; null if it is none. */
export function readManifest(lines: readonly string[]): Manifest | null {
  const [line] = lines
  return lines.length === 1 && line !== undefined ? parsedWith(manifestSchema, line) : null
}

function parsedWith<T>(schema: z.ZodType<T>, line: string): T | null {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Splits versions into packs of about `characters`. */
export function packed(versions: readonly Version[], characters: number): readonly (readonly Version[])[] {
  const packs: Version[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const version of versions) {
    if (length + version.text.length > characters) {
      packs.push([])
      length = 0
    }
    packs.at(-1)?.push(version)
    length += version.text.length
  }
  return packs
}

/** Reads the versions of lines; null if one of them is none. */
export function readVersions(lines: readonly string[]): readonly Version[] | null {
  const versions: Version[] = []
  for (const line of lines) {
    const version = readVersion(line)
    if (version === null) return null
    versions.push(version)
  }
  return versions
}
