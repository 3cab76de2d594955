import { fail } from '../../../../shared/errors.ts'
import { growthAllowed, partsMax } from './import-bounds.ts'
import type { Spool, SpoolPlace } from './spool.ts'

/** Parts of an import by id, on disk until a message names them. Bounds how often parts are read. */
export class SpooledParts<T> {
  private readonly spool: Spool<T>
  private readonly places = new Map<string, SpoolPlace>()
  private addedBytes = 0
  private readBytes = 0

  constructor(spool: Spool<T>) {
    this.spool = spool
  }

  /** Adds a part. Throws an AppFailure `import_not_read` for far too many parts, or the disk's error. */
  addPart(id: string, part: T): void {
    if (this.places.size >= partsMax) fail('import_not_read', 'far too many parts')
    const place = this.spool.append(part)
    this.places.set(id, place)
    this.addedBytes += place.bytes
  }

  has(id: string): boolean {
    return this.places.has(id)
  }

  /** Returns a part; null for an unknown id. Throws an AppFailure `import_not_read` if parts are read far too often. */
  readPart(id: string): T | null {
    const place = this.places.get(id)
    if (place === undefined) return null
    this.readBytes += place.bytes
    if (this.readBytes > growthAllowed(this.addedBytes)) fail('import_not_read', 'a part that is used far too often')
    return this.spool.readValue(place)
  }
}
