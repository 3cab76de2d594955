/** A star pair with a space or a character beyond ASCII on a side, a code mark, a link, or a strike: Markdown. */
const markdown = /\*\*[^!-~]|[^!-~]\*\*|^\*\*|\*\*$|`|\]\(|~~/
/** One star or underscore that ends or begins emphasis of words. */
const emphasis = /[^\s*_][*_](?=[\s,.;:!?])|\s[*_](?=[^\s*_]|$)/
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
/** Commands of TeX whose argument is a text. */
const texts = /\\(?:text|textbf|textit|textrm|mathrm|mbox|operatorname)\s?\{[^{}]{0,500}\}/g
const commands = /\\[a-zA-Z]+/g
const words = /(?<![a-zA-Z])[a-zA-Z]{2,}(?![a-zA-Z])/g

/**
 * True if the text between two dollar signs is a formula. One that begins like money, with a digit at its first sign,
 * must not have words of a sentence.
 */
export function readsAsFormula(text: string, isMoney: boolean): boolean {
  if (markdown.test(text)) return false
  if (!isMoney) return true
  if (emphasis.test(text)) return false
  const bare = text.replace(texts, '').replace(commands, ' ')
  if (cjk.test(bare)) return false
  const found = bare.match(words)?.length ?? 0
  return found === 0 || (found === 1 && /[\\^_=+<>]/.test(text))
}
