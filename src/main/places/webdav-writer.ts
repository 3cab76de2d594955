import { AppFailure, appError, fail } from '../../shared/errors.ts'
import { failureOf } from '../faults.ts'
import { bodyHash } from './body-hash.ts'
import { partSuffix } from './place.ts'
import type { DavRequests } from './webdav-requests.ts'

const uploadHeaders = { 'content-type': 'application/octet-stream' }
const storedStatuses = [200, 201, 202, 204] as const
/** Answers to an upload that may be about its name: Nextcloud reserves `.part`. */
const nameRefusals = [400, 403, 404, 405, 409, 415, 422] as const
/**
 * Answers to a MOVE from servers that do not support it, and from servers behind a proxy that checks the host in
 * `Destination`.
 */
const moveRefusals = [400, 403, 404, 405, 409, 412, 415, 422, 500, 501, 502] as const
/** MOVE answers that do not depend on the form of `Destination`. */
const sameEitherWay: readonly number[] = [405, 412, 501]
/** MOVE answers of a server that cannot rename at all. */
const unableStatuses: readonly number[] = [405, 501]
/** Temporary MOVE failures of a server that has renamed before. */
const passingStatuses: readonly number[] = [500, 502]
/** MOVE answers after an attempt whose answer was lost: nothing to rename, or a file under the new name. */
const doneBeforeStatuses: readonly number[] = [404, 412]

/** Knowledge about a server that outlives one job. */
export interface DavMemory {
  /** How it renames: `address` and `path` are forms of `Destination`; `none` means not at all. */
  renames: 'untried' | 'address' | 'path' | 'none'
  /** Paths of complete uploads that could not be renamed yet. */
  readonly uploaded: Set<string>
}

export function newDavMemory(): DavMemory {
  return { renames: 'untried', uploaded: new Set() }
}

export interface DavWriterParts {
  readonly dav: DavRequests
  /** Updated by the writer. */
  readonly memory: DavMemory
  readonly urlOf: (path: string) => URL
  /** Resolves to the length of a file that should have `bytes`, requested once; null if there is none. */
  readonly sizeOf: (path: string, bytes: number) => Promise<number | null>
  /** Resolves to the length of a file that was just stored: polls until it is `bytes`, or some seconds have passed. */
  readonly settledSizeOf: (path: string, bytes: number) => Promise<number | null>
}

/**
 * Stores files on a WebDAV server. A file gets a temporary name, its length is compared, then it is renamed: many
 * servers keep the first half of an interrupted upload. On a server that cannot rename, or refuses the temporary name,
 * the file gets its final name directly.
 * A complete temporary upload is removed once the file has its final name, or if there is no room for both. Until then
 * it stays, and the next attempt before the app quits reuses it.
 */
export class DavWriter {
  private readonly parts: DavWriterParts

  constructor(parts: DavWriterParts) {
    this.parts = parts
  }

  /** Stores a file in an existing folder. Rejects with an AppFailure. */
  async writeFile(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { memory } = this.parts
    if (memory.renames === 'none') return await this.putWhole(path, bytes)
    // equal bytes get an equal name, so that a later attempt finds an earlier upload
    const part = `${path}.${(await bodyHash(bytes)).slice(0, 8)}${partSuffix}`
    const isUploaded = await this.putPart(part, bytes)
    if (isUploaded) memory.uploaded.add(part)
    const moved = isUploaded ? await this.move(part, path, bytes.length) : 'refused'
    if (moved !== 'moved') {
      await this.putWhole(path, bytes).catch(async (cause: unknown) => {
        if (!isUploaded) throw cause
        await this.afterRefusal(cause, { part, path, bytes })
      })
      if (moved === 'unable' || memory.renames === 'untried') memory.renames = 'none'
      await this.tryRemove(part)
    }
    memory.uploaded.delete(part)
  }

