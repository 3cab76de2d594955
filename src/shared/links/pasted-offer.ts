import { isAppLink, isTooLong, type LinkProblem, readAppLink } from './app-link.ts'
import { type ConfigFields, fieldsOfJson } from './config-fields.ts'
import { percentDecoded, type ReadOffer, readOffer } from './connection-offer.ts'
import { decodedTexts } from './encoded-config.ts'
import { parametersOf } from './link-parameters.ts'
import { fieldsOfShell } from './shell-text.ts'

/** Longest pasted text that is examined, in UTF-16 units. */
const pastedMax = 65_536

export type PastedOffer =
  | Extract<ReadOffer, { readonly ok: true }>
  | { readonly ok: false; readonly problem: LinkProblem }

/**
 * Recognises texts that gateway consoles create for Atelier and for other clients: links, JSON configurations, curl
 * commands, environment variables, and an address next to a key. Null for any other text, also for an address alone.
 */
export function readPasted(pasted: string): PastedOffer | null {
  if (pasted.length > pastedMax) return isAppLink(pasted) ? { ok: false, problem: 'too_long' } : null
  const text = pasted.trim()
  if (isAppLink(text)) {
    const link = readAppLink(text)
    if (link.kind === 'open') return null
    return link.kind === 'connect' ? { ok: true, offer: link.offer } : { ok: false, problem: link.problem }
  }
  if (/^[a-z][a-z0-9+.-]*:\/\/\S*[?#]/i.test(text) && !text.includes('\n')) return fromLink(text)
  const fields = /^[[{]/.test(text) ? fieldsOfJson(text) : (fieldsOfShell(text) ?? fieldsOfEncoded(text))
  return fields === null ? null : readOffer(fields)
}

function fromLink(link: string): PastedOffer | null {
  const fields = fieldsOfLink(link)
  if (fields === null) return null
  if (isTooLong(link)) return { ok: false, problem: 'too_long' }
  return readOffer(fields)
}

/** Returns the connection in another client's link; null if there is none. */
function fieldsOfLink(link: string): ConfigFields | null {
  const raw = new Map(parametersOf(link).map((parameter) => [parameter.name, parameter.raw] as const))
  const value = (name: string): string => percentDecoded(raw.get(name) ?? '') ?? ''
  const key = value('apiKey') || value('key') || value('token')
  const name = value('name').replaceAll('+', ' ')
  const [scheme = ''] = link.toLowerCase().split(':', 1)
  switch (scheme) {
    case 'http':
    case 'https':
      return fieldsOfText(raw.get('settings') ?? raw.get('provider'))
    case 'ama':
      return withAddress({ name, address: value('server'), key })
    case 'opencat':
      return withAddress({ name, address: value('domain'), key })
    case 'ccswitch':
      return value('resource') === 'provider' ? withAddress({ name, address: value('endpoint'), key }) : null
    default:
      // only Cherry Studio swaps the two special characters of base64url
      return fieldsOfEncoded(value('data') || value('config'), scheme === 'cherrystudio' ? 'swapped' : 'url')
  }
}

function withAddress(fields: ConfigFields): ConfigFields | null {
  return fields.address === '' ? null : fields
}

/** Reads JSON in a parameter, encoded or not; an address within it may itself be encoded. */
function fieldsOfText(raw: string | undefined): ConfigFields | null {
  if (raw === undefined) return null
  return fieldsOfJson(raw) ?? fieldsOfJson(percentDecoded(raw) ?? '')
}

function fieldsOfEncoded(base64: string, likeliest: 'standard' | 'url' | 'swapped' = 'standard'): ConfigFields | null {
  // base64 of JSON begins like this
  if (!/^(ey|W3|ew)/.test(base64)) return null
  const found = decodedTexts(base64, likeliest).flatMap((text) => fieldsOfJson(text) ?? [])
  return found.find((fields) => readOffer(fields).ok) ?? found[0] ?? null
}
