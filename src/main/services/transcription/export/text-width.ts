/** Characters of double width: East Asian wide and full-width forms (UAX #11), and emoji. */
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\u3041-\u33ff\uff01-\uff60\uffe0-\uffe6]/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Splits a text into grapheme clusters, the characters people count. */
export function graphemes(text: string): readonly string[] {
  // fast path for ASCII, kana and common Han, a hundred times as fast
  if (/^[\x20-\x7e\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff]*$/.test(text)) return text.split('')
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** Width of each cluster of one UTF-16 unit that was measured, plus one. */
const measured = new Uint8Array(0x1_0000)

/** Returns the width of a grapheme cluster, in half-width characters. */
export function graphemeWidth(grapheme: string): number {
  if (grapheme.length !== 1) return measuredWidth(grapheme)
  const unit = grapheme.charCodeAt(0)
  measured[unit] ||= measuredWidth(grapheme) + 1
  return (measured[unit] ?? 1) - 1
}

function measuredWidth(grapheme: string): number {
  if (/^[\p{M}\p{Cf}\p{Cc}]+$/u.test(grapheme)) return 0
  return wide.test(grapheme) || grapheme.includes('\ufe0f') ? 2 : 1
}

/** Returns the width of a text, in half-width characters. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  // creating a segmenter costs more than it saves here
  if (text.length === 1) return graphemeWidth(text)
  // each of these kana and common Han characters is one cluster of double width
  if (/^[\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff]+$/.test(text)) return text.length * 2
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0)
}
