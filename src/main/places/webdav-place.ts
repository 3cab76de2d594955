import { randomUUID } from 'node:crypto'
import { type AppError, appError, fail } from '../../shared/errors.ts'
import { atMost, type Listing, listingLimit, type Place, partSuffix } from './place.ts'
import { type PlaceAnswer, type PlaceRequest, type PlaceRequests, statusError } from './place-requests.ts'
import { decodedPath, readMultiStatus } from './webdav-answers.ts'

/** Largest answer that is not a file, in bytes. */
const answerMax = 4 * 1024 * 1024
const listed = Buffer.from(
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/></prop></propfind>',
)

export interface WebDavParts {
  /** The folder's address; ends with a slash. */
  readonly address: URL
  readonly user: string
  readonly password: string
  readonly requests: PlaceRequests
  /** ms since 1970. */
  readonly now: () => number
}

/**
 * A folder on a WebDAV server. A file is put under a temporary name, its length is compared, then it is moved: many
 * servers keep the first half of a cut upload. Never sends Content-Range, for which most replace the whole file.
 */
export class WebDavPlace implements Place {
  private readonly parts: WebDavParts
  private readonly authorization: string
  /** Folders that are there. */
  private readonly made = new Set<string>()

  constructor(parts: WebDavParts) {
    this.parts = parts
    this.authorization = `Basic ${Buffer.from(`${parts.user}:${parts.password}`, 'utf8').toString('base64')}`
  }

  async list(folder: string): Promise<Listing> {
    const url = this.urlOf(folder === '' ? '' : `${folder}/`)
    const answer = await this.propfind(url, '1')
    if (answer === null) {
      // only a folder inside one that exists counts as empty: a wrong address must not look like a new place
      if (folder === '' || (await this.propfind(this.parts.address, '0')) === null)
        fail('place_not_found', 'the folder is not there', { status: 404 })
      return { files: [], whole: true }
    }
    const own = decodedPath(url.pathname)
    const files = answer.filter(({ path }) => path !== own && path.slice(0, path.lastIndexOf('/')) === own)
    return { files, whole: files.length < listingLimit }
  }

  async size(path: string): Promise<number | null> {
    const url = this.urlOf(path)
    const entries = await this.propfind(url, '0')
    const own = decodedPath(url.pathname)
    const entry = entries?.find((found) => found.path === own && !found.isFolder)
    if (entries !== null && entry === undefined) fail('place_not_understood', 'an answer about another file')
    return entry === undefined ? null : (entry.bytes ?? fail('place_not_understood', 'a file without a length'))
  }

  async read(path: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await this.ask('GET', this.urlOf(path), { bytesMax, takes: [200, 404, 410] })
    if (answer.status === 200) return atMost(answer.body, bytesMax)
    return fail('not_found', 'the file is gone', { status: answer.status })
  }

  async write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.makeFolders(path.slice(0, path.lastIndexOf('/')))
    const part = `${path}.${randomUUID().slice(0, 8)}${partSuffix}`
    const headers = { 'content-type': 'application/octet-stream' }
    try {
      await this.ask('PUT', this.urlOf(part), { body: bytes, headers, takes: [200, 201, 204] })
      const size = await this.size(part)
      if (size !== bytes.length) fail('place_changed', `${size ?? 'no'} bytes of ${bytes.length}`)
      await this.move(part, path, bytes.length)
    } catch (cause) {
      // half of a refused upload would take up the room that is missing
      await this.remove(part).catch(() => undefined)
      throw cause
    }
  }

  async remove(path: string): Promise<void> {
    await this.ask('DELETE', this.urlOf(path), { takes: [200, 202, 204, 404, 410] })
  }

  private async move(part: string, path: string, bytes: number): Promise<void> {
    const headers = { destination: this.urlOf(path).href, overwrite: 'F' }
    const answer = await this.ask('MOVE', this.urlOf(part), { headers, takes: [200, 201, 204, 207, 404, 412] })
    if (answer.status < 207) return
    // something has the name already, or the answer to an earlier attempt was lost
    const there = await this.size(path)
    if (there !== bytes) fail('place_changed', `the name holds ${there ?? 'no'} bytes`, { status: answer.status })
    if (answer.status !== 404) await this.remove(part)
  }

  private async makeFolders(folder: string): Promise<void> {
    const segments = folder.split('/')
    for (let count = 1; count <= segments.length; count += 1) {
      const path = segments.slice(0, count).join('/')
      if (this.made.has(path)) continue
      // 405: it exists (RFC 4918 §9.3.1); some servers say 301, 409 or 200 instead, so the folder itself is asked
      const { status } = await this.ask('MKCOL', this.urlOf(`${path}/`), { takes: [200, 201, 405, 409] })
      if (status !== 201 && status !== 405 && (await this.propfind(this.urlOf(`${path}/`), '0')) === null)
        fail('place_not_found', 'the folder above is not there', { status })
      this.made.add(path)
    }
  }

  /** Entries of an address; null where nothing is there. */
  private async propfind(url: URL, depth: '0' | '1'): Promise<ReturnType<typeof readMultiStatus> | null> {
    const headers = { depth, 'content-type': 'application/xml; charset=utf-8' }
    const answer = await this.ask('PROPFIND', url, { body: new Uint8Array(listed), headers, takes: [207, 404, 410] })
    if (answer.status !== 207) return null
    return readMultiStatus(Buffer.from(answer.body).toString('utf8'), url)
  }

  private async ask(
    method: string,
    url: URL,
    options: {
      readonly takes: readonly number[]
      readonly body?: Uint8Array<ArrayBuffer>
      readonly headers?: Readonly<Record<string, string>>
      readonly bytesMax?: number
    },
  ): Promise<PlaceAnswer> {
    const headers = new Headers({ ...options.headers, authorization: this.authorization })
    const request: PlaceRequest = { method, url, headers, body: options.body ?? null }
    return await this.parts.requests.send(
      () => request,
      options.bytesMax ?? answerMax,
      (answer) => (options.takes.includes(answer.status) ? null : this.errorOf(answer)),
    )
  }

  private errorOf(answer: PlaceAnswer): AppError {
    const error = statusError(answer, this.parts.now())
    // Jianguoyun answers 401 or 503 with this word when its budget of requests is used up
    if (error !== null && Buffer.from(answer.body).subarray(0, 10_000).includes('BlockedTemporarily'))
      return appError('place_busy', 'blocked for a while', { status: answer.status, retryAfterMs: error.retryAfterMs })
    if (error !== null) return error
    const { status } = answer
    if (status === 404 || status === 409 || status === 410)
      return appError('place_not_found', `status ${status}`, { status })
    return appError('place_not_understood', `status ${status}`, { status })
  }

  private urlOf(path: string): URL {
    return new URL(path, this.parts.address)
  }
}