  /**
   * Resolves to true if a file is complete under its temporary name; false if the server refuses or hides that name.
   */
  private async putPart(part: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const { memory, sizeOf } = this.parts
    if (memory.uploaded.has(part) && (await sizeOf(part, bytes.length)) === bytes.length) return true
    return (await this.putFile(part, bytes, nameRefusals)) === 'stored'
  }

  private async putWhole(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    // an upload that does not show up may still be there
    if ((await this.putFile(path, bytes, [])) !== 'stored') fail('place_lost', 'stored, and not there')
  }

  /** Uploads a file and compares its length. Removes an incomplete file. */
  private async putFile(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    refusals: readonly number[],
  ): Promise<'stored' | 'refused' | 'hidden'> {
    const { dav, settledSizeOf, urlOf } = this.parts
    try {
      const takes = [...storedStatuses, ...refusals]
      const { status } = await dav.sendRequest('PUT', urlOf(path), { body: bytes, headers: uploadHeaders, takes })
      if (refusals.includes(status)) return 'refused'
      const size = await settledSizeOf(path, bytes.length)
      if (size === null) return 'hidden'
      return size === bytes.length ? 'stored' : fail('place_changed', `${size} bytes of ${bytes.length}`)
    } catch (cause) {
      // a partial upload would use up the space that is already short
      const size = await this.parts.sizeOf(path, bytes.length).catch(() => null)
      if (size !== null && size !== bytes.length) await this.tryRemove(path)
      throw cause
    }
  }

  /** Renames a complete file. `refused` applies only to this file, `unable` to the whole server. */
  private async move(part: string, path: string, bytes: number): Promise<'moved' | 'refused' | 'unable'> {
    const { dav, memory, settledSizeOf, urlOf } = this.parts
    for (const by of memory.renames === 'path' ? (['path', 'address'] as const) : (['address', 'path'] as const)) {
      const target = urlOf(path)
      const headers = { destination: by === 'address' ? target.href : target.pathname, overwrite: 'F' }
      const isKnown = memory.renames === by
      const refusals = moveRefusals.filter((status) => !isKnown || !passingStatuses.includes(status))
      const { status } = await dav.sendRequest('MOVE', urlOf(part), {
        headers,
        takes: [...storedStatuses, 207, ...refusals],
      })
      const isMoved = status < 207
      if (isMoved && isKnown) return 'moved'
      // the answer may be wrong, or about another path
      if (isMoved && (await settledSizeOf(path, bytes)) === bytes) {
        memory.renames = by
        return 'moved'
      }
      // a listing may be outdated: only reading the file itself counts, and an unreadable file counts as missing
      const isThere = async (): Promise<boolean> => (await dav.length(target, bytes).catch(() => null)) === bytes
      if (doneBeforeStatuses.includes(status) && (await isThere())) {
        await this.tryRemove(part)
        return 'moved'
      }
      if (unableStatuses.includes(status)) return 'unable'
      if (sameEitherWay.includes(status)) return 'refused'
    }
    return 'refused'
  }

  /**
   * Handles an upload that could neither be renamed nor stored under its final name. Returns once it is stored after
   * all.
   */
  private async afterRefusal(
    cause: unknown,
    { bytes, part, path }: { readonly part: string; readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> },
  ): Promise<void> {
    switch (failureOf(cause).code) {
      case 'place_full':
        // there was no room for both
        await this.tryRemove(part)
        return await this.putWhole(path, bytes)
      case 'place_read_only':
      case 'place_not_found':
      case 'place_not_understood':
        throw new AppFailure(appError('place_no_rename', 'neither renamed nor stored under its name'), { cause })
      default:
        throw cause
    }
  }

  private async tryRemove(path: string): Promise<void> {
    const { dav, urlOf } = this.parts
    await dav
      .sendRequest('DELETE', urlOf(path), { takes: [200, 202, 204, 207, 403, 404, 405, 409, 410] })
      .catch(() => undefined)
  }
}
