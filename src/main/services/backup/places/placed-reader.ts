import { fail } from '../../../../shared/errors.ts'
import type { PlacedBackup, PlaceList } from '../../../../shared/places.ts'
import { packBytesMax } from '../../../../shared/places-limits.ts'
import { failureOf } from '../../../faults.ts'
import { bodyHash } from '../../../places/body-hash.ts'
import type { Place } from '../../../places/place.ts'
import { manifestBytesMax, type Pack } from './placed-manifest.ts'
import {
  type ManifestName,
  manifestFolder,
  manifestPath,
  packFolders,
  packPath,
  readComputer,
  readManifestName,
  readPack,
} from './placed-names.ts'

/** Maximum number of computers that are listed in one place. */
const computersMax = 50

/** Resolves to every backup at a place, newest first. */
export async function listBackups(place: Place, own: string): Promise<PlaceList> {
  const root = await place.listFolder('')
  const computers = root.files.flatMap(({ name }) => readComputer(name) ?? []).slice(0, computersMax)
  const backups: PlacedBackup[] = []
  let cut = !root.whole
  for (const computer of computers) {
    const { manifests, whole } = await listManifests(place, computer).catch((cause: unknown) => {
      // another computer's folder may be closed to this account
      if (computer === own || failureOf(cause).code !== 'place_read_only') throw cause
      return { manifests: [], whole: false }
    })
    cut ||= !whole
    for (const { name, madeAt, origin, bytes } of manifests)
      backups.push({ name, computer, own: computer === own, madeAt, origin, bytes })
  }
  return { backups: backups.toSorted((a, b) => b.madeAt - a.madeAt), cut }
}

/** Resolves to the manifests of a computer, newest first. */
export async function listManifests(
  place: Place,
  computer: string,
): Promise<{ readonly manifests: readonly ManifestName[]; readonly whole: boolean }> {
  const { files, whole } = await place.listFolder(manifestFolder(computer))
  const manifests = files.flatMap(({ name }) => readManifestName(name) ?? [])
  return { manifests: manifests.toSorted((a, b) => b.madeAt - a.madeAt), whole }
}

/**
 * Throws `place_empty` if this computer's backups are known to have been there, but not even its folder is found. A
 * drive that is not mounted leaves an empty folder behind.
 */
export async function mustStillBeThere(
  place: Place,
  computer: string,
  known: readonly { readonly name: string }[],
): Promise<void> {
  if (known.length === 0) return
  const { files, whole } = await place.listFolder('')
  if (!whole || files.some(({ name }) => readComputer(name) === computer)) return
  fail('place_empty', 'the folder of this computer is gone')
}

/** Resolves to the bytes of a manifest. Throws `place_changed` if they do not match its name, or `not_found`. */
export async function readManifest(place: Place, computer: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { hash } = readManifestName(name) ?? fail('not_found', 'no manifest of that name')
  return await readExactly(place, manifestPath(computer, name), hash, manifestBytesMax)
}

/** Resolves to the bytes of a pack. Throws `place_changed` if they do not match its name, or `not_found`. */
export async function readPackBytes(
  place: Place,
  computer: string,
  { name, bytes }: Pack,
): Promise<Uint8Array<ArrayBuffer>> {
  return await readExactly(place, packPath(computer, name), name, Math.min(bytes, packBytesMax))
}

async function readExactly(
  place: Place,
  path: string,
  hash: string,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const first = await place.readFile(path, bytesMax)
  if ((await bodyHash(first)) === hash) return first
  // a connection can damage a transfer; a store that changed the file returns the same bytes again
  const second = await place.readFile(path, bytesMax)
  return (await bodyHash(second)) === hash ? second : fail('place_changed', 'other bytes than were stored')
}

/** Resolves to the lengths of a computer's listed packs by name. A listing may omit some. */
export async function listPacks(place: Place, computer: string): Promise<ReadonlyMap<string, number | null>> {
  const found = new Map<string, number | null>()
  for (const folder of packFolders(computer)) {
    const { files } = await place.listFolder(folder)
    for (const { name, bytes, isFolder } of files) {
      const pack = readPack(name)
      if (pack !== null && !isFolder) found.set(pack, bytes)
    }
  }
  return found
}
