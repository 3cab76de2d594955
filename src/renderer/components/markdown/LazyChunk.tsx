import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './Markdown.module.css'

/** Distance from the window at which a chunk is rendered, in px; far enough that its appearance is not noticed. */
const marginPx = 1600
/** Returns the estimated height of a text that was never laid out: about 80 characters a line of 26 px. */
const guessPx = (length: number): number => 24 + Math.ceil(length / 80) * 26

interface LazyChunkProps {
  /** Start in the message's text, and length, in UTF-16 units. */
  readonly start: number
  readonly length: number
  readonly eager: boolean
  readonly children: ReactNode
}

/** A part of a long message that is rendered only near the window; elsewhere an empty box of its height replaces it. */
export function LazyChunk({ start, length, eager, children }: LazyChunkProps) {
  const element = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(eager)
  const height = useRef(guessPx(length))
  const there = near || eager

  useEffect(() => {
    const target = element.current
    if (!target) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (!entry) return
        if (!entry.isIntersecting) height.current = entry.boundingClientRect.height
        // many chunks may become visible at once, so they are rendered in slices
        startTransition(() => setNear(entry.isIntersecting))
      },
      { root: scrollerOf(target), rootMargin: `${marginPx}px 0px` },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [])

  // measuring during a frame is expensive, so only a box that becomes real is measured, not new text at the end
  const wasSpace = useRef(!there)
  useLayoutEffect(() => {
    const target = element.current
    const appeared = there && wasSpace.current
    wasSpace.current = !there
    if (!target || !appeared) return
    // a height corrected above must not move the visible text
    const { top, height: real } = target.getBoundingClientRect()
    const grown = real - height.current
    height.current = real
    const scroller = scrollerOf(target)
    if (scroller && Math.abs(grown) > 0.5 && top < scroller.getBoundingClientRect().top) scroller.scrollTop += grown
  }, [there])

  return (
    <div
      ref={element}
      data-text-start={start}
      className={classes.chunk}
      style={there ? undefined : { height: height.current }}
    >
      {there ? children : null}
    </div>
  )
}

/**
 * Returns the scroll container; null for the window. Finds it by an attribute, because computed styles would force
 * layout.
 */
function scrollerOf(element: Element): Element | null {
  return element.closest('[data-scroller]')
}
