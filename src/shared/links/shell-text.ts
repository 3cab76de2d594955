import { addressIn } from '../address-text.ts'
import { commandStart } from '../curl-command.ts'
import type { ConfigFields } from './config-fields.ts'

/** Longest text that is examined, in UTF-16 units; texts copied from a manual are short. */
const textMax = 8192

/**
 * Returns the connection in a shell command or a plain text: a curl command, environment variables, or an address next
 * to a key. Null unless it has both an address and a key.
 */
export function fieldsOfShell(text: string): ConfigFields | null {
  if (text.length > textMax) return null
  const words = wordsOf(text)
  const start = commandStart(text)
  // a command may contain other addresses in its body and headers
  const before = start < 0 ? words : wordsOf(text.slice(0, start))
  const address =
    environmentValue(before, /^(OPENAI|ANTHROPIC|API|GATEWAY)_(BASE_URL|API_BASE|BASE|API_URL)$/i) ??
    (start < 0 ? urlIn(words) : addressIn(text))
  const key =
    environmentValue(words, /^(OPENAI|ANTHROPIC|API|GATEWAY)_(API_KEY|AUTH_TOKEN|KEY|TOKEN)$/i) ??
    headerKey(words) ??
    keyIn(words, address)
  return address === null || key === null ? null : { name: '', address, key }
}

/** Returns the words of a text, without quotes and punctuation around a value. */
function wordsOf(text: string): readonly string[] {
  return text
    .split(/[\s"'`<>,;，；。、（）()]+/)
    .map((word) => word.replace(/\\$/, ''))
    .filter((word) => word !== '')
}

/** Returns the value of `NAME=value`, `$env:NAME = value`, `setx NAME value` or `NAME: value`. */
function environmentValue(words: readonly string[], name: RegExp): string | null {
  for (const [index, word] of words.entries()) {
    const [left = '', ...rest] = word.split('=')
    const bare = left.replace(/^\$env:/i, '').replace(/:$/, '')
    if (!name.test(bare)) continue
    const own = rest.join('=')
    if (own !== '') return own
    const next = words[index + 1] === '=' ? words[index + 2] : words[index + 1]
    if (next !== undefined) return next
  }
  return null
}

function urlIn(words: readonly string[]): string | null {
  for (const word of words) {
    const at = word.search(/https?:\/\//i)
    if (at >= 0) return word.slice(at).replace(/[.:]$/, '')
  }
  return null
}

/** Returns the key in `Authorization: Bearer …` or `x-api-key: …`. */
function headerKey(words: readonly string[]): string | null {
  for (const [index, word] of words.entries()) {
    const [, next = ''] = words.slice(index, index + 2)
    if (/^bearer$/i.test(word) && isKey(next)) return next
    const inline = /^x-api-key:(.*)$/i.exec(word)
    const value = inline?.[1] === '' ? next : inline?.[1]
    if (value !== undefined && isKey(value)) return value
  }
  return null
}

/** Returns a word that looks like a key, or that follows a label. */
function keyIn(words: readonly string[], address: string | null): string | null {
  for (const [index, word] of words.entries()) {
    const at = word.search(/[:：=]/)
    const value = at < 0 ? '' : word.slice(at + 1)
    const label = at < 0 ? word : word.slice(0, at)
    for (const own of [word, value]) if (/^(sk|pk|ak|fk|gk|key)[-_]/i.test(own) && isKey(own)) return own
    if (!/(key|token|密钥|令牌)$/i.test(label)) continue
    const behind = value === '' ? (words[index + 1] ?? '') : value
    if (isKey(behind) && behind !== address) return behind
  }
  return null
}

/** Returns true for a possible key; placeholders of manuals, such as `$OPENAI_API_KEY`, are not. */
function isKey(word: string): boolean {
  return /^[A-Za-z0-9][\x21-\x7e]{7,}$/.test(word) && !/^https?:/i.test(word)
}
