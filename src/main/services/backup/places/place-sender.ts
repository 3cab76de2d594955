import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup, BackupContents } from '../../../../shared/backup.ts'
import { fail } from '../../../../shared/errors.ts'
import type { PlaceWork } from '../../../../shared/places.ts'
import { failureOf } from '../../../faults.ts'
import { bodyHash } from '../../../places/body-hash.ts'
import type { Place } from '../../../places/place.ts'
import type { Task, TaskKind, TaskResult } from '../backup-messages.ts'
import { stagedManifest, stagedPacks } from './packing.ts'
import { mustAgree, type Pack, packsOf } from './placed-manifest.ts'
import { type ManifestName, manifestPath, packPath, readManifestName } from './placed-names.ts'
import { listManifests, listPacks, readManifest, readPackBytes } from './placed-reader.ts'

/** Runs a task in the backup thread. */
export type RunTask = <K extends TaskKind>(task: Extract<Task, { readonly kind: K }>) => Promise<TaskResult<K>>

export interface SendParts {
  readonly place: Place
  /** Id of this computer at the place. */
  readonly computer: string
  /** Folder of the files still to be sent; survives restarts. */
  readonly staging: string
  /** An empty folder for plain text; removed by the caller. */
  readonly work: string
  /** The passphrase of the backups at the place. */
  readonly passphrase: string
  readonly run: RunTask
  readonly step: (step: PlaceWork['step'], progress: number | null) => void
  readonly signal: AbortSignal
  /** True if bytes at the place were found changed since the last backup was sent. */
  readonly isDoubted: () => boolean
  /** Records that bytes were found changed, and clears the staging folder. */
  readonly doubt: () => Promise<void>
}

/** A local backup to be sent. */
export interface Source {
  readonly backup: Backup
  readonly path: string
  readonly passphrase: string | null
}

/** A backup that was sent to the place and read back. */
export interface Sent {
  readonly manifest: ManifestName
  readonly contents: BackupContents | null
  /** Bytes of its packs and manifest. */
  readonly bytes: number
}

/**
 * Sends a backup and reads all of it back. Continues with the content of the staging folder; without any, packs the
 * backup that `source` names. A pack is removed from the staging folder once it was read back, so a killed run loses
 * one pack at most. The manifest is sent last. If a pack of an earlier backup is damaged, all packs are sealed anew and
 * compared with those at the place. Rejects with an AppFailure.
 */
export async function sendBackup(parts: SendParts, source: () => Promise<Source>): Promise<Sent> {
  const { staging } = parts
  for (let round = 1; ; round += 1) {
    const name = (await stagedManifest(staging)) ?? (await pack(parts, await source()))
    const sent = await sendStaged(parts, name)
    if (sent !== null) {
      await rm(staging, { recursive: true, force: true })
      return sent
    }
    // packs that an earlier backup left at the place are gone, or the staging folder is damaged
    await rm(staging, { recursive: true, force: true })
    if (round > 1) fail('place_changed', 'packs vanish at the place')
  }
}

async function pack(parts: SendParts, { backup, passphrase, path }: Source): Promise<string> {
  const { computer, place, run, staging, step, work } = parts
  step('looking', null)
  const { manifests } = await listManifests(place, computer)
  const [newest] = manifests
  const previous = newest === undefined ? null : await fetchPrevious(parts, newest)
  const listed = previous === null ? new Map<string, number | null>() : await listPacks(place, computer)
  const earlier = previous === null ? [] : packsOf(await readFile(previous))
  step('packing', 0)
  const { madeAt, contents } = backup
  const { manifest } = await run({
    kind: 'pack',
    path,
    passphrase,
    work,
    staging,
    placePassphrase: parts.passphrase,
    previous,
    // pieces that are sealed again keep their names: packs that are intact at the place are read, and not sent
    present: parts.isDoubted() ? [] : earlier.filter(({ name, bytes }) => listed.get(name) === bytes),
    madeAt,
    origin: backup.origin === 'by-hand' ? 'by-hand' : 'automatic',
    contents,
  })
  return manifest
}

