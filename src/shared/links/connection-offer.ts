import { type AddressProblem, readBaseUrl } from '../base-url.ts'

/** A connection that a link or a pasted text describes. It is added only after the user agrees. */
export interface ConnectionOffer {
  /** Display name, without control, invisible and direction characters. May be empty. */
  readonly name: string
  /** True if characters were removed from the name. */
  readonly isNameCleaned: boolean
  /** Normalised address; its host is ASCII, so that letters of other alphabets show as `xn--`. */
  readonly address: string
  /** True if the key would leave this computer unencrypted. */
  readonly isUnencrypted: boolean
  /** The key; empty if there is none. */
  readonly key: string
}

/** Why nothing can be offered. `key`: it has characters that a header cannot contain. */
export type OfferProblem = AddressProblem | 'key'

export type ReadOffer =
  | { readonly ok: true; readonly offer: ConnectionOffer }
  | { readonly ok: false; readonly problem: OfferProblem }

/** Longest name, in code points, as in `connections.save`. */
const nameMax = 80
const keyMax = 2000
const addressMax = 2000

/** Reads the connection fields of a link or text. The address may be percent-encoded. */
export function readOffer(said: { readonly name: string; readonly address: string; readonly key: string }): ReadOffer {
  const address = plainAddress(said.address)
  if (address === null || address.length > addressMax || /[\p{C}\s]/u.test(address))
    return { ok: false, problem: 'address_invalid' }
  const read = readBaseUrl(address)
  if (!read.ok) return { ok: false, problem: read.problem }
  const key = said.key.trim()
  if (key.length > keyMax || !/^[\x21-\x7e]*$/.test(key)) return { ok: false, problem: 'key' }
  const name = shownName(said.name)
  return {
    ok: true,
    offer: {
      name,
      isNameCleaned: name !== said.name.trim(),
      address: read.likeliest,
      isUnencrypted: read.isUnencrypted,
      key,
    },
  }
}

/** Returns a name as one line of visible text. */
export function shownName(text: string): string {
  const visible = text
    .slice(0, 1000)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(visible).slice(0, nameMax).join('').trim()
}

/**
 * Returns the part of a key that may be shown: its prefix if that is a known word, and the last four characters of a
 * long key.
 */
export function maskedKey(key: string): string {
  const start = /^(sk|pk|rk|ak|key)[-_]/.exec(key)?.[0] ?? ''
  return key.length >= 12 ? `${start}…${key.slice(-4)}` : '…'
}

/** Removes the percent-encoding that consoles put around an address; null if the encoding is broken. */
function plainAddress(text: string): string | null {
  let address = text.trim()
  for (let times = 0; times < 2 && /^[a-z][a-z0-9+.-]*%3a/i.test(address); times += 1) {
    const decoded = percentDecoded(address)
    if (decoded === null) return null
    address = decoded
  }
  return address
}

/** Percent-decodes a text; null if it is broken or not UTF-8. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
