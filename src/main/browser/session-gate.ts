import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { bridgeProtocol, secretHeader } from './bridge-frames.ts'

/** Maximum number of unused links; the oldest is dropped beyond that. */
const linksMax = 50

/** The credentials a browser gets for a redeemed link. */
export interface Session {
  /** The `Set-Cookie` value; requests for pages, pictures and videos are authorised by it. */
  readonly cookie: string
  /** The page's secret; every call and upload needs it. */
  readonly secret: string
}

/**
 * Access control of the browser shell. A link works once and creates a session. Sessions live as long as the process.
 */
export interface SessionGate {
  /** Issues a one-use token. */
  issueToken(): string
  /** Redeems a token for a new session; null when the token is invalid or used. */
  redeem(token: string): Session | null
  /** Returns the session of a request's secret, from its header or subprotocol; null without a valid one. */
  sessionOf(request: IncomingMessage): Session | null
  /** Returns whether a request has the cookie of a session. */
  hasCookie(request: IncomingMessage): boolean
}

/** Cookie and secret of a session. */
export interface SessionSecrets {
  readonly cookie: string
  readonly secret: string
}

/**
 * Creates the session gate. `port` is part of the cookie's name: cookies do not distinguish ports, and two instances
 * may run. With `only`, every link leads to that session, which is valid from the start.
 */
export function createSessionGate(port: number, only?: SessionSecrets): SessionGate {
  const tokens: string[] = []
  const cookies = new Set<string>()
  const sessions = new Map<string, Session>()
  const cookieName = `atelier_${port}`

  function begin({ cookie, secret }: SessionSecrets): Session {
    const session = { cookie: `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`, secret }
    cookies.add(cookie)
    sessions.set(secret, session)
    return session
  }
  if (only !== undefined) begin(only)

  return {
    issueToken() {
      const token = newSecret()
      tokens.push(token)
      if (tokens.length > linksMax) tokens.shift()
      return token
    },
    redeem(token) {
      const at = tokens.findIndex((known) => sameSecret(known, token))
      if (at < 0) return null
      tokens.splice(at, 1)
      return begin(only ?? { cookie: newSecret(), secret: newSecret() })
    },
    sessionOf({ headers }) {
      const [protocol, beside] = (headers['sec-websocket-protocol'] ?? '').split(',').map((word) => word.trim())
      const given = headers[secretHeader] ?? (protocol === bridgeProtocol ? beside : undefined)
      return typeof given === 'string' ? (sessions.get(given) ?? null) : null
    },
    hasCookie({ headers }) {
      return cookiesNamed(headers.cookie ?? '', cookieName).some((cookie) => cookies.has(cookie))
    },
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns true if a request comes from our own page: its `Origin` is the host it was sent to. */
export function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  return origin !== undefined && host !== undefined && origin === `http://${host}`
}

/** Compares two secrets in constant time. */
export function sameSecret(known: string, given: string): boolean {
  const a = Buffer.from(known)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Returns all cookies with a name; a server on another port can set more of them for other paths. */
function cookiesNamed(header: string, name: string): readonly string[] {
  return header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
  })
}
