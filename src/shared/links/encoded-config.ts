/** How an alphabet of base64 writes `+` and `/`. */
type Alphabet = 'standard' | 'url' | 'swapped'

/**
 * Texts that base64 may stand for, the likeliest first, each once. There are three alphabets, and a text in one may be
 * a valid one in another that says something else. Those that are no UTF-8 are left out. A `+` that became a space in a
 * query is restored.
 */
export function decodedTexts(base64: string, likeliest: Alphabet = 'standard'): readonly string[] {
  const rest = (['standard', 'url', 'swapped'] as const).filter((alphabet) => alphabet !== likeliest)
  const texts = unspaced(base64).flatMap((spelled) => {
    const text = spelled.replace(/={1,2}$/, '')
    if (!/^[A-Za-z0-9+/_-]+$/.test(text)) return []
    return [likeliest, ...rest].flatMap((alphabet) => decoded(inStandard(text, alphabet)) ?? [])
  })
  return [...new Set(texts)]
}

/** The text with its spaces as `+`. Those at its end may have been that too, or only surround it. */
function unspaced(base64: string): readonly string[] {
  const whole = base64.trim()
  const behind = base64.trimStart().slice(whole.length)
  const spaces = behind.length - behind.replace(/^ +/, '').length
  const text = whole.replaceAll(' ', '+')
  return spaces === 0 ? [text] : [`${text}${'+'.repeat(spaces)}`, text]
}

/** Null where the text has characters that the alphabet lacks. */
function inStandard(text: string, alphabet: Alphabet): string | null {
  switch (alphabet) {
    case 'standard':
      return /[_-]/.test(text) ? null : text
    case 'url':
      return /[+/]/.test(text) ? null : text.replaceAll('-', '+').replaceAll('_', '/')
    case 'swapped':
      return /[+/]/.test(text) ? null : text.replaceAll('_', '+').replaceAll('-', '/')
    default:
      return alphabet satisfies never
  }
}

function decoded(standard: string | null): string | null {
  if (standard === null) return null
  try {
    const bytes = Uint8Array.from(atob(standard), (letter) => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
