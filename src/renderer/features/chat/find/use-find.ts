import { type RefObject, useEffect } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Message } from '../../../../shared/chat.ts'
import { textPlaces, wordPlaces } from '../../../../shared/folded-text.ts'
import { withoutThinking } from '../../../../shared/thinking.ts'
import { chatNow, useChat } from '../state/chat-store.ts'
import { type Find, foundMessageId, shownHit } from '../state/find.ts'
import { followPlace, guessedItemTop, type Offset } from '../state/follow-place.ts'
import { hitIndex } from '../state/hit-index.ts'
import { chunkAt, hasEmptyChunk } from '../state/text-chunks.ts'

/** Position of the hit in the window, as a share of its height. */
const shareAbove = 0.3

/** Maximum number of UTF-16 units of a message searched for a hit that is not rendered yet. */
const readMax = 1_000_000

/** The shown hit. */
interface FoundPlace {
  readonly messageId: string
  readonly words: readonly string[]
  /** Start of the hit in the message's text. */
  readonly start: number
  /** Starts of all hits in the message's text; null after a history search, which shows the first. */
  readonly starts: readonly number[] | null
}

interface Places {
  readonly scroller: RefObject<HTMLElement | null>
  readonly content: RefObject<HTMLElement | null>
  readonly virtual: RefObject<VirtualizerHandle | null>
  readonly messages: readonly Message[]
  readonly setFollowing: (follow: boolean) => void
}

function articleOf(content: HTMLElement, messageId: string): HTMLElement | null {
  return content.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
}

/** Returns the position of the shown hit in its message; computed once, not for every frame of scrolling. */
function placeOf(find: Find | null, messages: readonly Message[]): FoundPlace | null {
  const hit = shownHit(find)
  const message = messages.find(({ id }) => id === hit?.messageId)
  if (find === null || hit === null || message === undefined) return null
  const { words } = find
  const text = message.text.slice(0, readMax)
  if (hit.start === null)
    return { messageId: message.id, words, start: wordPlaces(text, words)[0]?.start ?? 0, starts: null }
  const answer = message.role === 'assistant' ? withoutThinking(text) : text
  const before = text.length - answer.length
  const starts = textPlaces(answer, words[0] ?? '').map(({ start }) => before + start)
  return { messageId: message.id, words, start: hit.start, starts }
}

/** Scrolls to the current hit and highlights the words in all rendered messages. */
export function useFind({ scroller, content, virtual, messages, setFollowing }: Places): void {
  const find = useChat((state) => state.find)
  const messageId = foundMessageId(find)
  const start = shownHit(find)?.start ?? null
  const serial = find?.serial
  const words = find?.words

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on request, not whenever messages change
  useEffect(() => {
    const [region, inner] = [scroller.current, content.current]
    const place = placeOf(find, messages)
    if (place === null || region === null || inner === null) return undefined
    const index = messages.findIndex(({ id }) => id === messageId)
    setFollowing(false)
    return followPlace(
      region,
      () => offsetOf(inner, region, place) ?? offsetOfItem(virtual.current, region, index),
      // if everything is visible, the view is at the end too
      () => region.scrollHeight <= region.clientHeight + 1 && setFollowing(true),
    )
  }, [serial])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for another hit, with the messages then
  useEffect(() => {
    const inner = content.current
    if (words === undefined || words.length === 0 || inner === null) return undefined
    const place = placeOf(find, chatNow().open?.messages ?? messages)
    let frame = 0
    const mark = () => {
      frame = 0
      const current = place === null ? null : articleOf(inner, place.messageId)
      const all = [...inner.querySelectorAll('[data-message]')]
      const ranges = (one: Element) => (place?.starts == null ? hitRanges(one, words) : saidRanges(one, words))
      const inCurrent = current === null ? [] : ranges(current)
      // a history search shows all hits of the message
      const isOne = place !== null && place.starts !== null && current !== null
      const one = isOne ? shownRange(current, place, inCurrent) : undefined
      const shown = isOne ? inCurrent.filter((range) => range === one) : inCurrent
      const rest = isOne ? inCurrent.filter((range) => range !== one) : []
      const others = all.flatMap((article) => (article === current ? rest : ranges(article)))
      CSS.highlights.set('hit', new Highlight(...others))
      CSS.highlights.set('hit-shown', new Highlight(...shown))
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(mark)
    }
    mark()
    const observer = new MutationObserver(soon)
    observer.observe(inner, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete('hit')
      CSS.highlights.delete('hit-shown')
    }
  }, [content, words, messageId, start])
}

