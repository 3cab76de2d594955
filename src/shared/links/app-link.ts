import type { HistoryKey } from '../history.ts'
import { historyKinds } from '../history-limits.ts'
import { type ConnectionOffer, type OfferProblem, percentDecoded, readOffer } from './connection-offer.ts'
import { parametersOf } from './link-parameters.ts'

/** The scheme of Atelier's links, with its colon. */
export const linkScheme = 'atelier:'
/** Longest link, in bytes. */
export const linkMaxBytes = 8192

/**
 * Why a link is refused. `repeated`: it has a field twice. `version`: it is for a later version. `unknown`: its action
 * does not exist.
 */
export type LinkProblem = OfferProblem | 'too_long' | 'unreadable' | 'repeated' | 'version' | 'unknown'

export type AppLink =
  | { readonly kind: 'connect'; readonly offer: ConnectionOffer }
  | { readonly kind: 'open'; readonly key: HistoryKey }
  | { readonly kind: 'refused'; readonly problem: LinkProblem }

/** Returns true if a text is a link for Atelier, valid or not. */
export function isAppLink(text: string): boolean {
  return text.trimStart().slice(0, linkScheme.length).toLowerCase() === linkScheme
}

/** Returns true if a link exceeds the maximum length. */
export function isTooLong(text: string): boolean {
  return text.length > linkMaxBytes || new TextEncoder().encode(text).length > linkMaxBytes
}

/**
 * Reads `atelier://connect?v=1&name=&address=&key=`, also with `#` for `?`, and `atelier://open/KIND/ID`. Has no side
 * effects.
 */
export function readAppLink(text: string): AppLink {
  const link = text.trim()
  if (isTooLong(link)) return refused('too_long')
  if (!isAppLink(link) || /[\p{Cc}\s]/u.test(link)) return refused('unreadable')
  const path = link.slice(linkScheme.length).split(/[?#]/, 1)[0] ?? ''
  const [action, ...rest] = path.split('/').filter((part) => part !== '')
  switch (action?.toLowerCase()) {
    case 'connect':
      return rest.length === 0 ? readConnect(link) : refused('unknown')
    case 'open':
      return readOpen(rest)
    default:
      return refused('unknown')
  }
}

/** Returns the link that opens an item, in the form that `readAppLink` reads. */
export function openLinkOf({ id, kind }: HistoryKey): string {
  return `${linkScheme}//open/${kind}/${id}`
}

function readOpen([kind, id, ...more]: readonly string[]): AppLink {
  const known = historyKinds.find((other) => other === kind)
  if (known === undefined || id === undefined || more.length > 0) return refused('unknown')
  return /^[A-Za-z0-9_-]{1,100}$/.test(id) ? { kind: 'open', key: { kind: known, id } } : refused('unreadable')
}

function readConnect(link: string): AppLink {
  const fields = new Map<string, string>()
  for (const { name, raw } of parametersOf(link)) {
    const value = percentDecoded(raw)
    if (value === null) return refused('unreadable')
    // otherwise one of two equal fields could be shown and the other one used
    if (fields.has(name)) return refused('repeated')
    fields.set(name, value)
  }
  if ((fields.get('v') ?? '1') !== '1') return refused('version')
  const read = readOffer({
    // forms write a space as `+`; in addresses and keys a plus is a plus
    name: (fields.get('name') ?? '').replaceAll('+', ' '),
    address: fields.get('address') ?? '',
    key: fields.get('key') ?? '',
  })
  return read.ok ? { kind: 'connect', offer: read.offer } : refused(read.problem)
}

function refused(problem: LinkProblem): AppLink {
  return { kind: 'refused', problem }
}
