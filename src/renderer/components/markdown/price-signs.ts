/** Markdown: two asterisks next to a space or non-ASCII character, a backtick, a link, or a strikethrough. */
const markdown = /\*\*[^!-~]|[^!-~]\*\*|^\*\*|\*\*$|`|\]\(|~~/
/** An asterisk or underscore that ends or begins emphasis of words. */
const emphasis = /[^\s*_][*_](?=[\s,.;:!?])|\s[*_](?=[^\s*_]|$)/
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
/** TeX commands with a text argument. */
const texts = /\\(?:text|textbf|textit|textrm|mathrm|mbox|operatorname)\s?\{[^{}]{0,500}\}/g
const commands = /\\[a-zA-Z]+/g
const words = /(?<![a-zA-Z])[a-zA-Z]{2,}(?![a-zA-Z])/g

/**
 * Returns true if the text between two dollar signs is a formula. With `isMoney`, a digit is next to the first sign,
 * and the text must not contain words of a sentence.
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
