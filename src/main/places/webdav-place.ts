import { AppFailure, fail } from '../../shared/errors.ts'
import { failureOf } from '../faults.ts'
import { atMost, type Listing, listingLimit, type Place } from './place.ts'
import { entriesWithin, entryAbout } from './webdav-answers.ts'
import { DavRequests, type DavRequestsParts, goneStatuses } from './webdav-requests.ts'
import { type DavMemory, DavWriter, newDavMemory } from './webdav-writer.ts'

/**
 * Longest delay before a server shows an upload, and the polling interval, in ms; AList caches listings for some
 * seconds.
 */
const [lagMs, lagStepMs] = [5_000, 1_000]

export interface WebDavParts extends DavRequestsParts {
  /** The folder's address; ends with a slash. */
  readonly address: URL
  /** Shared by the jobs of one server. */
  readonly memory?: DavMemory
}

/** A folder on a WebDAV server. Never sends Content-Range, because most servers replace the whole file in response. */
export class WebDavPlace implements Place {
  private readonly parts: WebDavParts
  private readonly dav: DavRequests
  private readonly writer: DavWriter
  /** Folders known to exist. */
  private readonly made = new Set<string>()
  /** Lengths of files that this job stored; a listing may lack them for a while. */
  private readonly written = new Map<string, number>()

  constructor(parts: WebDavParts) {
    this.parts = parts
    this.dav = new DavRequests(parts)
    this.writer = new DavWriter({
      dav: this.dav,
      memory: parts.memory ?? newDavMemory(),
      urlOf: (path) => this.urlOf(path),
      sizeOf: (path, bytes) => this.sizeOnce(path, bytes),
      settledSizeOf: (path, bytes) => this.settledSize(path, bytes),
    })
  }

  async listFolder(folder: string): Promise<Listing> {
    const isUnshown = (listing: Listing): boolean => this.unshown(folder, listing).length > 0
    const listing = await this.settled(() => this.listOnce(folder), isUnshown)
    // the next listing does not wait for the same files again
    for (const path of this.unshown(folder, listing)) this.written.delete(path)
    return listing
  }

  async size(path: string): Promise<number | null> {
    const bytes = this.written.get(path)
    return bytes === undefined ? await this.sizeOnce(path) : await this.settledSize(path, bytes)
  }

  async lacks(path: string): Promise<boolean> {
    if (this.written.has(path) && (await this.size(path)) !== null) return false
    return await this.dav.lacks(this.urlOf(path))
  }

  async readFile(path: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
    const written = this.written.get(path)
    const answer = await this.settled(
      () => this.dav.sendRequest('GET', this.urlOf(path), { bytesMax, takes: [200, ...goneStatuses] }),
      ({ body, status }) => written !== undefined && (status !== 200 || body.length !== written),
    )
    if (answer.status === 200) return atMost(answer.body, bytesMax)
    return fail('not_found', 'the file is gone', { status: answer.status })
  }

  async writeFile(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.makeFolders(parentOf(path))
    this.written.delete(path)
    await this.writer.writeFile(path, bytes)
    this.written.set(path, bytes.length)
  }

  async removeFile(path: string): Promise<void> {
    this.written.delete(path)
    const takes = [200, 202, 204, 404, 410]
    const refusals = [207, 403, 405, 409]
    const answer = await this.dav.sendRequest('DELETE', this.urlOf(path), { takes: [...takes, ...refusals] })
    // some servers refuse to remove a missing file
    if (refusals.includes(answer.status) && (await this.sizeOnce(path)) !== null)
      throw new AppFailure(this.dav.errorOf(answer))
  }

  private async listOnce(folder: string): Promise<Listing> {
    const url = this.urlOf(folder === '' ? '' : `${folder}/`)
    const found = await this.dav.propfind(url, '1')
    if (found.kind === 'entries') {
      const files = entriesWithin(found.entries, url)
      return { files, whole: files.length < listingLimit }
    }
    if (found.kind === 'refused') throw new AppFailure(found.error)
    // only a folder inside an existing one counts as empty: a wrong address must not look like a new destination
    if (folder === '') {
      if (found.kind === 'unsure') throw new AppFailure(found.error)
      return fail('place_not_found', 'the folder is not there', { status: 404 })
    }
    if (found.kind === 'unsure') {
      if (await this.isListed(folder)) throw new AppFailure(found.error)
      // the folder may exist but be hidden
      return { files: [], whole: false }
    }
    if ((await this.dav.propfind(this.parts.address, '0')).kind !== 'entries')
      fail('place_not_found', 'the folder is not there', { status: 404 })
    return { files: [], whole: true }
  }

