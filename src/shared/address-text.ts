import { commandAddresses, commandStart } from './curl-command.ts'
import { hostLike } from './host-pattern.ts'

/** Longest text that is searched for an address, in UTF-16 units. */
export const addressTextMax = 8192

/** Punctuation and quotes removed from both ends of a word. */
const around = /[\s"'`“”‘’「」『』《》〈〉<>()（）{}【】,;.，；。．｡、！!*|｜]/

/** A label before an address, such as `Base URL:`, `接口地址：` or `export OPENAI_BASE_URL=`. */
const label = /^[\p{L}\p{N}_$:-]{0,40}[=:]$/u

/** Schemes of URLs, which are not labels. */
const scheme = /^(?:https?|file|data|javascript|ftp|wss?|mailto|blob|about):/i

const keyLike = /^(?:sk|pk|ak|fk|gk|key)[-_]/i

/**
 * Extracts the address from a pasted or typed text. Removes quotes, punctuation at its end, invisible and full-width
 * characters, labels, a surrounding curl command, and a repeated scheme. Null if the text holds no address, or several
 * different ones.
 * The result may be any text: `readBaseUrl` decides whether it is an address.
 */
export function addressIn(typed: string): string | null {
  if (typed.length > addressTextMax) return null
  const text = visible(typed)
  const start = commandStart(text)
  if (start < 0) return onlyOne(addressesOf(wordsOf(text)))
  const asked = commandAddresses(text.slice(start))
  const before = text.slice(0, start)
  const named = /https?:/i.test(before) ? addressesOf(wordsOf(before)) : []
  if (asked === null || (named.length === 0 && /https?:/i.test(before))) return null
  const addresses = [...asked.map((address) => bare(narrowed(address).split(apart, 1)[0] ?? '')), ...named].map(
    withOneScheme,
  )
  const hosts = new Set(addresses.map((address) => address.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0]))
  return hosts.size === 1 ? (addresses[0] ?? null) : null
}

function onlyOne(found: readonly string[]): string | null {
  const addresses = new Set(found.map(withOneScheme))
  const [address] = addresses
  return addresses.size === 1 ? (address ?? null) : null
}

function visible(text: string): string {
  return text.replace(/(?![\t\r\n])\p{C}|\p{Default_Ignorable_Code_Point}/gu, '')
}

