import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Scroll position, as far as following the end needs it. */
interface ScrollPlace {
  readonly top: number
  readonly height: number
  readonly viewport: number
}

const nearEndPx = 32

function atEnd(place: ScrollPlace): boolean {
  return place.height - place.top - place.viewport <= nearEndPx
}

/**
 * Whether the view goes on following the end after a scroll. Going up lets go at once, also by dragging the scroll bar;
 * only the reader's own arrival at the end takes it up again. What moves untouched is a virtual list that measures. A region that grows never changes anything.
 */
export function followsAfterScroll(
  following: boolean,
  before: ScrollPlace,
  now: ScrollPlace,
  touched: boolean,
): boolean {
  const moved = now.top - before.top
  // a region that became shorter is clamped by the browser: that is not the reader going up
  if (touched && moved < -1 && now.height >= before.height && now.viewport <= before.viewport) return false
  if (moved > 0 && atEnd(now)) return true
  return following
}

function placeOf(element: HTMLElement): ScrollPlace {
  return { top: element.scrollTop, height: element.scrollHeight, viewport: element.clientHeight }
}

/** Frames in which a virtual list measures what was added, with room to spare. */
const settlingFrames = 40

const upKeys = new Set(['ArrowUp', 'PageUp', 'Home'])

/**
 * Keeps a scrolled region at its end while the reader is there, and never otherwise. A `partial` region is never at its
 * end: what comes next is still to be read.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  partial: boolean,
) {
  const part = useRef(partial)
  part.current = partial
  const following = useRef(true)
  const last = useRef<ScrollPlace>({ top: 0, height: 0, viewport: 0 })
  const [away, setAway] = useState(false)
  // whether the reader has had a hand on the region since the end was last asked for; a list that measures also scrolls
  const touched = useRef(false)
  const settling = useRef(0)

  const setFollowing = useCallback((follow: boolean) => {
    following.current = follow
    touched.current = false
    setAway(!follow)
  }, [])

  const toEnd = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    element.scrollTop = element.scrollHeight
    last.current = placeOf(element)
  }, [scroller])

  /** Goes to the end and stays there until what is new is measured, unless the reader scrolls. */
  const showEnd = useCallback(() => {
    setFollowing(true)
    toEnd()
    let left = settlingFrames
    const step = () => {
      if (!following.current || part.current || touched.current) return
      const element = scroller.current
      if (element !== null && !atEnd(placeOf(element))) toEnd()
      left -= 1
      if (left > 0) settling.current = requestAnimationFrame(step)
    }
    cancelAnimationFrame(settling.current)
    settling.current = requestAnimationFrame(step)
  }, [scroller, setFollowing, toEnd])
  useEffect(() => () => cancelAnimationFrame(settling.current), [])

  useEffect(() => {
    const element = scroller.current
    const inner = content.current
    if (element === null || inner === null) return undefined
    const observer = new ResizeObserver(() => {
      if (following.current && !part.current) toEnd()
      else last.current = placeOf(element)
    })
    observer.observe(inner)
    observer.observe(element)

    const scrollable = () => element.scrollHeight > element.clientHeight + 1
    const letGo = () => {
      if (scrollable()) setFollowing(false)
    }
    const touch = () => {
      touched.current = true
    }
    let touchY: number | null = null
    const onScroll = () => {
      const now = placeOf(element)
      const follow = followsAfterScroll(following.current, last.current, now, touched.current)
      last.current = now
      if (follow !== following.current) setFollowing(follow && !part.current)
    }
    const onWheel = (event: WheelEvent) => {
      touch()
      if (event.deltaY < 0) letGo()
    }
    const onKey = (event: KeyboardEvent) => {
      touch()
      if (event.target === element && (upKeys.has(event.key) || (event.key === ' ' && event.shiftKey))) letGo()
    }
    const onTouchStart = (event: TouchEvent) => {
      touch()
      touchY = event.touches[0]?.clientY ?? null
    }
    const onTouchMove = (event: TouchEvent) => {
      const y = event.touches[0]?.clientY
      if (y !== undefined && touchY !== null && y > touchY) letGo()
    }
    const passive = { passive: true }
    element.addEventListener('scroll', onScroll, passive)
    element.addEventListener('wheel', onWheel, passive)
    element.addEventListener('keydown', onKey)
    // dragging the scroll bar begins with a press as well
    element.addEventListener('pointerdown', touch, passive)
    element.addEventListener('touchstart', onTouchStart, passive)
    element.addEventListener('touchmove', onTouchMove, passive)
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('keydown', onKey)
      element.removeEventListener('pointerdown', touch)
      element.removeEventListener('touchstart', onTouchStart)
      element.removeEventListener('touchmove', onTouchMove)
    }
  }, [scroller, content, setFollowing, toEnd])

  return { away, setFollowing, showEnd }
}
