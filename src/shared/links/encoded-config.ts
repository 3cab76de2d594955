/** A base64 alphabet, by its characters for `+` and `/`. */
type Alphabet = 'standard' | 'url' | 'swapped'

/**
 * Decodes base64 to the possible texts, most likely first, without duplicates. There are three alphabets, and a text in
 * one may also be valid in another, with a different meaning. Results that are not UTF-8 are left out. A `+` that
 * became a space in a query is restored.
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

/**
 * Replaces spaces by `+`. Spaces at the end may have been `+` too, or may only surround the text, so both variants are
 * returned.
 */
function unspaced(base64: string): readonly string[] {
  const whole = base64.trim()
  const behind = base64.trimStart().slice(whole.length)
  const spaces = behind.length - behind.replace(/^ +/, '').length
  const text = whole.replaceAll(' ', '+')
  return spaces === 0 ? [text] : [`${text}${'+'.repeat(spaces)}`, text]
}

/** Converts a text to the standard alphabet; null if it has characters that its alphabet lacks. */
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
