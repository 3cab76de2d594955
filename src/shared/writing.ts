/** Scripts that do not separate words by spaces. */
export const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`

const endsUnspaced = new RegExp(String.raw`[${unspaced}\u3000-\u303f\uff00-\uffef]$`, 'u')
const beginsUnspaced = new RegExp(String.raw`^[${unspaced}\u3000-\u303f\uff00-\uffef]`, 'u')

/** Joins two texts with a space, except where either script is written without spaces. */
export function joinTexts(one: string, other: string): string {
  if (one === '' || other === '') return one + other
  const close = endsUnspaced.test(one) || beginsUnspaced.test(other) || /\s$/.test(one) || /^\s/.test(other)
  return close ? one + other : `${one} ${other}`
}

/** Returns the last part of a text, at most `length` UTF-16 units, starting at a word if there is one. */
export function endOf(text: string, length: number): string {
  const whole = text.trim()
  if (whole.length <= length) return whole
  const end = whole.slice(-length).replace(/^[\udc00-\udfff]/, '')
  const space = end.search(/\s/)
  // scripts without spaces can be cut anywhere
  return beginsUnspaced.test(end) || space < 0 || space > length / 2 ? end.trim() : end.slice(space).trim()
}

/** Returns the first part of a text, at most `length` UTF-16 units, never splitting a surrogate pair. */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
