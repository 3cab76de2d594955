import type { AuthInfo, ClientRequestConstructorOptions, IncomingMessage, ProxyConfig } from 'electron'
import { responseOfStatus } from '../gateway/any-status.ts'
import type { Fetch } from '../platform.ts'
import { partitionFor, type SessionWay, systemWay } from './electron-routes.ts'
import { bodyOf } from './response-body.ts'
import { type Place, SessionPool } from './session-pool.ts'

/** Headers that Chromium sets itself; setting one makes the request fail (header_util.cc, IsRequestHeaderSafe). */
const ownHeaders =
  /^(connection|content-length|cookie2|host|keep-alive|set-cookie|te|trailer|transfer-encoding|upgrade|proxy-.*)$/
const withoutBody: ReadonlySet<number> = new Set([101, 204, 205, 304])

/** The part of Electron's `ClientRequest` that this module uses. */
export interface SentRequest {
  on(event: 'error', listener: (cause: Error) => void): unknown
  on(
    event: 'login',
    listener: (asked: Pick<AuthInfo, 'isProxy'>, answer: (username?: string, password?: string) => void) => void,
  ): unknown
  on(
    event: 'redirect',
    listener: (status: number, method: string, url: string, headers: Record<string, string[]>) => void,
  ): unknown
  on(event: 'response', listener: (response: IncomingMessage) => void): unknown
  setHeader(name: string, value: string): void
  followRedirect(): void
  write(chunk: Buffer): unknown
  end(): unknown
  abort(): void
}

/** The part of a session that this module uses. */
export interface GatewaySession {
  allowNTLMCredentialsForDomains(domains: string): void
  setProxy(config: ProxyConfig): Promise<void>
}

export type SentRequestOptions<S> = Omit<ClientRequestConstructorOptions, 'session'> & { readonly session: S }

export interface GatewayFetchParts<S extends GatewaySession> {
  /** Opens a session: `session.fromPartition` with caching off. */
  readonly open: (partition: string) => S
  readonly sessionsMax?: number
  /** Name of the first session. In memory (no `persist:`): no cookie, cache or credential is ever written. */
  readonly partition?: string
  /** Returns the current proxy settings; a change applies to requests that begin after it. */
  readonly way?: () => SessionWay
  /** Electron's `net.request`. */
  readonly request: (options: SentRequestOptions<S>) => SentRequest
}

/**
 * Creates a `fetch` over Chromium's network stack, which uses the system's proxy and certificates. It has its own
 * sessions, because the page's session has no network (session-security.ts). It has several of them, because a session
 * has six sockets to a host.
 * It uses `net.request`, because `session.fetch` departs from fetch in three ways (electron/electron,
 * lib/browser/api/net-fetch.ts and lib/common/api/net-client-request.ts): it rejects at a redirect in mode `manual`, it
 * keeps receiving a cancelled body, and it concatenates the chunks of an upload.
 */
export function createGatewayFetch<S extends GatewaySession>({
  open,
  request,
  sessionsMax,
  partition = 'gateway',
  way: wayNow = () => systemWay,
}: GatewayFetchParts<S>): Fetch {
  const ready = new WeakMap<S, Promise<void>>()
  const poolOf = (way: SessionWay): SessionPool<S> =>
    new SessionPool((index) => {
      const session = open(partitionFor(index === 0 ? partition : `${partition}-${index}`, way))
      session.allowNTLMCredentialsForDomains('')
      if (way.config !== null) ready.set(session, session.setProxy(way.config))
      return session
    }, sessionsMax)
  let way = wayNow()
  let pool = poolOf(way)
  return async (input, init) => {
    if (wayNow().generation !== way.generation) {
      way = wayNow()
      pool = poolOf(way)
    }
    const { login } = way
    const sessions = pool
    const asked = new Request(input, init)
    // one buffer avoids concatenation
    const body = asked.body === null ? null : Buffer.from(await asked.arrayBuffer())
    asked.signal.throwIfAborted()
    const { origin } = new URL(asked.url)
    const lasting = asked.method === 'GET' || asked.method === 'HEAD' ? 'brief' : 'lasting'
    let waited = false
    const place = await sessions.takeSession(origin, lasting, asked.signal, () => {
      waited = true
      init?.onLine?.('waiting')
    })
    if (waited) init?.onLine?.('sent')
    try {
      await ready.get(place.session)
      asked.signal.throwIfAborted()
      const sent = request({
        session: place.session,
        method: asked.method,
        url: asked.url,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
      })
      for (const [name, value] of asked.headers) if (!ownHeaders.test(name)) sent.setHeader(name, asText(value))
      answerLogin(sent, login)
      return await answerOf(sent, asked, body, place, (version) => sessions.recordHttpVersion(origin, version))
    } catch (cause) {
      place.release()
      throw cause
    }
  }
}

