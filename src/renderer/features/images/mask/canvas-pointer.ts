import { brushRadius } from './brush-size.ts'
import { mayDraw, pan, stepBrush, tellPixels, zoomTo } from './editor-actions.ts'
import { wheelMeaning } from './editor-keys.ts'
import type { EditorSession } from './editor-store.ts'
import type { Point } from './geometry.ts'
import type { MaskPainter } from './mask-painter.ts'
import type { Mark } from './raster.ts'
import { toFrame, toPicture } from './view-transform.ts'

/** Places the brush outline around a point, in CSS pixels; null hides it. */
function placeCircle(element: HTMLElement, at: Point | null, diameter: number): void {
  element.hidden = at === null
  if (at === null) return
  const size = Math.max(3, diameter)
  element.style.width = `${size}px`
  element.style.height = `${size}px`
  element.style.transform = `translate(${at.x - size / 2}px, ${at.y - size / 2}px)`
}

/** Places an outline between two corners, in CSS pixels; null hides it. */
function placeBox(element: HTMLElement, corners: readonly [Point, Point] | null): void {
  element.hidden = corners === null
  if (corners === null) return
  const [a, b] = corners
  element.style.width = `${Math.abs(a.x - b.x)}px`
  element.style.height = `${Math.abs(a.y - b.y)}px`
  element.style.transform = `translate(${Math.min(a.x, b.x)}px, ${Math.min(a.y, b.y)}px)`
}

/** Target of pointer actions. */
export interface PointerGround {
  readonly session: EditorSession
  readonly painter: MaskPainter
  readonly canvas: HTMLCanvasElement
  readonly circle: HTMLElement
  readonly box: HTMLElement
}

type Gesture =
  | { readonly kind: 'stroke'; readonly mark: Mark; last: Point }
  | { readonly kind: 'rectangle'; readonly mark: Mark; readonly start: Point; end: Point }
  | { readonly kind: 'lasso'; readonly mark: Mark; readonly points: Point[] }
  | { readonly kind: 'pan'; last: Point }
  | { readonly kind: 'pinch'; middle: Point; spread: number }

/** Pixels of a wheel notch, and of a line in wheels that count lines. */
const notch = 100
const line = 33

