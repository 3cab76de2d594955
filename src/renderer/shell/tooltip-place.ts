interface Size {
  readonly width: number
  readonly height: number
}
interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** Between the control and its tooltip, and between the tooltip and the window's edge, in CSS pixels. */
const gap = 6

/** Where a tooltip goes: centred below its control, above it where there is no room, and always inside the window. */
export function tooltipPlace(control: Box, tooltip: Size, view: Size): { readonly left: number; readonly top: number } {
  const centred = control.left + control.width / 2 - tooltip.width / 2
  const left = Math.max(gap, Math.min(centred, view.width - tooltip.width - gap))
  const below = control.top + control.height + gap
  const fits = below + tooltip.height + gap <= view.height
  return { left: Math.round(left), top: Math.round(fits ? below : Math.max(gap, control.top - tooltip.height - gap)) }
}
