export interface Size {
  readonly width: number
  readonly height: number
}

/** View of a picture: screen px per picture px (null fits it), and its offset from the middle. */
export interface View {
  readonly scale: number | null
  readonly x: number
  readonly y: number
}

export const fitted: View = { scale: null, x: 0, y: 0 }
export const scaleMax = 16
const scaleMin = 0.05
/** Scale above which pixels are shown as squares. */
export const pixelsFrom = 2

/** Returns the scale that shows the whole picture; a small one is not enlarged. */
export function fitScale(picture: Size, stage: Size): number {
  if (picture.width === 0 || picture.height === 0) return 1
  return Math.min(stage.width / picture.width, stage.height / picture.height, 1)
}

export function scaleOf(view: View, picture: Size, stage: Size): number {
  return view.scale ?? fitScale(picture, stage)
}

/** Keeps the picture inside the stage; a smaller one stays centred. */
function contained(view: View, picture: Size, stage: Size): View {
  const scale = scaleOf(view, picture, stage)
  const room = (side: number, space: number) => Math.max(0, (side * scale - space) / 2)
  const within = (value: number, most: number) => Math.min(Math.max(value, -most), most) || 0
  return {
    scale: view.scale,
    x: within(view.x, room(picture.width, stage.width)),
    y: within(view.y, room(picture.height, stage.height)),
  }
}

/** Zooms by a factor around a point, measured from the stage's middle. */
export function zoomedBy(
  view: View,
  factor: number,
  point: { readonly x: number; readonly y: number },
  picture: Size,
  stage: Size,
): View {
  const before = scaleOf(view, picture, stage)
  const fit = fitScale(picture, stage)
  const scale = Math.min(Math.max(before * factor, Math.min(fit, scaleMin)), scaleMax)
  // zooming out completely means "fit", which follows changes of the window
  if (scale <= fit) return fitted
  const moved = {
    scale,
    x: point.x - ((point.x - view.x) * scale) / before,
    y: point.y - ((point.y - view.y) * scale) / before,
  }
  return contained(moved, picture, stage)
}

/** Pans the picture. */
export function movedBy(view: View, dx: number, dy: number, picture: Size, stage: Size): View {
  return contained({ ...view, x: view.x + dx, y: view.y + dy }, picture, stage)
}

/** Returns the view with one screen px per picture px. */
export function actualSize(picture: Size, stage: Size): View {
  return contained({ scale: 1, x: 0, y: 0 }, picture, stage)
}

/** Returns true if part of the picture is outside the stage. */
export function isBeyond(view: View, picture: Size, stage: Size): boolean {
  const scale = scaleOf(view, picture, stage)
  return picture.width * scale > stage.width + 1 || picture.height * scale > stage.height + 1
}
