import { studio, useStudio } from './studio-store.ts'

/** Puts the focus into the prompt, also when the form is folded away. */
export function focusPrompt(): void {
  useStudio.setState((state) => ({ promptFocus: state.promptFocus + 1, formShown: true }))
}

/** Shows an image by itself. */
export function openImage(imageId: string): void {
  useStudio.setState({ view: { kind: 'image', imageId }, active: imageId, maskOpen: false })
}

export function closeImage(): void {
  useStudio.setState({ view: { kind: 'grid' } })
}

// where the grid was scrolled to when it was last seen; outside the state, as nothing is drawn from it
let gridTop = 0

export function rememberedGridTop(): number {
  return gridTop
}

export function rememberGridTop(top: number): void {
  gridTop = top
}

type Listener = () => void
const toTop = new Set<Listener>()

/** Calls `listener` when the grid shall show its beginning. */
export function onGridTop(listener: Listener): () => void {
  toTop.add(listener)
  return () => toTop.delete(listener)
}

/** Shows the beginning of the grid, where new work appears. */
export function showGridTop(): void {
  gridTop = 0
  if (studio().view.kind !== 'grid') closeImage()
  for (const listener of toTop) listener()
}
