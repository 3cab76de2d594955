/** The longest text that an address is looked for in, in UTF-16 units. */
export const addressTextMax = 8192

/** What stands around an address in sentences, code and chats, and never ends one. */
const around = /[\s"'`“”‘’「」『』《》〈〉<>()（）{}【】,;.，；。．｡、！!*]/

/** Words that tell what follows them, such as `Base URL:`, `接口地址：` or `export OPENAI_BASE_URL=`. */
const label = /^[\p{L}\p{N}_$:-]{0,40}[=:]$/u

/** Options of curl whose value may hold another address. */
const curlOptions: ReadonlySet<string> = new Set([
  ...['-H', '-d', '-x', '-e', '-A', '-o', '-u', '-F', '--header', '--data', '--data-raw', '--data-binary', '--json'],
  ...['--proxy', '--referer', '--user-agent', '--output', '--user', '--form'],
])

/**
 * The address within a pasted or typed text: without quotes, marks at its end, invisible and full-width characters, labels,
 * a curl command around it, or a scheme that stands there twice. Null where the text holds none, or several that differ.
 * May be any text: `readBaseUrl` decides whether it is an address.
 */
export function addressIn(typed: string): string | null {
  if (typed.length > addressTextMax) return null
  const words = wordsOf(typed)
  const [first] = words
  if (first === undefined) return null
  const found = words.length === 1 ? [first] : addressesOf(words)
  const addresses = new Set(found.map(withOneScheme))
  const [address] = addresses
  return addresses.size === 1 ? (address ?? null) : null
}

/** The words of a text in plain characters, without what stands around them. */
function wordsOf(typed: string): readonly string[] {
  const visible = typed
    // a backslash at the end of a line goes on with the command
    .replace(/\\\r?\n/g, ' ')
    .replace(/[\t\r\n]/g, ' ')
    .replace(/\p{C}|\p{Default_Ignorable_Code_Point}/gu, '')
  const plain = narrowed(visible)
  const text = /^\s*curl\s/i.test(plain) ? withoutOptions(plain) : plain
  return text
    .replace(/\\/g, '/')
    .replace(/:\/\/ +/g, '://')
    .replace(/ +/g, ' ')
    .replace(/ (?=\/)/g, '')
    .split(/(?:[\s"'`“”‘’「」『』《》〈〉<>，；。、]|\]\()+/)
    .flatMap(afterLabel)
    .map(bare)
    .filter((word) => word !== '')
}

/** A curl command without the options and their values. */
function withoutOptions(command: string): string {
  const parts = command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []
  return parts.filter((part, index) => !curlOptions.has(part) && !curlOptions.has(parts[index - 1] ?? '')).join(' ')
}

/** Full-width letters and signs as plain ones. A full stop is a dot inside of a word, and else ends the sentence. */
function narrowed(text: string): string {
  return text
    .replace(/[。．｡](?=[a-z0-9])/gi, '.')
    .replace(/[\uff01-\uff0b\uff0d-\uff1a\uff1c-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Zs}/gu, ' ')
}

/** A word without the label before its address: both apart, as a label is no address. */
function afterLabel(word: string): readonly string[] {
  const at = word.search(/https?:\/*[^/]/i)
  return at > 0 && label.test(word.slice(0, at)) ? [word.slice(at)] : [word]
}

function bare(word: string): string {
  let start = 0
  let end = word.length
  while (start < end && around.test(word[start] ?? '')) start += 1
  while (end > start && around.test(word[end - 1] ?? '')) end -= 1
  return word.slice(start, end)
}

/**
 * The addresses among several words. One without a scheme counts only beside words of a command or a key. Where the next
 * word may be the rest of a host that was torn apart there is none: a key must not go to half a host.
 */
function addressesOf(words: readonly string[]): readonly string[] {
  const isCommand = words[0]?.toLowerCase() === 'curl'
  const withScheme = words.filter((word) => /^https?:\/\//i.test(word))
  if (withScheme.length === 0) {
    const hosts = words.filter((word) => hostLike.test(word))
    const isExplained = words.every((word, index) => hosts.includes(word) || isAside(words, index))
    return isCommand || isExplained ? hosts : []
  }
  if (isCommand) return withScheme
  const isTorn = words.some((word, index) => {
    if (withScheme.includes(word)) return false
    const before = words[index - 1] ?? ''
    const mayGoOn = withScheme.includes(before) && !/^https?:\/\/[^/]+\//i.test(before)
    return !isAside(words, index) && (mayGoOn || hostLike.test(word))
  })
  return isTorn ? [] : withScheme
}

const hostLike = /^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}(?::\d+)?(?:\/|$)/i

/** True for a word of a key or of a sentence in another script: a label, a key, or what follows one of them. */
function isAside(words: readonly string[], index: number): boolean {
  const word = words[index] ?? ''
  const before = words[index - 1] ?? ''
  return introduces(word) || introduces(before) || /^(?:sk|pk|ak|fk|gk|key)[-_]/i.test(word) || /[^\0-\x7f]/.test(word)
}

function introduces(word: string): boolean {
  return /^(?:bearer|authorization|key|token)$/i.test(word) || /[:=]$/.test(word)
}

/** An address with one scheme, the innermost: people paste a whole address behind a scheme that was there. */
function withOneScheme(address: string): string {
  const schemes = /^\/*(?:https?(?::[:/]*|\/\/))*/i.exec(address)?.[0] ?? ''
  const last = /https?(?::[:/]*|\/\/)$/i.exec(schemes)?.[0] ?? ''
  const rest = address.slice(schemes.length)
  if (last === '') return rest
  return `${last.toLowerCase().startsWith('https') ? 'https' : 'http'}://${rest}`
}
