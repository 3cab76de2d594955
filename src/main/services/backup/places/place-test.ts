import { randomBytes } from 'node:crypto'
import { AppFailure, appError, fail } from '../../../../shared/errors.ts'
import type { PlaceTarget } from '../../../../shared/places.ts'
import { failureOf } from '../../../faults.ts'
import { type Place, placePath } from '../../../places/place.ts'
import { computerFolder, manifestFolder, probeName } from './placed-names.ts'

const probeBytes = 1024

/**
 * Does with a small file what a backup does: lists, looks for a missing file, writes, renames, reads and removes.
 * Rejects with an AppFailure that says what is wrong. If a bucket is not found, the other way to write it into the
 * address is tried too.
 */
export async function testPlace(
  open: (target: PlaceTarget) => Promise<Place>,
  target: PlaceTarget,
  /** Id of this computer; its folder is used. */
  computer: string,
): Promise<void> {
  try {
    await probe(await open(target), computer)
  } catch (cause) {
    if (target.kind !== 's3' || !isAddressFault(failureOf(cause).code)) throw cause
    const other = await open({ ...target, pathStyle: !target.pathStyle })
    const isListed = await other.listFolder('').then(
      () => true,
      () => false,
    )
    throw isListed ? new AppFailure(appError('place_address_style', 'the other style works'), { cause }) : cause
  }
}

async function probe(place: Place, computer: string): Promise<void> {
  await place.listFolder('')
  await place.listFolder(manifestFolder(computer))
  const bytes = new Uint8Array(randomBytes(probeBytes))
  const name = probeName()
  const path = placePath(computerFolder(computer), name)
  if ((await place.size(path)) !== null) fail('place_not_understood', 'a file that nobody stored')
  try {
    await place.writeFile(path, bytes)
    const { files, whole } = await place.listFolder(computerFolder(computer))
    if (whole && !files.some((file) => file.name === name)) fail('place_list_late', 'the list lacks what was stored')
    const returned = await place.readFile(path, probeBytes)
    if (!Buffer.from(returned).equals(bytes)) fail('place_changed', 'other bytes than were written')
  } catch (cause) {
    // the first error is reported
    await removeAll(place, computerFolder(computer), name).catch(() => undefined)
    throw cause
  }
  await place.removeFile(path)
}

/** Removes the file of a test, and any uploaded part of it. */
async function removeAll(place: Place, folder: string, name: string): Promise<void> {
  await place.removeFile(placePath(folder, name)).catch(() => undefined)
  for (const file of (await place.listFolder(folder)).files)
    if (!file.isFolder && file.name.startsWith(`${name}.`)) await place.removeFile(placePath(folder, file.name))
}

function isAddressFault(code: string): boolean {
  return ['address_not_found', 'tls', 'place_no_bucket', 'place_not_understood', 'place_address_style'].includes(code)
}
