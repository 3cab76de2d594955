/** Text as it is searched: case and width folded, the same way in what is kept and in what is asked for. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
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
  // folding may change a character's length; a letter and the marks on it are folded together
  const places: number[] = []
  let flat = ''
  for (const { 0: cluster, index } of text.matchAll(/\P{M}?\p{M}*/gsu)) {
    const part = folded(cluster)
    for (let unit = 0; unit < part.length; unit += 1) places.push(index)
    flat += part
  }
  const hits: Stretch[] = []
  for (let at = 0; at < flat.length; ) {
    const next = nearest(flat, words, at)
    if (next === null) break
    at = next.end
    hits.push({ start: places[next.start] ?? 0, end: afterCluster(text, places, next.end - 1) })
  }
  return hits
}

function nearest(flat: string, words: readonly string[], from: number): Stretch | null {
  let best: Stretch | null = null
  for (const word of words) {
    const start = flat.indexOf(word, from)
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
