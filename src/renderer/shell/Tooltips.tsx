import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Line } from '../components/words/Line.tsx'
import classes from './Frame.module.css'
import { tooltipPlace } from './tooltip-place.ts'

/** Delay before a tooltip appears, in ms. The system's own takes about a second. */
const delayMs = 250
/** A taller control is a picture or card, not an icon button. */
const tallestPx = 48
/** Time after a tooltip in which the next one appears at once, in ms. */
const warmMs = 600

interface Shown {
  readonly control: HTMLElement
  readonly words: string
}

/** Returns the hovered or focused control with its tooltip; null without one. */
function tooltipOf(target: EventTarget | null): Shown | null {
  const control = target instanceof Element ? target.closest<HTMLElement>('button, a[href], [role="button"]') : null
  if (control === null || control.getAttribute('aria-expanded') === 'true') return null
  // controls with text, such as cards or rows, keep the system's tooltip
  if ((control.textContent ?? '').trim() !== '') return null
  const words = control.title || control.dataset.title || control.getAttribute('aria-label') || ''
  return words === '' || control.offsetHeight > tallestPx ? null : { control, words }
}

/**
 * The name of every icon button, shown quickly and in the app's own style. Hidden from screen readers, which already
 * have the name.
 */
export function Tooltips() {
  const [shown, setShown] = useState<Shown | null>(null)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let timer = 0
    let waiting: HTMLElement | null = null
    let warmUntil = 0
    let current: HTMLElement | null = null

    const hide = () => {
      window.clearTimeout(timer)
      waiting = null
      if (current === null) return
      // the system's own tooltip was suppressed meanwhile
      if (current.dataset.title !== undefined) {
        // React may have set a newer title meanwhile
        if (current.title === '') current.title = current.dataset.title
        delete current.dataset.title
      }
      current = null
      warmUntil = performance.now() + warmMs
      setShown(null)
    }
    const show = (next: Shown) => {
      hide()
      current = next.control
      if (current.title !== '') {
        current.dataset.title = current.title
        current.removeAttribute('title')
      }
      setShown(next)
    }
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      const next = tooltipOf(event.target)
      if (next?.control === current && current !== null) return
      if (next?.control === waiting && waiting !== null) return
      hide()
      if (next === null) return
      waiting = next.control
      timer = window.setTimeout(() => show(next), performance.now() < warmUntil ? 0 : delayMs)
    }
    const focus = (event: FocusEvent) => {
      const next = tooltipOf(event.target)
      if (next?.control.matches(':focus-visible')) show(next)
      else hide()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    const parts = new AbortController()
    const options = { signal: parts.signal, capture: true, passive: true } as const
    document.addEventListener('pointerover', over, options)
    document.addEventListener('pointerdown', hide, options)
    document.addEventListener('focusin', focus, options)
    document.addEventListener('focusout', hide, options)
    document.addEventListener('keydown', key, options)
    document.addEventListener('scroll', hide, options)
    window.addEventListener('blur', hide, options)
    // its control is elsewhere then
    window.addEventListener('resize', hide, options)
    return () => {
      hide()
      parts.abort()
    }
  }, [])

  useLayoutEffect(() => {
    if (shown === null || box.current === null) return
    const place = tooltipPlace(shown.control.getBoundingClientRect(), box.current.getBoundingClientRect(), {
      width: window.innerWidth,
      height: window.innerHeight,
    })
    box.current.style.left = `${place.left}px`
    box.current.style.top = `${place.top}px`
  }, [shown])

  if (shown === null) return null
  return (
    <div ref={box} className={classes.tooltip} aria-hidden="true" data-tooltip="">
      <Line text={shown.words} />
    </div>
  )
}
