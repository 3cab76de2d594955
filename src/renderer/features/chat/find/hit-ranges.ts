import { wordPlaces } from '../../../../shared/folded-text.ts'

/** Longer texts are looked through this far only: marking must never hold up the page. */
const lengthMax = 200_000
/** So many hits of an element are marked: the browser moves each of them at every change of the page. */
const hitsMax = 2_000

/** Where folded words are in what an element shows, also across its inner elements; in the order of the text. */
export function hitRanges(element: Element, words: readonly string[]): readonly Range[] {
  const nodes: { readonly node: Text; readonly start: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null && text.length < lengthMax; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    nodes.push({ node, start: text.length })
    text += node.data
  }
  // places are asked for in rising order, so that each node is passed once
  let index = 0
  const placed = (at: number) => {
    while ((nodes[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= at) index += 1
    const found = nodes[index]
    return found === undefined ? null : { node: found.node, offset: at - found.start }
  }
  return wordPlaces(text, words)
    .slice(0, hitsMax)
    .flatMap(({ start, end }) => {
      const [from, last] = [placed(start), placed(end - 1)]
      if (from === null || last === null) return []
      const range = new Range()
      range.setStart(from.node, from.offset)
      range.setEnd(last.node, last.offset + 1)
      return [range]
    })
}
