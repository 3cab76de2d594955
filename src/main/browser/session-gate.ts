import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** How many links may wait to be used; the oldest is forgotten when there are more. */
const linksMax = 50

/**
 * Who may talk to the browser shell. A link is good once; using it gives the browser a session cookie. Sessions live
 * as long as the process.
 */
export interface SessionGate {
  /** A fresh one-use token. */
  issueToken(): string
  /** Uses a token up: the `Set-Cookie` value of a new session, or null where the token is not (or no longer) good. */
  redeem(token: string): string | null
  /** Whether a request carries the cookie of a session. */
  hasSession(request: IncomingMessage): boolean
}

/** `port` is part of the cookie's name, because cookies do not tell ports apart and two Ateliers may run. */
export function createSessionGate(port: number): SessionGate {
  const tokens: string[] = []
  const sessions = new Set<string>()
  const cookieName = `atelier_${port}`

  return {
    issueToken() {
      const token = randomBytes(32).toString('base64url')
      tokens.push(token)
      if (tokens.length > linksMax) tokens.shift()
      return token
    },
    redeem(token) {
      const at = tokens.findIndex((known) => sameSecret(known, token))
      if (at < 0) return null
      tokens.splice(at, 1)
      const session = randomBytes(32).toString('base64url')
      sessions.add(session)
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`
    },
    hasSession(request) {
      const given = readCookie(request.headers.cookie ?? '', cookieName)
      return given !== null && sessions.has(given)
    },
  }
}

/** The hosts that the browser shell answers to. Any other name means that somebody's DNS points at this computer. */
export function isAllowedHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
}

/** Whether a request comes from a page of ours: its `Origin` is the very host it was sent to. */
export function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  return origin !== undefined && host !== undefined && origin === `http://${host}`
}

/** Compares two secrets in a time that does not tell how much of them is the same. */
export function sameSecret(known: string, given: string): boolean {
  const a = Buffer.from(known)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}

function readCookie(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
