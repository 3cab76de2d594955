/** Signs of writing without spaces between words. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** Returns the segments of a transcript as one text; Chinese and Japanese are joined without spaces. */
export function joinedSpeech(segments: readonly string[]): string {
  return segments
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')
    .reduce((text, segment) => {
      const isTight = spaceless.test(text.slice(-1)) || spaceless.test(segment.slice(0, 1))
      return text === '' || isTight ? `${text}${segment}` : `${text} ${segment}`
    }, '')
}
