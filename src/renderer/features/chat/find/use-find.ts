import { type RefObject, useEffect } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Message } from '../../../../shared/chat.ts'
import { wordPlaces } from '../../../../shared/folded-text.ts'
import { useChat } from '../chat-store.ts'
import { followPlace, guessedItemTop, type Offset } from '../thread/follow-place.ts'
import { foundMessageId } from './find.ts'

/** Position of the hit in the window. */
const shareAbove = 0.3

/** Most UTF-16 units of a message searched for a hit that is not rendered yet. */
const readMax = 1_000_000

/** The search. */
interface FoundPlace {
  readonly message: Message
  readonly words: readonly string[]
  /** Start of the first hit in the message's text. */
  readonly place: number
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

/** Scrolls to the current hit and highlights the words in all rendered messages. */
export function useFind({ scroller, content, virtual, messages, setFollowing }: Places): void {
  const find = useChat((state) => state.find)
  const messageId = foundMessageId(find)
  const serial = find?.serial
  const words = find?.words

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another hit is wished for, not whenever messages change
  useEffect(() => {
    const [region, inner] = [scroller.current, content.current]
    if (messageId === null || words === undefined || region === null || inner === null) return undefined
    const index = messages.findIndex(({ id }) => id === messageId)
    const message = messages[index]
    if (message === undefined) return undefined
    setFollowing(false)
    // computed once, not for every frame of scrolling
    const place = wordPlaces(message.text.slice(0, readMax), words)[0]?.start ?? 0
    return followPlace(
      region,
      () => offsetOf(inner, region, { message, words, place }) ?? offsetOfItem(virtual.current, region, index),
      // if everything is visible, the view is at the end too
      () => region.scrollHeight <= region.clientHeight + 1 && setFollowing(true),
    )
  }, [serial])

  useEffect(() => {
    const inner = content.current
    if (words === undefined || inner === null) return undefined
    let frame = 0
    const mark = () => {
      frame = 0
      const current = messageId === null ? null : articleOf(inner, messageId)
      const all = [...inner.querySelectorAll('[data-message]')]
      CSS.highlights.set('hit', new Highlight(...all.flatMap((one) => (one === current ? [] : hitRanges(one, words)))))
      CSS.highlights.set('hit-shown', new Highlight(...(current === null ? [] : hitRanges(current, words))))
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
  }, [content, words, messageId])
}

/** Distance of an unmounted message from its target position. */
function offsetOfItem(virtual: VirtualizerHandle | null, region: HTMLElement, index: number): Offset | null {
  if (virtual === null) return null
  return { by: guessedItemTop(virtual, index) - region.clientHeight * shareAbove, exact: false }
}

/** Distance of the hit from its target position; null while its message is not mounted. */
function offsetOf(inner: HTMLElement, region: HTMLElement, { message, words, place }: FoundPlace): Offset | null {
  const article = articleOf(inner, message.id)
  if (article === null) return null
  const [first] = hitRanges(article, words)
  const box = article.getBoundingClientRect()
  const top = first === undefined ? guessedTop(article, place) : first.getBoundingClientRect().top
  const wanted = region.getBoundingClientRect().top + region.clientHeight * shareAbove
  // a short message is shown from its beginning if the hit is then visible
  const begins = box.top - wanted
  const by = top - wanted - begins < region.clientHeight * 0.5 ? begins : top - wanted
  return { by, exact: first !== undefined }
}

/** Estimated position of a hit that is not rendered: in long messages only chunks near the window are. */
function guessedTop(article: HTMLElement, start: number): number {
  const chunks = [...article.querySelectorAll<HTMLElement>('[data-text-start]')]
  const chunk = chunks.findLast(({ dataset }) => Number(dataset.textStart) <= start)
  return (chunk ?? article).getBoundingClientRect().top
}

/** Longest text searched for marks, in UTF-16 units, so that highlighting never blocks the page. */
const lengthMax = 200_000
/** Most highlighted hits per element, because the browser moves each at every change of the page. */
const hitsMax = 2_000

/** Ranges of folded words in an element's text, also across inner elements, in order. */
function hitRanges(element: Element, words: readonly string[]): readonly Range[] {
  const nodes: { readonly node: Text; readonly start: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
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
