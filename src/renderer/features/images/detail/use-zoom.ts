import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { actualSize, fitted, isBeyond, movedBy, type Size, scaleOf, type View, zoomedBy } from '../zoom.ts'

export interface Zoom {
  readonly scale: number
  readonly view: View
  /** True if part of the picture is outside the stage. */
  readonly beyond: boolean
  readonly by: (factor: number) => void
  readonly toFit: () => void
  readonly actual: () => void
  readonly toggle: (clientX: number, clientY: number) => void
  readonly move: (dx: number, dy: number) => void
}

/** Returns the zoom state of a picture on a stage. The wheel zooms at the pointer; with Shift or sideways it pans. */
export function useZoom(stage: RefObject<HTMLElement | null>, picture: Size, pictureKey: string): Zoom {
  const [space, setSpace] = useState<Size>({ width: 0, height: 0 })
  const [view, setView] = useState<View>(fitted)

  useLayoutEffect(() => {
    const element = stage.current
    if (element === null) return undefined
    const measure = () => setSpace({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture starts fitted
  useLayoutEffect(() => setView(fitted), [pictureKey])

  const now = useRef({ picture, space })
  now.current = { picture, space }

  const at = useCallback(
    (factor: number, clientX: number, clientY: number) => {
      const box = stage.current?.getBoundingClientRect()
      if (box === undefined) return
      const point = { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
      setView((before) => zoomedBy(before, factor, point, now.current.picture, now.current.space))
    },
    [stage],
  )
  const by = useCallback(
    (factor: number) =>
      setView((before) => zoomedBy(before, factor, { x: 0, y: 0 }, now.current.picture, now.current.space)),
    [],
  )
  const move = useCallback(
    (dx: number, dy: number) => setView((before) => movedBy(before, dx, dy, now.current.picture, now.current.space)),
    [],
  )
  const toFit = useCallback(() => setView(fitted), [])
  const actual = useCallback(() => setView(actualSize(now.current.picture, now.current.space)), [])

  useEffect(() => {
    const element = stage.current
    if (element === null) return undefined
    // React's own listener is passive and could not prevent scrolling
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const sideways = event.deltaX === 0 ? event.deltaY : event.deltaX
        move(-sideways * pixels, 0)
        return
      }
      at(Math.exp((-event.deltaY * pixels) / (event.ctrlKey ? 100 : 400)), event.clientX, event.clientY)
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  }, [stage, at, move])

  const scale = scaleOf(view, picture, space)
  const toggle = (clientX: number, clientY: number) => {
    if (view.scale !== null) toFit()
    // zooms to actual pixels, or to double size if they are shown already
    else at(scale < 0.99 ? 1 / scale : 2, clientX, clientY)
  }
  return { scale, view, beyond: isBeyond(view, picture, space), by, toFit, actual, toggle, move }
}
