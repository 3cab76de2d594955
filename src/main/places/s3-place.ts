import { AwsV4Signer } from 'aws4fetch'
import { type AppError, AppFailure, appError, type ErrorCode, fail } from '../../shared/errors.ts'
import { bodyHash } from './body-hash.ts'
import { atMost, type Listing, type Place, type PlacedFile } from './place.ts'
import { type PlaceAnswer, type PlaceRequest, type PlaceRequests, statusError } from './place-requests.ts'
import { readErrorCode, readPage } from './s3-answers.ts'

/** Largest answer that is not a file, in bytes. */
const answerMax = 4 * 1024 * 1024
/** Maximum number of pages of a listing, of 1,000 entries each. */
const pagesMax = 20
const nothing = new Uint8Array(0)

export interface S3Parts {
  /** The endpoint, or a folder below it; ends with a slash. */
  readonly address: URL
  readonly region: string
  readonly bucket: string
  /** True if the bucket is in the path instead of the host name. */
  readonly pathStyle: boolean
  readonly keyId: string
  readonly secretKey: string
  readonly requests: PlaceRequests
  /** ms since 1970. */
  readonly now: () => number
}

/**
 * A bucket of an S3-compatible store. Requests are signed with SigV4 and the hash of their body, so a store refuses
 * damaged data. Packs are small enough for one request each; no multipart uploads can be left behind.
 */
export class S3Place implements Place {
  private readonly parts: S3Parts
  /** Address of the bucket; ends with a slash. */
  private readonly base: URL
  /** Folder inside the bucket: empty, or ends with a slash. */
  private readonly folder: string

  constructor(parts: S3Parts) {
    // both become part of a header, which refuses other characters
    if (!/^[A-Za-z0-9._-]+$/.test(parts.region)) fail('place_region', 'not a name of a region')
    if (!/^[!-~]+$/.test(parts.keyId)) fail('place_sign_in', 'not the id of a key')
    this.parts = parts
    const { base, folder } = bucketAddress(parts)
    this.base = base
    this.folder = folder
  }

  async listFolder(folder: string): Promise<Listing> {
    const prefix = folder === '' ? this.folder : `${this.folder}${folder}/`
    const files: PlacedFile[] = []
    let token: string | null = null
    for (let page = 0; page < pagesMax; page += 1) {
      const url = new URL(this.base)
      url.searchParams.set('list-type', '2')
      url.searchParams.set('delimiter', '/')
      if (prefix !== '') url.searchParams.set('prefix', prefix)
      if (token !== null) url.searchParams.set('continuation-token', token)
      const answer = await this.sendRequest('GET', url, { takes: [200] })
      const found = readPage(Buffer.from(answer.body).toString('utf8'))
      for (const { key, bytes } of found.files)
        if (key.startsWith(prefix) && key !== prefix)
          files.push({ name: key.slice(prefix.length), bytes, isFolder: false })
      for (const key of found.folders)
        if (key.startsWith(prefix)) files.push({ name: key.slice(prefix.length, -1), bytes: null, isFolder: true })
      if (!found.isTruncated) return { files, whole: true }
      // without a new token, the same page would be requested endlessly
      if (found.next === null || found.next === token) break
      token = found.next
    }
    return { files, whole: false }
  }

  async size(path: string): Promise<number | null> {
    const answer = await this.sendRequest('HEAD', this.urlOf(path), { takes: [200, 404] }).catch((cause) =>
      this.explained(cause),
    )
    if (answer.status === 404) return null
    const length = answer.headers.get('content-length') ?? ''
    return /^\d{1,15}$/.test(length) ? Number(length) : fail('place_not_understood', 'a file without a length')
  }

  async lacks(path: string): Promise<boolean> {
    return (await this.size(path)) === null
  }

  async readFile(path: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await this.sendRequest('GET', this.urlOf(path), { takes: [200, 404], bytesMax })
    if (answer.status === 200) return atMost(answer.body, bytesMax)
    const code = codeOf(answer)
    if (code === 'NoSuchBucket') fail('place_no_bucket', code, { status: 404 })
    return fail('not_found', 'the file is gone', { status: answer.status })
  }

  async writeFile(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream' }
    await this.sendRequest('PUT', this.urlOf(path), { takes: [200], body: bytes, headers })
  }

  async removeFile(path: string): Promise<void> {
    await this.sendRequest('DELETE', this.urlOf(path), { takes: [200, 204, 404] })
  }

  private async sendRequest(
    method: string,
    url: URL,
    options: {
      readonly takes: readonly number[]
      readonly body?: Uint8Array<ArrayBuffer>
      readonly headers?: Readonly<Record<string, string>>
      readonly bytesMax?: number
    },
  ): Promise<PlaceAnswer> {
    const body = options.body ?? null
    const hash = await bodyHash(body ?? nothing)
    const answer = this.parts.requests.sendRequest(
      () => this.signed(method, url, { ...options.headers, 'x-amz-content-sha256': hash }, body),
      options.bytesMax ?? answerMax,
      (answer) => (options.takes.includes(answer.status) ? null : this.errorOf(answer)),
    )
    return await answer.catch((cause: unknown) => {
      // stores redirect requests for a bucket of another region
      if (!(cause instanceof AppFailure) || cause.error.code !== 'place_redirects') throw cause
      throw new AppFailure({ ...cause.error, code: 'place_region' }, { cause })
    })
  }