/** Handles mouse, pen and touch on the canvas. Returns its undo. */
export function followPointer({ session, painter, canvas, circle, box }: PointerGround): () => void {
  const { engine, store, pointer } = session
  const fingers = new Map<number, Point>()
  let gesture: Gesture | null = null
  let holder = -1
  let space = false
  let wheelRest = 0

  /** Returns the screen pixels per CSS pixel. */
  const ratio = (): number => canvas.width / Math.max(1, canvas.clientWidth)
  const inFrame = (event: MouseEvent): Point => {
    // clientWidth is rounded, so the far edge would be off by some picture pixels
    const { left, top, width, height } = canvas.getBoundingClientRect()
    return {
      x: ((event.clientX - left) * canvas.width) / width,
      y: ((event.clientY - top) * canvas.height) / height,
    }
  }
  const inPicture = (at: Point): Point => {
    const { view } = store.getState()
    return view === null ? at : toPicture(view, at)
  }
  const toCss = (at: Point): Point => ({ x: at.x / ratio(), y: at.y / ratio() })

  const showMarks = (): void => {
    const { tool, view, brush } = store.getState()
    const brushes = tool === 'brush' || tool === 'eraser'
    const panning = space || gesture?.kind === 'pan' || gesture?.kind === 'pinch'
    const at = brushes && !panning && view !== null && mayDraw(session) ? pointer.at : null
    placeCircle(circle, at === null ? null : toCss(at), (brush * (view?.scale ?? 1)) / ratio())
    canvas.dataset.cursor =
      panning || tool === 'hand' ? (gesture?.kind === 'pan' ? 'held' : 'hand') : brushes ? 'none' : 'cross'
    if (gesture?.kind !== 'rectangle' || view === null) placeBox(box, null)
    else placeBox(box, [toCss(toFrame(view, gesture.start)), toCss(toFrame(view, gesture.end))])
  }

  const finish = (): void => {
    gesture = null
    holder = -1
    painter.setTrail([])
    showMarks()
  }
  const abandon = (): boolean => {
    if (gesture === null) return false
    engine.abandon()
    finish()
    return true
  }
  const complete = (): void => {
    if (gesture === null) return
    if (gesture.kind === 'rectangle') {
      engine.beginStroke()
      engine.rectangle(gesture.start, gesture.end, gesture.mark)
    } else if (gesture.kind === 'lasso' && gesture.points.length > 2) {
      engine.beginStroke()
      engine.polygon(gesture.points, gesture.mark)
    }
    finish()
    if (engine.commit()) tellPixels(session)
  }

  const begin = (event: PointerEvent, at: Point): Gesture | null => {
    const { tool, subtract, brush } = store.getState()
    if (event.button === 1 || space || tool === 'hand') return { kind: 'pan', last: at }
    if (event.button !== 0 || !mayDraw(session)) return null
    const place = inPicture(at)
    const mark = event.altKey || tool === 'eraser' || (subtract && tool !== 'brush') ? 0 : 1
    if (tool === 'rectangle') return { kind: 'rectangle', mark, start: place, end: place }
    if (tool === 'lasso') return { kind: 'lasso', mark, points: [place] }
    engine.beginStroke()
    engine.segment(place, place, brushRadius(brush), mark)
    return { kind: 'stroke', mark, last: place }
  }

  const extend = (at: Point): void => {
    if (gesture === null) return
    switch (gesture.kind) {
      case 'stroke': {
        const place = inPicture(at)
        engine.segment(gesture.last, place, brushRadius(store.getState().brush), gesture.mark)
        gesture.last = place
        return
      }
      case 'rectangle':
        gesture.end = inPicture(at)
        return
      case 'lasso': {
        const place = inPicture(at)
        const last = gesture.points.at(-1) ?? place
        if (Math.hypot(place.x - last.x, place.y - last.y) >= 0.5) gesture.points.push(place)
        return
      }
      case 'pan': {
        const by = { x: Math.round(at.x - gesture.last.x), y: Math.round(at.y - gesture.last.y) }
        pan(session, by)
        gesture.last = { x: gesture.last.x + by.x, y: gesture.last.y + by.y }
        return
      }
      case 'pinch':
        return
      default:
        gesture satisfies never
    }
  }

  const pinch = (): void => {
    const [a, b] = [...fingers.values()]
    const { view } = store.getState()
    if (a === undefined || b === undefined || view === null) return
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    const spread = Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
    if (gesture?.kind === 'pinch') {
      pan(session, { x: middle.x - gesture.middle.x, y: middle.y - gesture.middle.y })
      zoomTo(session, (store.getState().view?.scale ?? 1) * (spread / gesture.spread), middle)
    } else abandon()
    gesture = { kind: 'pinch', middle, spread }
  }

  const onDown = (event: PointerEvent): void => {
    canvas.focus({ preventScroll: true })
    // the focus ring is only for the keyboard: see MaskCanvas.module.css
    canvas.dataset.pointed = ''
    // prevents scrolling by the middle button, and text selection
    event.preventDefault()
    const at = inFrame(event)
    pointer.at = at
    if (event.pointerType === 'touch') fingers.set(event.pointerId, at)
    if (fingers.size > 1) {
      pinch()
      return
    }
    if (gesture !== null) return
    gesture = begin(event, at)
    if (gesture === null) return
    holder = event.pointerId
    canvas.setPointerCapture(event.pointerId)
    store.setState({ notice: null })
    showMarks()
  }
  const onMove = (event: PointerEvent): void => {
    pointer.at = inFrame(event)
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, pointer.at)
    if (fingers.size > 1) pinch()
    else if (event.pointerId === holder) {
      // positions between two frames, which smooth fast curves
      const between = event.getCoalescedEvents()
      for (const part of between.length > 0 ? between : [event]) extend(inFrame(part))
      if (gesture?.kind === 'lasso') painter.setTrail(gesture.points)
    }
    showMarks()
  }
  const onUp = (event: PointerEvent): void => {
    const pinching = gesture?.kind === 'pinch'
    fingers.delete(event.pointerId)
    if (pinching) {
      // the remaining finger does not start drawing
      if (fingers.size === 0) finish()
      return
    }
    if (event.pointerId === holder) complete()
  }
  const onCancel = (event: PointerEvent): void => {
    fingers.delete(event.pointerId)
    if (event.pointerId === holder || fingers.size === 0) abandon()
  }
  const onLeave = (): void => {
    if (gesture !== null) return
    pointer.at = null
    showMarks()
  }

  const onWheel = (event: WheelEvent): void => {
    event.preventDefault()
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? line : 1
    const delta = { x: event.deltaX * unit, y: event.deltaY * unit }
    const { tool, view } = store.getState()
    switch (wheelMeaning(event, tool)) {
      case 'zoom': {
        // a pinch arrives in small parts, a wheel in notches
        const part = Math.max(-notch, Math.min(notch, event.ctrlKey && Math.abs(delta.y) < 40 ? delta.y * 4 : delta.y))
        if (view !== null) zoomTo(session, view.scale * 1.2 ** (-part / notch), inFrame(event))
        break
      }
      case 'pan': {
        const sideways = event.shiftKey && delta.x === 0
        pan(session, { x: -(sideways ? delta.y : delta.x) * ratio(), y: -(sideways ? 0 : delta.y) * ratio() })
        break
      }
      case 'brush': {
        wheelRest += -delta.y / notch
        const steps = Math.trunc(wheelRest * 2) / 2
        if (steps !== 0) {
          wheelRest -= steps
          stepBrush(session, steps)
        }
        break
      }
    }
    showMarks()
  }
  const onKey = (event: KeyboardEvent): void => {
    delete canvas.dataset.pointed
    if (event.key !== ' ') return
    event.preventDefault()
    space = event.type === 'keydown'
    showMarks()
  }
  const onBlur = (): void => {
    space = false
    showMarks()
  }

  session.hooks.abandonStroke = abandon
  session.hooks.isDrawing = () => gesture !== null
  const stopWatching = store.subscribe(showMarks)
  canvas.addEventListener('pointerdown', onDown)
  canvas.addEventListener('pointermove', onMove)
  canvas.addEventListener('pointerup', onUp)
  canvas.addEventListener('pointercancel', onCancel)
  canvas.addEventListener('pointerleave', onLeave)
  canvas.addEventListener('wheel', onWheel, { passive: false })
  canvas.addEventListener('keydown', onKey)
  canvas.addEventListener('keyup', onKey)
  canvas.addEventListener('blur', onBlur)
  showMarks()
  return () => {
    abandon()
    stopWatching()
    session.hooks.abandonStroke = () => false
    session.hooks.isDrawing = () => false
    canvas.removeEventListener('pointerdown', onDown)
    canvas.removeEventListener('pointermove', onMove)
    canvas.removeEventListener('pointerup', onUp)
    canvas.removeEventListener('pointercancel', onCancel)
    canvas.removeEventListener('pointerleave', onLeave)
    canvas.removeEventListener('wheel', onWheel)
    canvas.removeEventListener('keydown', onKey)
    canvas.removeEventListener('keyup', onKey)
    canvas.removeEventListener('blur', onBlur)
  }
}