/** Returns the ranges of hits in a message's own text, without names, buttons, calls and thinking. */
function saidRanges(article: Element, words: readonly string[]): readonly Range[] {
  return [...article.querySelectorAll('[data-said]')].flatMap((said) => hitRanges(said, words))
}

/**
 * Returns the range of the shown hit; undefined while it is not rendered, or if its words are inside Markdown marks.
 */
function shownRange(article: Element, place: FoundPlace, ranges: readonly Range[]): Range | undefined {
  const { messageId, start, starts } = place
  const said = article.querySelector(`[data-said="${CSS.escape(messageId)}"]`)
  if (said === null) return undefined
  // of a long message only chunks are rendered
  const chunks = [...said.querySelectorAll<HTMLElement>('[data-text-start]')]
  const index = chunks.findLastIndex(({ dataset }) => Number(dataset.textStart) <= start)
  const [chunk, next] = [chunks[index], chunks[index + 1]]
  const within = ranges.filter(({ startContainer }) => (chunk ?? said).contains(startContainer))
  const from = Number(chunk?.dataset.textStart ?? 0)
  const end = Number(next?.dataset.textStart ?? Number.POSITIVE_INFINITY)
  const places = (starts ?? []).filter((one) => one >= from && one < end)
  return within[hitIndex(places, start, within.length)]
}

/** Returns the distance of an unmounted message from its target position. */
function offsetOfItem(virtual: VirtualizerHandle | null, region: HTMLElement, index: number): Offset | null {
  if (virtual === null) return null
  return { by: guessedItemTop(virtual, index) - region.clientHeight * shareAbove, exact: false }
}

/** Returns the distance of the hit from its target position; null while its message is not mounted. */
function offsetOf(inner: HTMLElement, region: HTMLElement, place: FoundPlace): Offset | null {
  const article = articleOf(inner, place.messageId)
  if (article === null) return null
  const { start, starts, words } = place
  const first = starts === null ? hitRanges(article, words)[0] : shownRange(article, place, saidRanges(article, words))
  const box = article.getBoundingClientRect()
  // in long messages only chunks near the window are rendered
  const top = (first ?? chunkAt(article, start) ?? article).getBoundingClientRect().top
  const windowTop = region.getBoundingClientRect().top
  const wanted = windowTop + region.clientHeight * shareAbove
  // a short message is shown from its beginning if the hit is then visible
  const begins = box.top - wanted
  const by = top - wanted - begins < region.clientHeight * 0.5 ? begins : top - wanted
  return { by, exact: first !== undefined && !hasEmptyChunk(article, windowTop, top) }
}

/** Longest text searched for highlights, in UTF-16 units, so that highlighting never blocks the page. */
const lengthMax = 200_000
/** Maximum number of highlighted hits per element, because the browser repositions each at every change of the page. */
const hitsMax = 2_000

/** Returns the ranges of folded words in an element's text, even across inner elements, in order. */
function hitRanges(element: Element, words: readonly string[]): readonly Range[] {
  const nodes: { readonly node: Text; readonly start: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.hasAttribute('data-aside') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  for (let node = walker.nextNode(); node !== null && text.length < lengthMax; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    nodes.push({ node, start: text.length })
    text += node.data
  }
  // positions increase, so that each node is visited once
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
