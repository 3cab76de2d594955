import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '../../../../shared/errors.ts'
import { failureOf } from '../../../faults.ts'
import { syncFile, syncFolder } from '../../../storage/folder-sync.ts'
import { freeBytes } from '../../../storage/free-bytes.ts'
import type { TaskResult, TaskStep, Tasks } from '../backup-messages.ts'
import { isSealed, openSealed, sealFile } from '../sealed-file.ts'
import { hashOfBytes, PackKeys } from './pack-keys.ts'
import { cutPieces, pieceSizes } from './piece-cutter.ts'
import { type OpenedManifest, openManifest, writeManifest } from './placed-manifest.ts'
import { manifestName } from './placed-names.ts'

type Report = (step: TaskStep['step'], progress: number | null) => void

/** Folder of the packs that are still to be sent. */
export const stagedPacks = 'packs'

/**
 * Turns a backup into packs and a manifest in the staging folder. Pieces that an earlier backup at the place has are
 * not packed again. The manifest is written last: a staging folder without one is worth nothing.
 */
export async function packBackup(task: Tasks['pack'], report: Report): Promise<TaskResult<'pack'>> {
  const { staging, work } = task
  await rm(staging, { recursive: true, force: true })
  await mkdir(join(staging, stagedPacks), { recursive: true, mode: 0o700 })
  const plain = await plainOf(task, report)
  const { size: bytes } = await stat(plain)
  const before = await earlier(task)
  const keys = before === null ? PackKeys.fresh() : PackKeys.fromDataKey(before.key)
  const present = new Map(task.present.map(({ name, bytes }) => [name, bytes]))
  const known = new Map(
    (before?.pieces ?? []).flatMap(([id, pack]) => {
      const length = present.get(pack)
      return length === undefined ? [] : [[id, { name: pack, bytes: length }] as const]
    }),
  )
  await wantRoom(staging, bytes)
  const whole = createHash('sha256')
  const pieces: OpenedManifest['pieces'] = []
  const packs = new Map<string, number>()
  let done = 0
  for await (const piece of cutPieces(plain, keys.gear, pieceSizes(bytes))) {
    whole.update(piece)
    const id = keys.idOf(piece)
    const pack = known.get(id) ?? (await staged(keys, piece, staging))
    known.set(id, pack)
    packs.set(pack.name, pack.bytes)
    pieces.push([id, pack.name, piece.length])
    done += piece.length
    report('packing', Math.min(1, done / bytes))
  }
  const content = {
    format: 1 as const,
    key: keys.dataKey,
    madeAt: task.madeAt,
    origin: task.origin,
    contents: task.contents,
    bytes,
    sha256: whole.digest('hex'),
    pieces,
    packs: [...packs],
  }
  const manifest = await writeManifest(content, task.placePassphrase, work)
  const name = manifestName({ madeAt: task.madeAt, origin: task.origin, bytes, hash: hashOfBytes(manifest) })
  syncFolder(join(staging, stagedPacks))
  const part = join(staging, `${name}.part`)
  await writeFile(part, manifest, { mode: 0o600 })
  syncFile(part)
  await rename(part, join(staging, name))
  syncFolder(staging)
  return { manifest: name }
}

async function plainOf({ path, passphrase, work }: Tasks['pack'], report: Report): Promise<string> {
  if (!(await isSealed(path))) return path
  if (passphrase === null) return fail('wrong_passphrase', 'it is under a passphrase')
  const { size } = await stat(path)
  await wantRoom(work, size)
  const plain = join(work, 'opened.zip')
  await openSealed(path, plain, passphrase, (done) => report('opening', Math.min(1, done / size)))
  return plain
}

/**
 * Resolves to the newest manifest at the place; null if there is none, or if it is damaged or has another passphrase.
 */
async function earlier({ previous, placePassphrase, work }: Tasks['pack']): Promise<OpenedManifest | null> {
  if (previous === null) return null
  return await openManifest(previous, placePassphrase, work).catch((cause: unknown) => {
    const { code } = failureOf(cause)
    if (code === 'wrong_passphrase' || code === 'backup_damaged') return null
    throw cause
  })
}

async function staged(
  keys: PackKeys,
  piece: Buffer,
  staging: string,
): Promise<{ readonly name: string; readonly bytes: number }> {
  const sealed = keys.seal(piece)
  const name = hashOfBytes(sealed)
  const path = join(staging, stagedPacks, name)
  await writeFile(path, sealed, { mode: 0o600 })
  syncFile(path)
  return { name, bytes: sealed.length }
}

/** Opens a manifest and, if given, one of its packs. Throws `wrong_passphrase` or `backup_damaged`. */
export async function openPlaced(task: Tasks['openPlaced']): Promise<TaskResult<'openPlaced'>> {
  const manifest = await openManifest(task.manifest, task.passphrase, task.work)
  if (task.pack !== null) {
    const { name, path } = task.pack
    const piece = PackKeys.fromDataKey(manifest.key).openPack(await readFile(path))
    const [id] = manifest.pieces.find(([, pack]) => pack === name) ?? []
    if (id !== PackKeys.fromDataKey(manifest.key).idOf(piece)) fail('place_changed', 'a pack holds another piece')
  }
  const { bytes, contents, madeAt, origin } = manifest
  return { madeAt, origin, contents, bytes }
}

/**
 * Joins fetched packs to the backup file `to`, sealed with the passphrase. Used packs are removed on the way. Throws
 * `wrong_passphrase`, `backup_damaged` or `storage_full`.
 */
export async function unpackBackup(task: Tasks['unpack'], report: Report): Promise<TaskResult<'unpack'>> {
  const { packs: folder, to, passphrase, work } = task
  const manifest = await openManifest(task.manifest, passphrase, work)
  const keys = PackKeys.fromDataKey(manifest.key)
  const plain = join(work, 'joined.zip')
  await Promise.all([rm(plain, { force: true }), rm(to, { force: true })])
  await wantRoom(work, manifest.bytes)
  const uses = new Map<string, number>()
  for (const [, pack] of manifest.pieces) uses.set(pack, (uses.get(pack) ?? 0) + 1)
  const whole = createHash('sha256')
  const file = await open(plain, 'wx', 0o600)
  try {
    let done = 0
    for (const [id, pack, bytes] of manifest.pieces) {
      const path = join(folder, pack)
      if (!existsSync(path)) fail('backup_damaged', 'a pack is missing')
      const piece = keys.openPack(await readFile(path))
      if (piece.length !== bytes || keys.idOf(piece) !== id) fail('backup_damaged', 'a pack holds another piece')
      whole.update(piece)
      await file.writeFile(piece)
      const left = (uses.get(pack) ?? 1) - 1
      uses.set(pack, left)
      if (left === 0) await rm(path)
      done += bytes
      report('opening', Math.min(1, done / manifest.bytes))
    }
  } finally {
    await file.close()
  }
  if (whole.digest('hex') !== manifest.sha256) fail('backup_damaged', 'the joined backup differs')
  await wantRoom(work, manifest.bytes)
  await sealFile(plain, to, passphrase, (done) => report('sealing', Math.min(1, done / manifest.bytes)))
  await rm(plain)
  return null
}

async function wantRoom(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free < bytes) fail('storage_full', `${bytes} bytes needed, ${free} free`)
}

/** Resolves to the name of the manifest in a staging folder; null if packing did not end. */
export async function stagedManifest(staging: string): Promise<string | null> {
  const names = await readdir(staging).catch(() => [])
  return names.find((name) => name.endsWith('.manifest')) ?? null
}
