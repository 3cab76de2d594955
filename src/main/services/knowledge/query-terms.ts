import { searchable } from '../../../shared/history-query.ts'
import type { PassageTerms } from '../../storage/knowledge-index.ts'

/** Maximum number of words, and of pairs of characters, of one query. */
const termsMax = 40
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const runs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}]+/gu

/** Words that are in every text and carry no meaning. */
const stopWords = new Set(
  (
    'the and for are was were has have had does did what when where which who whom whose why how that this these those ' +
    'with from into about than then them they their there here its our your his her she you can could should would will ' +
    'not but all any some one out off over please tell say said says explain mean means'
  ).split(' '),
)
/** Characters of questions and grammar; a pair of two of them carries no meaning. */
const stopCharacters = new Set(
  '的了是在和与及或有为之于对把被给让这那哪些个么什吗呢吧啊怎样如何为何谁几多少都也就还又很请问说讲到会能可以要想我你他她它们一不没上下里中',
)

/**
 * Returns the terms of a question, folded: words except those that are in every text, and pairs of Chinese, Japanese
 * and Korean characters. Any of them may occur, because a question is not a list of words.
 */
export function termsOf(question: string): PassageTerms {
  const words = new Set<string>()
  const grams = new Set<string>()
  const short = new Set<string>()
  for (const [run] of searchable(question).matchAll(runs)) {
    if (han.test(run)) for (const gram of pairsOf(run)) grams.add(gram)
    else if (stopWords.has(run)) continue
    else if ([...run].length >= 3) words.add(stemOf(run))
    else short.add(run)
  }
  // a short word is in the middle of many others, so it counts only if there is nothing else
  if (words.size + grams.size === 0) for (const word of short) grams.add(word)
  return { words: [...words].slice(0, termsMax), grams: [...grams].slice(0, termsMax) }
}

/** Returns the pairs of a run of characters, or a single character itself. */
function pairsOf(run: string): readonly string[] {
  const characters = [...run]
  if (characters.length === 1) return characters.filter((character) => !stopCharacters.has(character))
  const pairs = characters.slice(1).map((character, index) => [characters[index] ?? '', character] as const)
  return pairs
    .filter(([first, second]) => !stopCharacters.has(first) && !stopCharacters.has(second))
    .map(([first, second]) => first + second)
}

/** Returns the stem that the forms of an English word share: trigrams find it in the middle of a word. */
function stemOf(word: string): string {
  if (!/^[a-z]{5,}$/.test(word)) return word
  const ending = ['ing', 'ed', 'es', 's'].find((each) => word.endsWith(each) && word.length - each.length >= 4)
  return ending === undefined ? word : word.slice(0, -ending.length)
}
