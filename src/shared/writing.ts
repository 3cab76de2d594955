/** Scripts that are written without spaces between words. */
export const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`

const endsUnspaced = new RegExp(String.raw`[${unspaced}\u3000-\u303f\uff00-\uffef]$`, 'u')
const beginsUnspaced = new RegExp(String.raw`^[${unspaced}\u3000-\u303f\uff00-\uffef]`, 'u')

/** Two texts, one after the other: with a space between them, unless either is of a script that has none. */
export function joined(one: string, other: string): string {
  if (one === '' || other === '') return one + other
  const close = endsUnspaced.test(one) || beginsUnspaced.test(other) || /\s$/.test(one) || /^\s/.test(other)
  return close ? one + other : `${one} ${other}`
}

/** The end of a text, of at most `length` UTF-16 units, from the beginning of a word where there is one. */
export function endOf(text: string, length: number): string {
  const whole = text.trim()
  if (whole.length <= length) return whole
  const end = whole.slice(-length).replace(/^[\udc00-\udfff]/, '')
  const space = end.search(/\s/)
  // where words have no spaces, anywhere is as good
  return beginsUnspaced.test(end) || space < 0 || space > length / 2 ? end.trim() : end.slice(space).trim()
}

/** The beginning of a text, of at most `length` UTF-16 units, without half a character at its end. */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
