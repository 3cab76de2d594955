/**
 * Folds case, width, accents and letters that a keyboard may lack, so that stored text and search words compare equal.
 * A mark stays if it makes a different letter for the readers of a script.
 *
 * - Latin and Greek: no marks (é, ơ, ữ, ή), not even on separate letters like å or ñ, which people type without them.
 * - Latin letters without a plain form: ø o, ł l, đ and ð d, ħ h, ŧ t, ı i, æ ae, œ oe, þ th, ß ss. Greek ς is σ.
 * - Cyrillic: no stress marks, and ё is е; й, ў, ї, ќ and ѓ are separate letters.
 * - Hebrew: no points. Arabic: no harakat; hamza and madda stay.
 * - All others keep every mark: dakuten, jamo, vowel signs of India, tones of Thai.
 */
export function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return partsOf(text)
    .map((part) => withoutMarks(part.normalize('NFKC').toLowerCase()))
    .join('')
}

/** Folds only case and width. */
export function caseFolded(text: string): string {
  return partsOf(text)
    .map((part) => part.normalize('NFKC').toLowerCase())
    .join('')
}

/**
 * Returns true for pure ASCII, which needs no tables. This covers most code and English, and many texts in other
 * languages.
 */
function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

/** Splits long runs of marks, because sorting the marks of one letter takes quadratic time. */
function partsOf(text: string): readonly string[] {
  return /\p{M}{31}/u.test(text) ? text.split(/(?<=\p{M}{30})(?=\p{M})/u) : [text]
}

/** Letters and marks of the scripts that lose some, and no others, so that most texts are not processed again. */
const mayLose = /[\u00df-\u06ef]|[\u1ab0-\u1aff]|[\u1d00-\u1fff]|[\u2c60-\u2c7f]|[\ua720-\ua7ff]|[\ufe20-\ufe2f]/
const marks = /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f]+/gu
const cyrillicMarks = /(?<=[аеиоуыэюяієѣ])[\u0300\u0301]+|(?<=е)\u0308[\u0300\u0301]*/g
const hebrewPoints = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]+/g
const harakat = /[\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]+/g
const letters: ReadonlyMap<string, string> = new Map([
  ...([
    ['ø', 'o'],
    ['ł', 'l'],
    ['đ', 'd'],
    ['ð', 'd'],
    ['ħ', 'h'],
    ['ŧ', 't'],
    ['ı', 'i'],
    ['ȷ', 'j'],
    ['ƀ', 'b'],
  ] as const),
  ...([
    ['ɨ', 'i'],
    ['ʉ', 'u'],
    ['ɖ', 'd'],
    ['ƚ', 'l'],
    ['ƶ', 'z'],
    ['ⱥ', 'a'],
    ['ⱦ', 't'],
    ['ȼ', 'c'],
    ['ɇ', 'e'],
  ] as const),
  ...([
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
    ['ß', 'ss'],
    ['ς', 'σ'],
  ] as const),
])
const letter = /[øłđðħŧıȷƀɨʉɖƚƶⱥⱦȼɇæœþßς]/g

function withoutMarks(text: string): string {
  if (!mayLose.test(text)) return text
  return text
    .normalize('NFD')
    .replace(marks, '')
    .replace(cyrillicMarks, '')
    .replace(hebrewPoints, '')
    .replace(harakat, '')
    .replace(letter, (found) => letters.get(found) ?? found)
    .normalize('NFC')
}

/**
 * Returns the folded words of a search, each followed by its case-folded form if that differs: rows not refolded yet
 * hold that form (`refolding.ts`).
 */
export function searchForms(query: string): readonly (readonly [string, ...string[]])[] {
  return caseFolded(query)
    .split(/\s+/)
    .map((older): readonly [string, ...string[]] => {
      const word = folded(older)
      return word === older || word === '' ? [word] : [word, older]
    })
    .filter(([word]) => word !== '')
}

/** Returns the folded words of a search. */
export function searchWords(query: string): readonly string[] {
  return folded(query)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** A range of a text, in UTF-16 units. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** Returns the positions of folded words in an unfolded text, in order and without overlaps. */
export function wordPlaces(text: string, words: readonly string[]): readonly Stretch[] {
  if (words.length === 0) return []
  // Folding may change a character's length. A letter is folded together with the characters that may compose with it:
  // its marks, the later jamo of a Korean syllable, the marks of half-width kana. The limit per letter is that of
  // Unicode's stream-safe format, because sorting marks takes quadratic time.
  const places: number[] = []
  let flat = ''
  for (const { 0: cluster, index } of text.matchAll(/\P{M}?[\p{M}\u1160-\u11ff\uff9e\uff9f]{0,30}/gsu)) {
    const part = folded(cluster)
    for (let unit = 0; unit < part.length; unit += 1) places.push(index)
    flat += part
  }
  const next = words.map(folded).map((word) => ({ word, start: flat.indexOf(word) }))
  const hits: Stretch[] = []
  for (let at = 0; ; ) {
    // a word is searched again only after its last hit, so that all hits together cost one pass per word
    for (const each of next) if (each.start >= 0 && each.start < at) each.start = flat.indexOf(each.word, at)
    const hit = nearest(next)
    if (hit === null) break
    // a letter that folds to two counts as one position
    const begin = places[hit.end - 1]
    for (at = hit.end; at < places.length && places[at] === begin; ) at += 1
    hits.push({ start: places[hit.start] ?? 0, end: places[at] ?? text.length })
  }
  return hits
}

/** Returns the positions of a folded text without line breaks, in order. Examines only the lines that contain it. */
export function textPlaces(text: string, sought: string): readonly Stretch[] {
  const wanted = folded(sought)
  if (wanted === '' || !folded(text).includes(wanted)) return []
  const places: Stretch[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const before = start
    start += line.length + 1
    if (!folded(line).includes(wanted)) continue
    for (const place of wordPlaces(line, [wanted]))
      places.push({ start: before + place.start, end: before + place.end })
  }
  return places
}

interface WordPlace {
  readonly word: string
  /** Start of the next occurrence of the word; negative if there is none. */
  readonly start: number
}

/** Returns the earliest position; of several at the same start, the longest word's. */
function nearest(places: readonly WordPlace[]): Stretch | null {
  let best: Stretch | null = null
  for (const { word, start } of places) {
    const end = start + word.length
    if (start < 0 || (best !== null && (start > best.start || (start === best.start && end <= best.end)))) continue
    best = { start, end }
  }
  return best
}
