import { hashText } from '../random.ts'
import { conceptAt, conceptOf, isFiller } from './lexicon.ts'

/** Weights of a text's features. Concepts count most, because they are the same in both languages. */
const [conceptWeight, wordWeight, partWeight] = [3, 1, 0.25]

/**
 * Creates a vector of length 1. Each concept, word and letter group of the text adds its own pseudo-random direction,
 * so that texts with many common features point in a similar direction.
 */
export function embed(text: string, dimensions: number): Float32Array {
  const vector = new Float64Array(dimensions)
  for (const [feature, weight] of featuresOf(text)) addDirection(vector, feature, weight)
  const length = Math.hypot(...vector)
  return Float32Array.from(vector, (value) => value / length)
}

/** Returns the features of a text, with weights; a repeated feature counts less each time. */
function featuresOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, { weight: number; count: number }>()
  const add = (feature: string, weight: number): void => {
    const known = counts.get(feature)
    if (known === undefined) counts.set(feature, { weight, count: 1 })
    else known.count += 1
  }
  const folded = text.normalize('NFKC').toLowerCase()
  for (const run of folded.match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []) {
    if (/\p{Script=Han}/u.test(run)) addChinese(run, add)
    else addWord(run, add)
  }
  // a text of only punctuation is still a text
  if (counts.size === 0) add(`text ${folded}`, wordWeight)
  return new Map([...counts].map(([feature, { weight, count }]) => [feature, weight * Math.sqrt(count)]))
}

function addWord(word: string, add: (feature: string, weight: number) => void): void {
  const concept = conceptOf(word)
  if (concept !== null) add(`concept ${concept}`, conceptWeight)
  const share = isFiller(word) ? 0.1 : 1
  add(`word ${word}`, wordWeight * share)
  const padded = ` ${word} `
  for (let start = 0; start + 3 <= padded.length; start += 1)
    add(`part ${padded.slice(start, start + 3)}`, partWeight * share)
}

/** Adds the features of Chinese text, which has no spaces: concepts are looked up at every character, longest first. */
function addChinese(run: string, add: (feature: string, weight: number) => void): void {
  const characters = [...run]
  for (let at = 0; at < characters.length; ) {
    const found = conceptAt(characters, at)
    if (found !== null) add(`concept ${found.concept}`, conceptWeight)
    const end = at + (found?.length ?? 1)
    for (; at < end; at += 1) {
      const character = characters[at] ?? ''
      const share = isFiller(character) ? 0.1 : 1
      add(`word ${character}`, wordWeight * share * 0.5)
      if (at + 1 < characters.length) add(`part ${character}${characters[at + 1]}`, partWeight * share)
    }
  }
}

/** Adds the direction of a feature: one sign per number, from a hash. */
function addDirection(vector: Float64Array, feature: string, weight: number): void {
  let state = hashText(feature)
  let signs = 0
  for (let index = 0; index < vector.length; index += 1) {
    if (index % 32 === 0) {
      // one step of mulberry32 for 32 signs
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      signs = (mixed ^ (mixed >>> 14)) >>> 0
    }
    vector[index] = (vector[index] ?? 0) + ((signs >>> (index % 32)) & 1 ? weight : -weight)
  }
}
