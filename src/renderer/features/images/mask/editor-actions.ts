import { steppedBrushSize } from './brush-size.ts'
import type { EditorSession, Tool } from './editor-store.ts'
import type { Point, Rect, Size } from './geometry.ts'
import type { Mark } from './raster.ts'
import { fitted, moved, nextStop, reframed, zoomed } from './view-transform.ts'

/** Copies the engine's pixel state to the store. */
export function tellPixels({ engine, store }: EditorSession): void {
  store.setState({
    marked: engine.marked,
    canUndo: engine.canUndo,
    canRedo: engine.canRedo,
    pixels: engine.state,
    notice: null,
  })
}

/** Returns true if the mask can be changed now; not while it is being saved at the user's request. */
export function mayDraw({ store }: EditorSession): boolean {
  const { busy, asking } = store.getState()
  return !busy && !asking
}

function change(session: EditorSession, run: () => boolean): void {
  if (!mayDraw(session)) return
  session.hooks.abandonStroke()
  if (run()) tellPixels(session)
}

export const undo = (session: EditorSession): void => change(session, () => session.engine.undo())
export const redo = (session: EditorSession): void => change(session, () => session.engine.redo())
export const invertMask = (session: EditorSession): void => change(session, () => session.engine.invert())
export const fillMask = (session: EditorSession, mark: Mark): void =>
  change(session, () => session.engine.fillAll(mark))

/** Marks or unmarks a rectangle given by numbers. */
export function markRect(session: EditorSession, rect: Rect, mark: Mark): void {
  change(session, () => {
    session.engine.beginStroke()
    session.engine.rectangle({ x: rect.left, y: rect.top }, { x: rect.right, y: rect.bottom }, mark)
    return session.engine.commit()
  })
}

export function chooseTool(session: EditorSession, tool: Tool): void {
  session.hooks.abandonStroke()
  session.store.setState({ tool })
}

export function stepBrush({ store, picture }: EditorSession, steps: number): void {
  store.setState((state) => ({ brush: steppedBrushSize(state.brush, steps, picture) }))
}

/** Zooms around the point `at` in the frame; null is its middle. */
export function zoomTo({ store, picture }: EditorSession, scale: number, at: Point | null): void {
  const { view, frame } = store.getState()
  if (view === null) return
  const fixed = at ?? { x: frame.width / 2, y: frame.height / 2 }
  store.setState({ view: zoomed(view, fixed, scale, picture, frame), fits: false })
}

export function stepZoom(session: EditorSession, way: 'in' | 'out'): void {
  const { view } = session.store.getState()
  if (view !== null) zoomTo(session, nextStop(view.scale, way), session.pointer.at)
}

export function zoomToFit({ store, picture }: EditorSession): void {
  store.setState((state) => ({ view: fitted(picture, state.frame), fits: true }))
}

/** Zooms to one picture pixel per screen pixel. */
export function zoomToPixels(session: EditorSession): void {
  zoomTo(session, 1, session.pointer.at)
}

export function pan({ store, picture }: EditorSession, by: Point): void {
  const { view, frame } = store.getState()
  if (view === null) return
  const whole = { x: Math.round(by.x), y: Math.round(by.y) }
  store.setState({ view: moved(view, whole, picture, frame), fits: false })
}

/** Applies a new size of the frame. */
export function reframe({ store, picture }: EditorSession, frame: Size): void {
  const state = store.getState()
  const view =
    state.view === null || state.fits ? fitted(picture, frame) : reframed(state.view, state.frame, frame, picture)
  store.setState({ frame, view })
}
