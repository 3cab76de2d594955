import type { HistoryKey } from '../history.ts'
import { historyKinds } from '../history-limits.ts'
import { type ConnectionOffer, type OfferProblem, percentDecoded, readOffer } from './connection-offer.ts'
import { parametersOf } from './link-parameters.ts'

/** The scheme of Atelier's links, with its colon. */
export const linkScheme = 'atelier:'
/** The longest link, in bytes. */
export const linkMaxBytes = 8192

/**
 * Why a link is refused. `repeated`: it says a field twice. `version`: it is for a later version. `unknown`: it asks
 * for something that no link does.
 */
export type LinkProblem = OfferProblem | 'too_long' | 'unreadable' | 'repeated' | 'version' | 'unknown'

export type AppLink =
  | { readonly kind: 'connect'; readonly offer: ConnectionOffer }
  | { readonly kind: 'open'; readonly key: HistoryKey }
  | { readonly kind: 'refused'; readonly problem: LinkProblem }

/** Returns true if a text is a link for Atelier, good or bad. */
export function isAppLink(text: string): boolean {
  return text.trimStart().slice(0, linkScheme.length).toLowerCase() === linkScheme
}

/** Returns true if a link is longer than any that is read. */
export function isTooLong(text: string): boolean {
  return text.length > linkMaxBytes || new TextEncoder().encode(text).length > linkMaxBytes
}

/**
 * Reads `atelier://connect?v=1&name=&address=&key=`, also with `#` for `?`, and `atelier://open/KIND/ID`. Reading does
 * nothing else.
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

/** The link that opens an item, as `readAppLink` reads it. */
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
    // a later field would be shown or used instead of an earlier one
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
