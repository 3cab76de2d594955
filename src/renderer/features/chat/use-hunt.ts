import { type RefObject, useEffect } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Message } from '../../../shared/chat.ts'
import { wordPlaces } from '../../../shared/folded-text.ts'
import { useChat } from './chat-store.ts'
import { hitRanges } from './hit-ranges.ts'
import { huntedId } from './hunt.ts'

/** How long a hit is followed at most while what is above it gets its real height, in ms. */
const followMs = 4_000
/** After so many frames in which nothing moved, it rests. */
const calmFrames = 8
/** Where in the window the hit comes to lie. */
const shareAbove = 0.3

/** So much of a message is looked through for a hit that is not shown yet. */
const readMax = 1_000_000

/** What is looked for. */
interface Hunted {
  readonly message: Message
  readonly words: readonly string[]
  /** Where the first hit begins in the message's text. */
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

/** Brings the hit that is hunted into view, and marks what was looked for in all messages that are there. */
export function useHunt({ scroller, content, virtual, messages, setFollowing }: Places): void {
  const hunt = useChat((state) => state.hunt)
  const messageId = huntedId(hunt)
  const serial = hunt?.serial
  const words = hunt?.words

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another hit is wished for, not whenever messages change
  useEffect(() => {
    const [region, inner] = [scroller.current, content.current]
    if (messageId === null || words === undefined || region === null || inner === null) return undefined
    const index = messages.findIndex(({ id }) => id === messageId)
    const message = messages[index]
    if (message === undefined) return undefined
    setFollowing(false)
    // read once, not at every frame in which the hit is followed
    const place = wordPlaces(message.text.slice(0, readMax), words)[0]?.start ?? 0
    virtual.current?.scrollToIndex(index, { align: 'start', offset: -Math.round(region.clientHeight * shareAbove) })
    return follow(
      region,
      () => offsetOf(inner, region, { message, words, place }),
      // where everything is in view one is at the end as well
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

/** How far the hit is from where it shall lie, in px; null while its message is not there. */
function offsetOf(inner: HTMLElement, region: HTMLElement, { message, words, place }: Hunted): number | null {
  const article = articleOf(inner, message.id)
  if (article === null) return null
  const [first] = hitRanges(article, words)
  const box = article.getBoundingClientRect()
  const top = first === undefined ? guessedTop(article, place) : first.getBoundingClientRect().top
  const wanted = region.getBoundingClientRect().top + region.clientHeight * shareAbove
  // a short message is shown from its beginning, if the hit is in view then
  const begins = box.top - wanted
  return top - wanted - begins < region.clientHeight * 0.5 ? begins : top - wanted
}

/** Where a hit lies that is not there yet: of a long message only the chunks near the window are, others are spaces. */
function guessedTop(article: HTMLElement, start: number): number {
  const chunks = [...article.querySelectorAll<HTMLElement>('[data-text-start]')]
  const chunk = chunks.findLast(({ dataset }) => Number(dataset.textStart) <= start)
  return (chunk ?? article).getBoundingClientRect().top
}

/** Scrolls until nothing moves any more, or until the reader does. */
function follow(region: HTMLElement, offset: () => number | null, rested: () => void): () => void {
  let frame = 0
  const end = performance.now() + followMs
  let calm = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const) region.removeEventListener(name, stop)
  }
  for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const) {
    region.addEventListener(name, stop, { passive: true })
  }
  const step = () => {
    const by = offset()
    const before = region.scrollTop
    if (by !== null && Math.abs(by) > 1) region.scrollTop += by
    calm = by !== null && Math.abs(region.scrollTop - before) < 1 ? calm + 1 : 0
    if (performance.now() < end && calm < calmFrames) frame = requestAnimationFrame(step)
    else {
      stop()
      rested()
    }
  }
  frame = requestAnimationFrame(step)
  return stop
}
