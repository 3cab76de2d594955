/** Folds case and width, so that stored text and search words compare equal. */
export function folded(text: string): string {
  // sorting the marks of one letter takes quadratic time, so longer runs are folded in parts
  const parts = /\p{M}{31}/u.test(text) ? text.split(/(?<=\p{M}{30})(?=\p{M})/u) : [text]
  return parts.map((part) => part.normalize('NFKC').toLowerCase()).join('')
}

/** Folded, with one form of the Greek sigma: which one a capital becomes depends on the letters beside it. For texts that are not stored folded. */
export function comparable(text: string): string {
  return folded(text).replaceAll('ς', 'σ')
}

/** The words of a search, folded. */
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

/** Places of folded words in an unfolded text, in order and without overlaps. */
export function wordPlaces(text: string, words: readonly string[]): readonly Stretch[] {
  if (words.length === 0) return []
  // Folding may change a character's length. A letter is folded together with what may compose with it: its marks, the later
  // jamo of a Korean syllable, the marks of half-width kana. At most as many as in Unicode's stream-safe format, as sorting
  // marks takes quadratic time.
  const places: number[] = []
  let flat = ''
  for (const { 0: cluster, index } of text.matchAll(/\P{M}?[\p{M}\u1160-\u11ff\uff9e\uff9f]{0,30}/gsu)) {
    const part = comparable(cluster)
    for (let unit = 0; unit < part.length; unit += 1) places.push(index)
    flat += part
  }
  const next = words.map(comparable).map((word) => ({ word, start: flat.indexOf(word) }))
  const hits: Stretch[] = []
  for (let at = 0; ; ) {
    // a word is searched again only behind its last place, so that all hits together cost one pass for each word
    for (const each of next) if (each.start >= 0 && each.start < at) each.start = flat.indexOf(each.word, at)
    const hit = nearest(next)
    if (hit === null) break
    at = hit.end
    hits.push({ start: places[hit.start] ?? 0, end: afterCluster(text, places, hit.end - 1) })
  }
  return hits
}

/** Places of a folded text that holds no line break, in order. Reads closely only the lines that hold it. */
export function textPlaces(text: string, sought: string): readonly Stretch[] {
  const wanted = comparable(sought)
  if (wanted === '' || !comparable(text).includes(wanted)) return []
  const places: Stretch[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const before = start
    start += line.length + 1
    if (!comparable(line).includes(wanted)) continue
    for (const place of wordPlaces(line, [wanted]))
      places.push({ start: before + place.start, end: before + place.end })
  }
  return places
}

interface WordPlace {
  readonly word: string
  /** Negative when the word does not occur again. */
  readonly start: number
}

/** The earliest place; of several at the same start, the longest word's. */
function nearest(places: readonly WordPlace[]): Stretch | null {
  let best: Stretch | null = null
  for (const { word, start } of places) {
    const end = start + word.length
    if (start < 0 || (best !== null && (start > best.start || (start === best.start && end <= best.end)))) continue
    best = { start, end }
  }
  return best
}

/** End of the grapheme cluster that contains the folded unit at `last`. */
function afterCluster(text: string, places: readonly number[], last: number): number {
  const begin = places[last] ?? 0
  let next = last
  while (next < places.length && places[next] === begin) next += 1
  return places[next] ?? text.length
}
