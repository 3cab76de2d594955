import type { KeyObject } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { AppFailure, appError, fail } from '../../../shared/errors.ts'
import { networkError } from '../../gateway/errors.ts'
import type { Clock, Fetch } from '../../platform.ts'
import { updateBytesMax } from '../../services/updates/found-update.ts'
import { isSigned, signatureSuffix } from './feed-signature.ts'
import type { PartialDownload, Received } from './partial-download.ts'

/** Largest feed, in bytes. */
const feedBytesMax = 1024 ** 2
const redirectsMax = 5
/** Longest silence of the server, in ms. */
const silenceMs = 60_000

export interface FeedRequestParts {
  readonly fetch: Fetch
  readonly clock: Pick<Clock, 'after'>
  readonly allows: (url: URL) => boolean
  /** The publisher's public key; null where a build has none. */
  readonly key: KeyObject | null
  readonly partial: PartialDownload
}

/** A request as described by electron-updater. */
interface Asked {
  readonly protocol?: string | null
  readonly hostname?: string | null
  readonly port?: string | number | null
  readonly path?: string | null
  readonly headers?: Readonly<Record<string, unknown>> | null
}

/**
 * Sends electron-updater's requests. Uses Atelier's own network, so that the proxy applies; requests only the feed's
 * hosts; has limits; and sends no headers that identify people. Replaces its HttpExecutor.
 */
export class FeedRequests {
  /** Error of the last request; electron-updater hides it in a text. */
  failure: AppFailure | null = null
  /** Called with the downloaded fraction. */
  onShare: (share: number) => void = () => undefined
  signal: AbortSignal | null = null
  private readonly parts: FeedRequestParts

  constructor(parts: FeedRequestParts) {
    this.parts = parts
  }

  async request({ headers, hostname, path, port, protocol }: Asked): Promise<string> {
    const url = new URL(`${protocol ?? 'https:'}//${hostname}${port ? `:${port}` : ''}${path ?? '/'}`)
    return await this.withReportedErrors(async () => {
      const { key } = this.parts
      const feed = await this.readFeed(url, wanted(headers ?? {}))
      // the release lists that lead to a feed are not signed: only the feed decides what is installed
      if (key !== null && url.pathname.endsWith('.yml')) {
        const signature = await this.signatureOf(url)
        if (!isSigned(feed, signature, key)) fail('update_unsigned', 'the signature does not fit the feed')
      }
      return feed.toString('utf8')
    })
  }

  async download(url: URL, destination: string, { sha512 }: { readonly sha512?: string | null }): Promise<string> {
    return await this.withReportedErrors(async () => {
      if (typeof sha512 !== 'string') fail('update_damaged', 'the feed has no sha512')
      const { partial } = this.parts
      const wentOn = await this.fetchInto(partial, url, sha512)
      // an interrupted download may not have reached the disk completely
      if (wentOn && (await partial.hash()) !== sha512) {
        partial.drop()
        await this.fetchInto(partial, url, sha512)
      }
      if ((await partial.hash()) !== sha512) {
        partial.drop()
        fail('update_damaged', 'the sha512 of the download is another')
      }
      partial.moveTo(destination)
      return destination
    })
  }

  /** Downloads the missing bytes. Resolves to whether it continued with earlier bytes. */
  private async fetchInto(partial: PartialDownload, url: URL, sha512: string): Promise<boolean> {
    const before = partial.received(sha512)
    // bytes of a compressed body could not be counted
    const whole = { 'accept-encoding': 'identity' }
    const rest = before === null ? {} : { range: `bytes=${before.bytes}-`, 'if-range': before.etag }
    let file: FileHandle | null = null
    let isOther = false
    try {
      await this.receive(url, { ...whole, ...rest }, async (response) => {
        const isRest = response.status === 206
        if (isRest && before === null) fail('update_unavailable', 'a part that was not asked for', { status: 206 })
        isOther = isRest && !isRestOf(response, before)
        if (isOther) return null
        let bytes = isRest && before !== null ? before.bytes : 0
        const length = Number(response.headers.get('content-length'))
        const expected = length > 0 ? bytes + length : null
        const to = isRest ? await partial.openForResume() : await partial.beginDownload(sha512, versionOf(response))
        file = to
        return async (chunk) => {
          bytes += chunk.byteLength
          if (bytes > updateBytesMax) {
            partial.drop()
            fail('update_damaged', 'the download is longer than 1 GB')
          }
          await to.writeFile(chunk)
          if (expected !== null) this.onShare(bytes / expected)
        }
      })
      await syncOf(file)
    } catch (cause) {
      // on a full disk, free space matters more than the partial download
      if (cause instanceof Error && 'code' in cause && /^E(NOSPC|DQUOT)$/.test(String(cause.code))) partial.drop()
      if (before === null || !(cause instanceof AppFailure) || cause.error.status !== 416) throw cause
      // the server has no further bytes: the file is either complete or a different one
      if ((await partial.hash()) === sha512) return true
      isOther = true
    } finally {
      await closeOf(file)
    }
    if (!isOther) return before !== null
    partial.drop()
    return await this.fetchInto(partial, url, sha512)
  }

