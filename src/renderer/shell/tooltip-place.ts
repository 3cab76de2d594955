interface Size {
  readonly width: number
  readonly height: number
}
interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** Gap between control and tooltip, and to the window's edge, in CSS px. */
const gap = 6

/**
 * Returns the position of a tooltip: centred below its control, above it if there is no room, always inside the window.
 */
export function tooltipPlace(control: Box, tooltip: Size, view: Size): { readonly left: number; readonly top: number } {
  const centred = control.left + control.width / 2 - tooltip.width / 2
  const left = Math.max(gap, Math.min(centred, view.width - tooltip.width - gap))
  const below = control.top + control.height + gap
  const fits = below + tooltip.height + gap <= view.height
  return { left: Math.round(left), top: Math.round(fits ? below : Math.max(gap, control.top - tooltip.height - gap)) }
}