/**
 * Answers a proxy's login request once; a second request means that the login was refused. Sends no login to other
 * servers.
 */
function answerLogin(sent: SentRequest, login: SessionWay['login']): void {
  let isGiven = false
  sent.on('login', ({ isProxy }, answer) => {
    if (!isProxy || login === null || isGiven) {
      answer()
      return
    }
    isGiven = true
    answer(login.username, login.password)
  })
}

function answerOf(
  sent: SentRequest,
  asked: Request,
  body: Buffer | null,
  place: Place<unknown>,
  tellVersion: (httpVersion: number) => void,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const { signal } = asked
  const abort = (): void => {
    reject(signal.reason)
    sent.abort()
    place.release()
  }
  signal.addEventListener('abort', abort, { once: true })
  const done = (): void => {
    signal.removeEventListener('abort', abort)
    place.release()
  }

  // never removed: an aborted request may still emit an error, which would end the process without a listener
  sent.on('error', (cause) => {
    done()
    reject(cause)
  })
  sent.on('redirect', (status, _method, _url, headers) => {
    if (asked.redirect === 'follow') {
      sent.followRedirect()
      return
    }
    done()
    if (asked.redirect === 'error') reject(new TypeError('the address answers with a redirect'))
    else resolve(responseOf(null, { status, statusText: '', headers: headersOf(headers) }))
    // otherwise an unfollowed redirect emits the error "Redirect was cancelled"
    sent.abort()
  })
  sent.on('response', (response) => {
    const { statusCode: status, statusMessage: statusText } = response
    tellVersion(response.httpVersionMajor)
    const isEmpty = withoutBody.has(status) || asked.method === 'HEAD'
    if (isEmpty) {
      // an unread body would block its connection
      response.on('data', () => {})
      done()
    }
    const content = isEmpty ? null : bodyOf(response, { signal, over: done, abort: () => sent.abort() })
    resolve(responseOf(content, { status, statusText, headers: headersOf(response.headers) }))
  })
  if (body !== null) sent.write(body)
  sent.end()
  return promise
}

function headersOf(given: Readonly<Record<string, string | string[]>>): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(given))
    for (const value of Array.isArray(values) ? values : [values]) {
      try {
        headers.append(name, asBytes(value))
      } catch {
        // fetch cannot represent this header
      }
    }
  return headers
}

/**
 * Converts text back to bytes: Electron decodes headers as UTF-8, while fetch has one character per byte and throws
 * above U+00FF.
 */
function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** Converts bytes to text, the inverse of `asBytes`: Electron encodes headers as UTF-8. */
function asText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Builds a fetch response; the status text has one character per byte. */
function responseOf(
  body: ReadableStream<Uint8Array> | null,
  { status, statusText, headers }: { readonly status: number; readonly statusText: string; readonly headers: Headers },
): Response {
  const reason = asBytes(statusText).replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
  return responseOfStatus(body, status, { statusText: reason, headers })
}
