import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '../../../../shared/errors.ts'
import type { PlaceWork } from '../../../../shared/places.ts'
import { bodyHash } from '../../../places/body-hash.ts'
import type { Place } from '../../../places/place.ts'
import { syncFile } from '../../../storage/folder-sync.ts'
import { freeBytes } from '../../../storage/free-bytes.ts'
import type { RunTask } from './place-sender.ts'
import { mustAgree, type Pack, packsOf } from './placed-manifest.ts'
import { readManifestName } from './placed-names.ts'
import { readManifest, readPackBytes } from './placed-reader.ts'

export interface BringParts {
  readonly place: Place
  /** Id of the computer that sent the backup. */
  readonly computer: string
  /** Name of the manifest. */
  readonly name: string
  readonly passphrase: string
  /** True if the packs have to be read even if an earlier attempt joined them. */
  readonly isCheck: boolean
  /** Folder of the fetched files; survives restarts. */
  readonly folder: string
  /** An empty folder for plain text; removed by the caller. */
  readonly work: string
  readonly run: RunTask
  readonly step: (step: PlaceWork['step'], progress: number | null) => void
  readonly signal: AbortSignal
}

/** A backup that was fetched and joined. */
export interface Brought {
  readonly path: string
  readonly name: string
  /** Removes the downloaded files. Until then, another attempt downloads nothing again. */
  readonly forget: () => Promise<void>
}

/**
 * Fetches a backup and joins it to a sealed file, which stays until `forget`; returns its path and its name. Packs that
 * an earlier run fetched are kept. Rejects with an AppFailure: `wrong_passphrase` before packs are fetched,
 * `storage_full`, `place_changed`, `backup_damaged`.
 */
export async function bringBackup(parts: BringParts): Promise<Brought> {
  const { computer, folder, isCheck, name, passphrase, place, run, step, work } = parts
  const told = readManifestName(name) ?? fail('not_found', 'no backup of that name')
  const { backup } = told
  const packFolder = join(folder, 'packs')
  const manifest = join(folder, name)
  step('looking', null)
  // packs of another backup would only use up space
  if (!existsSync(manifest)) await rm(folder, { recursive: true, force: true })
  await mkdir(packFolder, { recursive: true, mode: 0o700 })
  const bytes = await readManifest(place, computer, name)
  await store(manifest, bytes)
  const packs = packsOf(bytes)
  const opened = await run({ kind: 'openPlaced', manifest, passphrase, work, pack: null })
  mustAgree(told, opened)
  const path = join(folder, backup)
  // an earlier attempt got this far, but the backup could not be added
  if (isCheck || !existsSync(path)) {
    await fetchPacks(parts, packs, packFolder, opened.bytes)
    step('checking', null)
    const joined = join(work, backup)
    await run({ kind: 'unpack', manifest, packs: packFolder, passphrase, work, to: joined })
    await rename(joined, path)
  }
  return { path, name: backup, forget: () => rm(folder, { recursive: true, force: true }) }
}

/** Downloads the packs that are missing. */
async function fetchPacks(
  { computer, folder, place, signal, step }: BringParts,
  packs: readonly Pack[],
  packFolder: string,
  bytes: number,
): Promise<void> {
  const total = packs.reduce((sum, pack) => sum + pack.bytes, 0)
  const free = await freeBytes(folder)
  // first the joined backup next to its last pack, then the sealed one next to the joined one
  if (free < total + bytes) fail('storage_full', `${total + bytes} bytes needed, ${free} free`)
  let done = 0
  step('fetching', 0)
  for (const pack of packs) {
    signal.throwIfAborted()
    const path = join(packFolder, pack.name)
    if (!(await isFetched(path, pack.name))) await store(path, await readPackBytes(place, computer, pack))
    done += pack.bytes
    step('fetching', done / total)
  }
}

async function isFetched(path: string, hash: string): Promise<boolean> {
  return existsSync(path) && (await bodyHash(new Uint8Array(await readFile(path)))) === hash
}

/** Writes a file completely or not at all. */
async function store(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.part`
  await writeFile(part, bytes, { mode: 0o600 })
  syncFile(part)
  await rename(part, path)
}
