import type { Point } from './geometry.ts'

/** Puts the brush's outline around a place, in CSS pixels; null hides it. */
export function placeCircle(element: HTMLElement, at: Point | null, diameter: number): void {
  element.hidden = at === null
  if (at === null) return
  const size = Math.max(3, diameter)
  element.style.width = `${size}px`
  element.style.height = `${size}px`
  element.style.transform = `translate(${at.x - size / 2}px, ${at.y - size / 2}px)`
}

/** Puts an outline between two corners, in CSS pixels; null hides it. */
export function placeBox(element: HTMLElement, corners: readonly [Point, Point] | null): void {
  element.hidden = corners === null
  if (corners === null) return
  const [a, b] = corners
  element.style.width = `${Math.abs(a.x - b.x)}px`
  element.style.height = `${Math.abs(a.y - b.y)}px`
  element.style.transform = `translate(${Math.min(a.x, b.x)}px, ${Math.min(a.y, b.y)}px)`
}