  /**
   * Rethrows the failure of a HEAD. Its answers have no body, so a refusal gives no reason: a listing is requested
   * once, and if that is refused too, its failure is thrown.
   */
  private async explained(cause: unknown): Promise<never> {
    if (cause instanceof AppFailure && cause.error.status === 403 && cause.error.gatewayCode === null)
      await this.listFolder('')
    throw cause
  }

  private async signed(
    method: string,
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array<ArrayBuffer> | null,
  ): Promise<PlaceRequest> {
    const { keyId, now, region, secretKey } = this.parts
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers,
      accessKeyId: keyId,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      datetime: new Date(now()).toISOString().replace(/[-:]|\.\d{3}/g, ''),
    })
    const signed = await signer.sign()
    return { method, url: signed.url, headers: signed.headers, body }
  }

  private errorOf(answer: PlaceAnswer): AppError {
    const { status } = answer
    const code = codeOf(answer)
    const known = code === null ? undefined : meanings[code]
    const error = statusError(answer, this.parts.now())
    if (known !== undefined)
      return appError(known, code ?? '', { status, gatewayCode: code, retryAfterMs: error?.retryAfterMs ?? null })
    if (error !== null) return code === null ? error : { ...error, gatewayCode: code }
    if (status === 404) return appError('place_no_bucket', 'status 404', { status, gatewayCode: code })
    return appError('place_not_understood', `status ${status}`, { status, gatewayCode: code })
  }

  private urlOf(path: string): URL {
    return new URL(`${this.folder}${path}`, this.base)
  }
}

/** Error codes of S3 and compatible stores. */
const meanings: Readonly<Record<string, ErrorCode>> = {
  RequestTimeTooSkewed: 'place_clock',
  RequestExpired: 'place_clock',
  SignatureDoesNotMatch: 'place_sign_in',
  InvalidAccessKeyId: 'place_sign_in',
  InvalidSecurity: 'place_sign_in',
  UnauthorizedAccess: 'place_sign_in',
  AccessDenied: 'place_read_only',
  AllAccessDisabled: 'place_read_only',
  NoSuchBucket: 'place_no_bucket',
  QuotaExceeded: 'place_full',
  InsufficientCapacity: 'place_full',
  XMinioStorageFull: 'place_full',
  XMinioAdminBucketQuotaExceeded: 'place_full',
  StorageCapExceeded: 'place_full',
  EntityTooLarge: 'place_too_large',
  // OSS, COS
  SecondLevelDomainForbidden: 'place_address_style',
  PathStyleDomainForbidden: 'place_address_style',
  AuthorizationHeaderMalformed: 'place_region',
  PermanentRedirect: 'place_region',
  TemporaryRedirect: 'place_region',
  IllegalLocationConstraintException: 'place_region',
  InvalidRegionName: 'place_region',
  SlowDown: 'place_busy',
  TooManyRequests: 'place_busy',
  RequestLimitExceeded: 'place_busy',
  ServiceUnavailable: 'place_unavailable',
  InternalError: 'place_unavailable',
  RequestTimeout: 'place_lost',
  IncompleteBody: 'place_lost',
  BadDigest: 'place_lost',
  XAmzContentSHA256Mismatch: 'place_lost',
}

function codeOf({ body }: PlaceAnswer): string | null {
  return body.length === 0 || body.length > 100_000 ? null : readErrorCode(Buffer.from(body).toString('utf8'))
}

function bucketAddress({ address, bucket, pathStyle }: S3Parts): { readonly base: URL; readonly folder: string } {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(bucket)) fail('place_no_bucket', 'not a name of a bucket')
  const base = new URL(address)
  const segments = decodedSegments(address.pathname)
  // endpoints are often pasted including the bucket
  const isInHost = address.hostname.startsWith(`${bucket}.`)
  const isInPath = segments[0] === bucket
  const folder = (isInPath ? segments.slice(1) : segments).map((segment) => `${segment}/`).join('')
  base.pathname = isInPath || (pathStyle && !isInHost) ? `/${bucket}/` : '/'
  if (!isInHost && !isInPath && !pathStyle) base.hostname = `${bucket}.${base.hostname}`
  return { base, folder }
}

/** Returns the folder names in an address; only plain ones, because signatures and listings must agree on them. */
function decodedSegments(pathname: string): readonly string[] {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  return segments.every((segment) => /^[A-Za-z0-9._-]{1,200}$/.test(segment)) ? segments : fail('address_invalid')
}
