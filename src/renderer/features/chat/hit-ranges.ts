import { wordPlaces } from '../../../shared/folded-text.ts'

/** Longer texts are looked through this far only: marking must never hold up the page. */
const lengthMax = 200_000

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
  const placed = (at: number) => {
    const index = nodes.findLastIndex(({ start }) => start <= at)
    const found = nodes[index]
    return found === undefined ? null : { node: found.node, offset: at - found.start }
  }
  return wordPlaces(text, words).flatMap(({ start, end }) => {
    const [from, last] = [placed(start), placed(end - 1)]
    if (from === null || last === null) return []
    const range = new Range()
    range.setStart(from.node, from.offset)
    range.setEnd(last.node, last.offset + 1)
    return [range]
  })
}