  private async sizeOnce(path: string, expected?: number): Promise<number | null> {
    const url = this.urlOf(path)
    const found = await this.dav.propfind(url, '0')
    if (found.kind === 'missing') return null
    if (found.kind === 'refused') throw new AppFailure(found.error)
    if (found.kind === 'unsure') return (await this.isListed(path)) ? await this.lengthOr(url, found.error) : null
    const entry = entryAbout(found.entries, url)
    if (entry?.isFolder) return fail('place_not_understood', 'a folder instead of a file')
    return entry?.bytes ?? (await this.dav.length(url, expected))
  }

  /** Resolves to the length of a listed file whose PROPFIND is refused. */
  private async lengthOr(url: URL, error: ConstructorParameters<typeof AppFailure>[0]): Promise<number | null> {
    return await this.dav.length(url).catch((cause: unknown) => {
      throw failureOf(cause).code === 'place_read_only' ? new AppFailure(error, { cause }) : cause
    })
  }

  /** Resolves to true if the parent folder lists this path. Rejects unless the destination itself is readable. */
  private async isListed(path: string): Promise<boolean> {
    const { files } = await this.listOnce(parentOf(path))
    return files.some(({ name }) => name === path.slice(path.lastIndexOf('/') + 1))
  }

  private async settledSize(path: string, bytes: number): Promise<number | null> {
    const size = await this.settled(
      () => this.sizeOnce(path, bytes),
      (found) => found !== bytes,
    )
    // a cached listing may lack a file that HEAD finds
    return size ?? (await this.dav.length(this.urlOf(path), bytes))
  }

  /** Repeats a request while its answer is outdated, for at most `lagMs`; resolves to the last answer. */
  private async settled<T>(ask: () => Promise<T>, isLate: (answer: T) => boolean): Promise<T> {
    const until = this.parts.now() + lagMs
    for (;;) {
      const answer = await ask()
      if (!isLate(answer) || this.parts.now() >= until) return answer
      await this.dav.pause(lagStepMs)
    }
  }

  /** Returns the files that this job stored in a folder and that its listing lacks. */
  private unshown(folder: string, { files }: Listing): readonly string[] {
    if (this.written.size === 0) return []
    const shown = new Set(files.map(({ name }) => `${folder}/${name}`))
    return [...this.written.keys()].filter((path) => parentOf(path) === folder && !shown.has(path))
  }

  private async makeFolders(folder: string): Promise<void> {
    const segments = folder.split('/')
    for (let count = 1; count <= segments.length; count += 1) {
      const path = segments.slice(0, count).join('/')
      if (this.made.has(path)) continue
      if (!(await this.makeFolder(this.urlOf(`${path}/`)))) fail('place_not_found', 'the folder above is not there')
      this.made.add(path)
    }
  }

  /** Creates a folder unless it exists; resolves to false if the server refuses and does not list it. */
  private async makeFolder(url: URL): Promise<boolean> {
    const refusals = [400, 403, 409, 412]
    try {
      const done = [200, 201, 204, 405]
      const answer = await this.dav.sendRequest('MKCOL', url, { takes: [...done, ...refusals] })
      // 405: it exists (RFC 4918 §9.3.1); some servers refuse otherwise, or redirect, so the folder itself is requested
      if (done.includes(answer.status)) return true
      if ((await this.dav.propfind(url, '0')).kind === 'entries') return true
      if (answer.status === 403) throw new AppFailure(this.dav.errorOf(answer))
      return false
    } catch (cause) {
      if (failureOf(cause).code !== 'place_redirects') throw cause
      if ((await this.dav.propfind(url, '0')).kind === 'entries') return true
      throw cause
    }
  }

  private urlOf(path: string): URL {
    return new URL(path, this.parts.address)
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
