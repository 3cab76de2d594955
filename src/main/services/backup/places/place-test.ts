import { randomBytes } from 'node:crypto'
import { AppFailure, appError, fail } from '../../../../shared/errors.ts'
import type { PlaceTarget } from '../../../../shared/places.ts'
import { failureOf } from '../../../faults.ts'
import { type Place, placePath } from '../../../places/place.ts'
import { computerFolder, probeName } from './placed-names.ts'

const probeBytes = 1024

/**
 * Lists a place, and writes, reads and removes a small file there. Rejects with an AppFailure that says what is wrong.
 * Where a bucket is not found, the other way to write it into the address is tried too.
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
    const isListed = await other.list('').then(
      () => true,
      () => false,
    )
    throw isListed ? new AppFailure(appError('place_address_style', 'the other style works'), { cause }) : cause
  }
}

async function probe(place: Place, computer: string): Promise<void> {
  await place.list('')
  const bytes = new Uint8Array(randomBytes(probeBytes))
  const path = placePath(computerFolder(computer), probeName())
  await place.write(path, bytes)
  const returned = await place.read(path, probeBytes)
  await place.remove(path)
  if (!Buffer.from(returned).equals(bytes)) fail('place_changed', 'other bytes than were written')
}

function isAddressFault(code: string): boolean {
  return ['address_not_found', 'tls', 'place_no_bucket', 'place_not_understood', 'place_address_style'].includes(code)
}