/** Splits a visible text into words in plain characters, without surrounding punctuation. */
function wordsOf(text: string): readonly string[] {
  return bare(narrowed(bare(text.replace(/[\t\r\n]/g, ' '))))
    .replace(/\\/g, '/')
    .replace(/:\/\/ +/g, '://')
    .replace(/ +/g, ' ')
    .replace(/ (?=\/)/g, '')
    .split(/(?:[\s"'`“”‘’「」『』《》〈〉<>，；。、]|\]\()+/)
    .flatMap(afterLabel)
    .map(bare)
    .filter((word) => word !== '')
}

/**
 * Replaces full-width letters and signs by plain ones. Brackets and bars become separate words, because they end an
 * address. So do commas before a key, and quotes inside a path: digits after one are not a port.
 */
function narrowed(text: string): string {
  return withQuotesApart(text)
    .replace(/[\uff01-\uff0b\uff0d\uff0f-\uff1a\uff1c-\uff5e]/g, (wide) =>
      String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
    )
    .replace(/[a-z0-9.。．｡-]+/gi, (run, at: number) => withDots(run, text.slice(Math.max(0, at - 3), at)))
    .replace(/\](?=\()/g, ' ')
    .replace(/^(?!javascript:).*$/is, (whole) => whole.replace(/[()【】|]/g, apart))
    .replace(/[,;](?=(?:sk|pk|ak|fk|gk|key)[-_])/gi, apart)
    .replace(/\p{Zs}/gu, ' ')
}

/** Replaces quotes inside the path of an address by separators. */
function withQuotesApart(text: string): string {
  let isInPath = false
  const pieces = text.split(/(\s|["'`])/)
  return pieces
    .map((piece, at) => {
      if (at % 2 === 0) isInPath ||= /\/\/[^/?#]+[/?#]/.test(piece)
      else if (isInPath) {
        isInPath = false
        // one at the end of an address is removed with its punctuation
        const isInside = !/\s/.test(piece) && (pieces[at + 1] !== '' || /["'`]/.test(pieces[at + 2] ?? ''))
        return isInside ? apart : piece
      }
      return piece
    })
    .join('')
}

/** A separator that ends the address before it. */
const apart = ' : '

/**
 * Replaces the full stops in a run of letters and dots: by dots if they belong to a host, else by a separator. A key
 * after a full stop must not become part of the host, because host names are sent to name servers.
 */
function withDots(run: string, before: string): string {
  if (!/[。．｡]/.test(run)) return run
  if (/[a-z0-9_.@%?#-]$|[^:/／：]\/$|[^:：]\/\/$/i.test(before)) return run.replace(/[。．｡]/g, apart)
  const [first = '', ...rest] = run.split(/[。．｡]/)
  const labels = [first]
  // after a plain dot, a full stop ends the sentence
  while (rest[0] !== undefined && !labels.at(-1)?.includes('.') && !keyLike.test(rest[0]))
    labels.push(rest.shift() ?? '')
  const host = labels.join('.')
  if (labels.length > 1 && !hostLike.test(host)) return run.replace(/[。．｡]/g, ' ')
  return [host, ...rest].join(apart)
}

/** Removes the label before an address. A label is never an address itself. */
function afterLabel(word: string): readonly string[] {
  const at = word.search(/https?:\/*[^/]/i)
  if (at > 0) return label.test(word.slice(0, at)) ? [word.slice(at)] : [word]
  const end = word.search(/[=:]/) + 1
  const isLabelled = end > 1 && !scheme.test(word) && label.test(word.slice(0, end)) && hostLike.test(word.slice(end))
  return isLabelled ? [word.slice(end)] : [word]
}

function bare(word: string): string {
  let start = 0
  let end = word.length
  while (start < end && around.test(word[start] ?? '')) start += 1
  while (end > start && around.test(word[end - 1] ?? '')) end -= 1
  return word.slice(start, end)
}

/**
 * Returns the addresses among words. An address without a scheme counts only alone or next to words about a key.
 * Returns none if the next word may be the rest of a split host, because a key must not be sent to half a host.
 */
function addressesOf(words: readonly string[]): readonly string[] {
  if (words.length === 1) return words
  const withScheme = words.filter(hasScheme)
  if (withScheme.length === 0) {
    const hosts = words.filter((word) => hostLike.test(word))
    return words.every((word, index) => hosts.includes(word) || isAside(words, index)) ? hosts : []
  }
  return words.some((_, index) => isTorn(words, index)) ? [] : withScheme
}

function hasScheme(word: string): boolean {
  return /^https?:\/\//i.test(word)
}

/** Returns true for a word that may belong to the host before it, or be another host. */
function isTorn(words: readonly string[], index: number): boolean {
  const word = words[index] ?? ''
  const before = words[index - 1] ?? ''
  if (hasScheme(word)) return false
  const isHostBefore = /^https?:\/\/[^/]+$/i.test(before)
  // a port, a host in another script, or a host that looks like a key
  if (isHostBefore && (/^:?\d/.test(word) || /[./][a-z0-9]/i.test(word))) return true
  if (/^(?:端口|port)?:?\d{2,5}$/i.test(word) && !/[:=]$/.test(before)) return true
  // words between two parts of a host
  if (hostLike.test(word) && /^(?:key|token)$/i.test(before)) return true
  return !isAside(words, index) && (isHostBefore || hostLike.test(word))
}

/** Returns true for a word about a key or of a sentence in another script: a label, a key, or a word after either. */
function isAside(words: readonly string[], index: number): boolean {
  const word = words[index] ?? ''
  const before = words[index - 1] ?? ''
  return introduces(word) || introduces(before) || isKey(word) || /[^\0-\x7f]/.test(word)
}

function isKey(word: string): boolean {
  return keyLike.test(word) || /^[a-z_-]{0,30}(?:key|token)[:=]/i.test(word)
}

function introduces(word: string): boolean {
  return /^(?:bearer|authorization|key|token)$/i.test(word) || (/[:=]$/.test(word) && !hasScheme(word))
}

/** Returns an address with only its innermost scheme, because people paste a whole address after an existing scheme. */
function withOneScheme(address: string): string {
  const schemes = /^\/*(?:https?(?::[:/]*|\/\/))*/i.exec(address)?.[0] ?? ''
  const last = /https?(?::[:/]*|\/\/)$/i.exec(schemes)?.[0] ?? ''
  const rest = address.slice(schemes.length)
  if (last === '') return rest
  return `${last.toLowerCase().startsWith('https') ? 'https' : 'http'}://${rest}`
}
