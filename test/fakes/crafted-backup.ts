import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** The files of a backup's archive. */
export type BackupFiles = Record<string, Uint8Array>

export interface Crafting {
  /** Changes the database with any tool. */
  readonly database?: (database: Sqlite.Database) => void
  /** Changes the bytes of the database's file. */
  readonly bytes?: (bytes: Buffer) => Buffer
  readonly settings?: string
  readonly manifest?: (manifest: Record<string, unknown>) => object
  /** Changes the archive's files after the manifest was made to fit. */
  readonly files?: (files: BackupFiles) => BackupFiles
}

/** Makes a backup from a valid one, with a manifest that fits the changes: every hash, length and count is correct. */
export function craftedBackup(good: Uint8Array, crafting: Crafting): Uint8Array {
  const files = unzipSync(good)
  const folder = mkdtempSync(join(tmpdir(), 'atelier-crafted-'))
  const path = join(folder, 'crafted.db')
  try {
    writeFileSync(path, files['atelier.db'] ?? new Uint8Array())
    const changed = new Sqlite(path)
    changed.unsafeMode(true)
    let about: Vouched
    try {
      changed.pragma('foreign_keys = OFF')
      changed.pragma('ignore_check_constraints = ON')
      crafting.database?.(changed)
      about = vouchedBy(changed)
    } finally {
      changed.close()
    }
    const database = crafting.bytes?.(readFileSync(path)) ?? readFileSync(path)
    const known = JSON.parse(strFromU8(files['manifest.json'] ?? strToU8('{}')))
    const there = new Set(known.media.map(({ id }: { id: string }) => id))
    const manifest = {
      ...known,
      schema: about.version,
      database: { bytes: database.length, sha256: sha256(database), rows: about.rows },
      missing: about.media.filter((id) => !there.has(id)),
    }
    const all = {
      ...files,
      'atelier.db': database,
      'settings.json': strToU8(crafting.settings ?? strFromU8(files['settings.json'] ?? strToU8('{}'))),
      'manifest.json': strToU8(JSON.stringify(crafting.manifest?.(manifest) ?? manifest)),
    }
    return zipSync(crafting.files?.(all) ?? all, { level: 1 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Vouched {
  readonly version: number
  readonly rows: Readonly<Record<string, number>>
  readonly media: readonly string[]
}

/** The manifest's facts about a database, as far as it is readable. */
function vouchedBy(database: Sqlite.Database): Vouched {
  const read = <T>(run: () => T, otherwise: T): T => {
    try {
      return run()
    } catch {
      return otherwise
    }
  }
  const names = read(
    () =>
      database
        .prepare<[], { name: string }>(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
        )
        .all()
        .map(({ name }) => name),
    [],
  )
  const count = (name: string): number =>
    read(() => database.prepare<[], { n: number }>(`SELECT count(*) AS n FROM "${name}"`).get()?.n ?? 0, 0)
  return {
    version: Number(database.pragma('user_version', { simple: true })),
    rows: Object.fromEntries(names.map((name) => [name, count(name)])),
    media: read(
      () =>
        database
          .prepare<[], { id: string }>('SELECT id FROM media WHERE referred_path IS NULL ORDER BY id')
          .all()
          .map(({ id }) => String(id)),
      [],
    ),
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** An entry of a ZIP written byte by byte. */
export interface RawEntry {
  readonly name: string
  readonly packed: Uint8Array
  /** 0 stored, 8 deflated. */
  readonly method: 0 | 8
  readonly bytes: number
  readonly crc: number
  /** Offset of its header, instead of after the previous entry; no header and content are then written. */
  readonly at?: number
}

/** Writes a ZIP that no library writes: entries may share bytes, state false lengths, or repeat a name. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let end = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800, 2)
    common.writeUInt16LE(entry.method, 4)
    common.writeUInt32LE(entry.crc, 10)
    common.writeUInt32LE(entry.packed.length, 14)
    common.writeUInt32LE(entry.bytes, 18)
    common.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(entry.at ?? end, 10)
    index.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), common, tail, name]))
    if (entry.at !== undefined) continue
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, entry.packed])
    parts.push(local)
    end += local.length
  }
  const directory = Buffer.concat(index)
  const last = Buffer.alloc(22)
  last.write('PK\u0005\u0006', 'latin1')
  last.writeUInt16LE(Math.min(entries.length, 0xffff), 8)
  last.writeUInt16LE(Math.min(entries.length, 0xffff), 10)
  last.writeUInt32LE(directory.length, 12)
  last.writeUInt32LE(end, 16)
  return Buffer.concat([...parts, directory, last])
}