/** Resolves to the path of this computer's newest manifest; null if it was damaged or is gone. */
async function fetchPrevious({ computer, place, work }: SendParts, { name }: ManifestName): Promise<string | null> {
  const bytes = await readManifest(place, computer, name).catch(orNull)
  if (bytes === null) return null
  const path = join(work, 'previous.manifest')
  await writeFile(path, bytes, { mode: 0o600 })
  return path
}

/**
 * Sends the content of the staging folder. Resolves to null if a file is missing from the place, or if the staging
 * folder is damaged.
 */
async function sendStaged(parts: SendParts, name: string): Promise<Sent | null> {
  const { computer, place, run, signal, staging, step, work } = parts
  const manifest = readManifestName(name)
  const bytes = new Uint8Array(await readFile(join(staging, name)))
  if (manifest === null || (await bodyHash(bytes)) !== manifest.hash) return null
  const packs = packsOf(bytes)
  const total = packs.reduce((sum, { bytes }) => sum + bytes, 0)
  const staged = new Set(await readdir(join(staging, stagedPacks)))
  let done = packs.reduce((sum, pack) => sum + (staged.has(pack.name) ? 0 : pack.bytes), 0)
  step('sending', done / total)
  for (const pack of packs) {
    if (!staged.has(pack.name)) continue
    signal.throwIfAborted()
    const path = join(staging, stagedPacks, pack.name)
    const content = new Uint8Array(await readFile(path))
    if ((await bodyHash(content)) !== pack.name) return null
    await stored(place, packPath(computer, pack.name), content, () => readPackBytes(place, computer, pack))
    await rm(path)
    done += pack.bytes
    step('sending', done / total)
  }
  step('checking', null)
  if (!(await allThere(parts, packs))) return null
  const sample = await sampled(parts, packs).catch(orNull)
  if (sample === null) {
    await parts.doubt()
    return null
  }
  const read = (): Promise<Uint8Array> => readManifest(place, computer, name)
  const returned = await stored(place, manifestPath(computer, name), bytes, read)
  const path = join(work, 'returned.manifest')
  await writeFile(path, returned, { mode: 0o600 })
  const opened = await run({
    kind: 'openPlaced',
    manifest: path,
    passphrase: parts.passphrase,
    work,
    pack: sample,
  })
  mustAgree(manifest, opened)
  return { manifest, contents: opened.contents, bytes: total + bytes.length }
}

/**
 * Stores a file unless it is there, and reads it back: `read` rejects with `place_changed` if it has other bytes. Such
 * a file is replaced once. Otherwise, having the right length, it would count as stored at every later attempt.
 */
async function stored(
  place: Place,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  read: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  await put(place, path, bytes)
  try {
    return await read()
  } catch (cause) {
    if (failureOf(cause).code !== 'place_changed') throw cause
    await place.removeFile(path)
    await place.writeFile(path, bytes)
    return await read()
  }
}

/** Stores a file unless the place has one of its length; replaces a file of another length. */
async function put(place: Place, path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const there = await place.size(path)
  if (there === bytes.length) return
  if (there !== null) await place.removeFile(path)
  await place.writeFile(path, bytes)
}

/**
 * Resolves to true if the place has every pack. Packs that a listing omits are looked up by name, then read. A listing
 * may lag, and after a restart the place no longer knows what was just stored.
 */
async function allThere({ computer, place }: SendParts, packs: readonly Pack[]): Promise<boolean> {
  const listed = await listPacks(place, computer)
  for (const pack of packs) {
    if (listed.get(pack.name) === pack.bytes) continue
    const size = await place.size(packPath(computer, pack.name))
    if (size === pack.bytes) continue
    if (size !== null || (await readPackBytes(place, computer, pack).catch(orNull)) === null) return false
  }
  return true
}

/** Reads a random pack of the backup from the place, so that old packs are checked over time. */
async function sampled(
  { computer, place, work }: SendParts,
  packs: readonly Pack[],
): Promise<{ readonly name: string; readonly path: string } | null> {
  const pack = packs[Math.floor(Math.random() * packs.length)]
  if (pack === undefined) return null
  const path = join(work, 'sample.pack')
  await writeFile(path, await readPackBytes(place, computer, pack), { mode: 0o600 })
  return { name: pack.name, path }
}

function orNull(cause: unknown): null {
  const { code } = failureOf(cause)
  if (code === 'place_changed' || code === 'not_found') return null
  throw cause
}
