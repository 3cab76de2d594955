import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns the offset of an element in a scroll region, in px, kept up to date. Virtual lists need it if other content
 * precedes them.
 */
export function useTopIn(scroller: RefObject<HTMLElement | null>, element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  // not a layout effect, because the outer region's ref is set later
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
    // the content above may mount later
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