  /** Refuses differential downloads, because every update is downloaded whole. */
  async downloadToBuffer(): Promise<never> {
    return fail('update_not_understood', 'no differential downloads')
  }

  private async signatureOf(feed: URL): Promise<string> {
    const url = new URL(feed)
    url.pathname += signatureSuffix
    try {
      return String(await this.readFeed(url, {}))
    } catch (cause) {
      if (cause instanceof AppFailure && cause.error.code === 'update_not_found')
        fail('update_unsigned', 'there is no signature')
      throw cause
    }
  }

  private async readFeed(url: URL, headers: Readonly<Record<string, string>>): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    await this.receive(url, headers, async () => async (chunk) => {
      bytes += chunk.byteLength
      if (bytes > feedBytesMax) fail('update_not_understood', 'the feed is longer than 1 MB')
      chunks.push(chunk)
    })
    return Buffer.concat(chunks)
  }

  private async withReportedErrors<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (cause) {
      this.failure = cause instanceof AppFailure ? cause : new AppFailure(networkError(cause, []), { cause })
      throw this.failure
    }
  }

  /**
   * Receives an answer. `begin` gets the response and returns the function that accepts its bytes; null ignores them.
   */
  private async receive(
    url: URL,
    headers: Readonly<Record<string, string>>,
    begin: (response: Response) => Promise<((chunk: Uint8Array) => Promise<void>) | null>,
  ): Promise<void> {
    const silence = new AbortController()
    let stop = (): void => undefined
    const hear = (): void => {
      stop()
      stop = this.parts.clock.after(silenceMs, () => silence.abort(new AppFailure(appError('timeout'))))
    }
    hear()
    try {
      const signal = this.signal === null ? silence.signal : AbortSignal.any([silence.signal, this.signal])
      const response = await this.follow(url, headers, signal)
      const take = await begin(response)
      if (take === null) await response.body?.cancel()
      else
        for await (const chunk of response.body ?? []) {
          hear()
          await take(chunk)
        }
    } finally {
      stop()
    }
  }

  private async follow(first: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
    let url = first
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      if (!this.parts.allows(url)) fail('update_elsewhere', `the feed leads to ${url.host.slice(0, 100)}`)
      const response = await this.parts.fetch(url, {
        redirect: 'manual',
        // Chromium's own name reveals versions and the system
        headers: { accept: '*/*', 'cache-control': 'no-cache', 'user-agent': 'Atelier', ...headers },
        signal,
      })
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null && URL.canParse(location, url.href)) {
        await response.body?.cancel()
        url = new URL(location, url.href)
        continue
      }
      if (response.ok) return response
      await response.body?.cancel()
      const { status } = response
      return fail(status === 404 ? 'update_not_found' : 'update_unavailable', `status ${status}`, { status })
    }
    return fail('update_elsewhere', 'too many redirects')
  }
}

/**
 * Returns the headers of electron-updater that are sent: only the accepted type. Without it, GitHub returns a page
 * instead of its newest release. Every other header could identify people.
 */
function wanted(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const accept = Object.entries(headers).find(([name]) => name.toLowerCase() === 'accept')?.[1]
  return typeof accept === 'string' ? { accept } : {}
}

/** Returns true if a response continues the bytes received before, of the same version. */
function isRestOf({ headers }: Response, before: Received | null): boolean {
  const from = /^bytes (\d{1,15})-\d{1,15}\//.exec(headers.get('content-range') ?? '')?.[1]
  const etag = headers.get('etag')
  return before !== null && Number(from) === before.bytes && (etag === null || etag === before.etag)
}

/** Returns the version of a whole answer; null if its bytes are not those of the file. */
function versionOf({ headers }: Response): string | null {
  return headers.get('content-encoding') === null ? headers.get('etag') : null
}

async function syncOf(file: FileHandle | null): Promise<void> {
  await file?.sync()
}

async function closeOf(file: FileHandle | null): Promise<void> {
  await file?.close()
}
