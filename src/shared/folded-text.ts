/** Text as it is searched: case and width folded, the same way in what is kept and in what is asked for. */
export function folded(text: string): string {
  // putting the marks on one letter in order costs their square: longer runs are folded in parts
  const parts = /\p{M}{31}/u.test(text) ? text.split(/(?<=\p{M}{30})(?=\p{M})/u) : [text]
  return parts.map((part) => part.normalize('NFKC').toLowerCase()).join('')
}

/** The words of a search, folded. */
export function searchWords(query: string): readonly string[] {
  return folded(query)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** A part of a text, in UTF-16 units. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** Where folded words are in a text that is not: apart from each other, in the order of the text. */
export function wordPlaces(text: string, words: readonly string[]): readonly Stretch[] {
  if (words.length === 0) return []
  // folding may change a character's length; a letter and the marks on it are folded together, up to as many marks as
  // Unicode's stream-safe format allows, as putting marks in order costs their square
  const places: number[] = []
  let flat = ''
  for (const { 0: cluster, index } of text.matchAll(/\P{M}?\p{M}{0,30}/gsu)) {
    const part = folded(cluster)
    for (let unit = 0; unit < part.length; unit += 1) places.push(index)
    flat += part
  }
  const next = words.map((word) => ({ word, start: flat.indexOf(word) }))
  const hits: Stretch[] = []
  for (let at = 0; ; ) {
    // a word is looked for again only from behind its last place, so that all hits cost one pass for each word
    for (const each of next) if (each.start >= 0 && each.start < at) each.start = flat.indexOf(each.word, at)
    const hit = nearest(next)
    if (hit === null) break
    at = hit.end
    hits.push({ start: places[hit.start] ?? 0, end: afterCluster(text, places, hit.end - 1) })
  }
  return hits
}

interface WordPlace {
  readonly word: string
  /** Negative where it does not come any more. */
  readonly start: number
}

/** The first of the places; of those at the same one, the longest word. */
function nearest(places: readonly WordPlace[]): Stretch | null {
  let best: Stretch | null = null
  for (const { word, start } of places) {
    const end = start + word.length
    if (start < 0 || (best !== null && (start > best.start || (start === best.start && end <= best.end)))) continue
    best = { start, end }
  }
  return best
}

/** Where the cluster ends of which the folded unit at `last` is a part. */
function afterCluster(text: string, places: readonly number[], last: number): number {
  const begin = places[last] ?? 0
  let next = last
  while (next < places.length && places[next] === begin) next += 1
  return places[next] ?? text.length
}
