import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Scroll position, as far as it is needed to follow the end. */
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
 * Returns true if the view still follows the end after a scroll. Scrolling up stops following at once, even by the
 * scroll bar; only the user's own return to the end resumes it. Movement without a touch comes from a virtual list that
 * measures, and then the height changes with it. Otherwise it comes from assistive technology that scrolls something
 * into view. A growing region changes nothing.
 */
export function followsAfterScroll(
  following: boolean,
  before: ScrollPlace,
  now: ScrollPlace,
  touched: boolean,
): boolean {
  const moved = now.top - before.top
  // a region that became shorter is clamped by the browser; the user did not scroll up
  if (moved < -1 && now.height >= before.height && now.viewport <= before.viewport) {
    const isMeasured = now.height !== before.height || now.viewport !== before.viewport
    if (touched || !isMeasured) return false
  }
  if (moved > 0 && atEnd(now)) return true
  return following
}

function placeOf(element: HTMLElement): ScrollPlace {
  return { top: element.scrollTop, height: element.scrollHeight, viewport: element.clientHeight }
}

/** Space above a question, in px. */
const questionMargin = 8

/** Returns the scroll position at which a call's question begins in view; null without a question. */
function questionTop(element: HTMLElement): number | null {
  const card = element.querySelector('[data-state="asking"]')
  if (card === null) return null
  const above = card.getBoundingClientRect().top - element.getBoundingClientRect().top
  return element.scrollTop + above - questionMargin
}

function canScroll(element: HTMLElement | null): boolean {
  return element !== null && element.scrollHeight > element.clientHeight + 1
}

/** Frames in which a virtual list measures added items, with a margin. */
const settlingFrames = 40

const upKeys = new Set(['ArrowUp', 'PageUp', 'Home'])

/**
 * Keeps a scrolled region at its end while the user is there, and never otherwise.
 * A `partial` region never counts as at its end, because more can be loaded.
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
  // whether the user has touched the region since the last request for the end; a measuring list scrolls too
  const touched = useRef(false)
  const settling = useRef(0)
  // The view does not move while a pointer is down. Otherwise the target could move away under a click or a selection.
  const pressed = useRef(false)

  const setFollowing = useCallback(
    (follow: boolean) => {
      following.current = follow
      touched.current = false
      setAway(!follow && canScroll(scroller.current))
    },
    [scroller],
  )

  const toEnd = useCallback(() => {
    const element = scroller.current
    if (element === null || pressed.current) return
    const end = element.scrollHeight - element.clientHeight
    // a question begins in view; a user who scrolled on to its buttons stays there
    element.scrollTop = Math.max(element.scrollTop, Math.min(end, questionTop(element) ?? end))
    last.current = placeOf(element)
  }, [scroller])

  /** Scrolls to the end and stays there until new items are measured, unless the user scrolls. */
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
      // a region that fits has no end to return to
      setAway(!following.current && canScroll(element))
    })
    observer.observe(inner)
    observer.observe(element)

    const letGo = () => {
      if (canScroll(element)) setFollowing(false)
    }
    const touch = () => {
      touched.current = true
    }
    const press = () => {
      touch()
      pressed.current = true
    }
    let released = 0
    const release = () => {
      if (!pressed.current) return
      pressed.current = false
      // the click comes after the release
      released = requestAnimationFrame(() => {
        if (following.current && !part.current) toEnd()
      })
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
    // the key that moves the focus in may be pressed outside
    element.addEventListener('focusin', touch)
    // dragging the scroll bar also begins with a press
    element.addEventListener('pointerdown', press, passive)
    window.addEventListener('pointerup', release, passive)
    window.addEventListener('pointercancel', release, passive)
    window.addEventListener('blur', release)
    element.addEventListener('touchstart', onTouchStart, passive)
    element.addEventListener('touchmove', onTouchMove, passive)
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('keydown', onKey)
      element.removeEventListener('focusin', touch)
      element.removeEventListener('pointerdown', press)
      window.removeEventListener('pointerup', release)
      window.removeEventListener('pointercancel', release)
      window.removeEventListener('blur', release)
      pressed.current = false
      cancelAnimationFrame(released)
      element.removeEventListener('touchstart', onTouchStart)
      element.removeEventListener('touchmove', onTouchMove)
    }
  }, [scroller, content, setFollowing, toEnd])

  return { away, setFollowing, showEnd }
}
