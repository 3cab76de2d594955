/** A value of the keychain that must not appear in external data. */
export interface SecretValue {
  readonly value: string
  /** `at_its_server`: only data of its own server is filtered, because the value may be an ordinary word elsewhere. */
  readonly isWatched: 'everywhere' | 'at_its_server'
}

/** Shorter values are ignored, because filtering them would remove ordinary words. */
const lengthMin = 6
/** Shorter values are filtered only at their own server. */
const lengthEverywhere = 8
/** Length from which a word of letters is not considered ordinary. */
const wordMax = 16

const secretNames =
  /TOKEN|KEY|SECRET|PASS|PWD|AUTH|CRED|COOKIE|SESSION|BEARER|SIGNATURE|JWT|PRIVATE|WEBHOOK|\bPAT\b|_PAT\b/i
const plainNames =
  /MODEL|REGION|ZONE|HOST|USER|LOGIN|MAIL|ENV|MODE|LEVEL|LANG|LOCALE|NAME|PATH|DIR|ACCEPT|CONTENT-TYPE|VERSION/i

/** Returns the secrets in a named value: of an environment variable, a header, or a member of JSON. */
export function namedSecrets(name: string, value: string): readonly SecretValue[] {
  const members = jsonMembers(value)
  if (members !== null) return members.flatMap(([member, text]) => namedSecrets(member, text))
  const inside = insideOf(value)
  if (value.length < lengthMin) return inside
  const isNamed = secretNames.test(name)
  if (!isNamed && isPlain(value)) return inside
  const isStrong = isNamed || isRandom(value) || (value.length >= wordMax && !plainNames.test(name))
  const isWatched = isStrong && !isWord(value) && value.length >= lengthEverywhere ? 'everywhere' : 'at_its_server'
  return [{ value, isWatched }, ...inside]
}

/** Returns a password or key as a secret. */
export function wholeSecret(value: string): readonly SecretValue[] {
  return value.length < lengthMin
    ? []
    : [{ value, isWatched: value.length >= lengthEverywhere && !isWord(value) ? 'everywhere' : 'at_its_server' }]
}

/** Returns the secrets within a value: after a scheme, in an address, in a cookie. */
function insideOf(value: string): readonly SecretValue[] {
  const scheme = /^(?:Bearer|Token|Basic|ApiKey|Digest|Negotiate)\s+(\S+)$/i.exec(value)?.[1]
  if (scheme !== undefined) {
    const login = /^Basic/i.test(value) ? Buffer.from(scheme, 'base64').toString() : ''
    return [scheme, login, login.slice(login.indexOf(':') + 1)].flatMap(wholeSecret)
  }
  if (URL.canParse(value)) {
    const { password, searchParams } = new URL(value)
    const given = [password, decoded(password)].flatMap(wholeSecret)
    return [...given, ...[...searchParams].flatMap(([name, text]) => (isPlain(text) ? [] : namedSecrets(name, text)))]
  }
  const pairs = value.split(';').map((pair) => pair.trim())
  if (pairs.length > 1 && pairs.every((pair) => /^[\w.-]+=/.test(pair)))
    return pairs.flatMap((pair) => wholeSecret(pair.slice(pair.indexOf('=') + 1)))
  return []
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Returns the texts of a JSON object with their names, at any depth; null for any other text. */
function jsonMembers(text: string): readonly (readonly [string, string])[] | null {
  if (!/^\s*\{/.test(text)) return null
  try {
    const found: (readonly [string, string])[] = []
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value === 'string') found.push([name, value])
      return value
    })
    return found
  } catch {
    return null
  }
}

/**
 * Returns true if a value is clearly not a secret: a word, a number, a path, an address without a login, a mail
 * address.
 */
function isPlain(value: string): boolean {
  if (isRandom(value)) return false
  if (isWord(value) || /^[\d.,:+\s-]*$/.test(value)) return true
  if (/^(?:~|\.{0,2})\/|^[A-Z]:[\\/]/i.test(value) || /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value)) return true
  return URL.canParse(value) && /^(?:https?|file|wss?):/.test(value) && new URL(value).password === ''
}

function isWord(value: string): boolean {
  return value.length < wordMax && /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(value)
}

/** Returns true if a part of the value looks random: letters and digits alternate. */
function isRandom(value: string): boolean {
  return value
    .split(/[^A-Za-z\d]+/)
    .some((part) => part.length >= 6 && (part.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) >= 2)
}
