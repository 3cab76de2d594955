import { type RefObject, useEffect, useState } from 'react'

/**
 * How far below the beginning of a scrolled region an element lies, in px: virtual lists that share a region with
 * something above them must know. Kept up to date while what is above grows and shrinks.
 */
export function useTopIn(scroller: RefObject<HTMLElement | null>, element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  // not a layout effect: the region is outside, so that its ref is set after those
  useEffect(() => {
    const region = scroller.current
    const own = element.current
    if (region === null || own === null) return undefined
    const measure = () => {
      const from = region.getBoundingClientRect().top - region.scrollTop
      setTop(Math.max(0, Math.round(own.getBoundingClientRect().top - from)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(region)
    // what is above may come later than this
    const watched = new MutationObserver(() => {
      for (const child of region.children) observer.observe(child)
      measure()
    })
    watched.observe(region, { childList: true })
    for (const child of region.children) observer.observe(child)
    return () => {
      observer.disconnect()
      watched.disconnect()
    }
  }, [scroller, element])
  return top
}
