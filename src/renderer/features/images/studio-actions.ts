import { studio, useStudio } from './studio-store.ts'

/** Shows the form: expands it, and closes the shown image. */
export function showForm(): void {
  if (studio().view.kind !== 'grid') closeImage()
  useStudio.setState({ formShown: true })
}

/** Focuses the prompt, and shows the form for it. */
export function focusPrompt(): void {
  showForm()
  useStudio.setState((state) => ({ promptFocus: state.promptFocus + 1 }))
}

/** Shows the note of an ended job, and moves the focus there. */
export function showNote(jobId: string): void {
  showForm()
  useStudio.setState({ noteWanted: jobId })
}

/** Opens an image in the detail view. */
export function openImage(imageId: string): void {
  useStudio.setState({ view: { kind: 'image', imageId }, active: imageId, maskOpen: false })
}

export function closeImage(): void {
  useStudio.setState({ view: { kind: 'grid' } })
}

// last scroll position; outside the state, because nothing renders it
let gridTop = 0

export function rememberedGridTop(): number {
  return gridTop
}

export function rememberGridTop(top: number): void {
  gridTop = top
}

type Listener = () => void
const toTop = new Set<Listener>()

/** Calls `listener` when the grid must scroll to its beginning. */
export function onGridTop(listener: Listener): () => void {
  toTop.add(listener)
  return () => toTop.delete(listener)
}

/** Scrolls the grid to its beginning, where new images appear. */
export function showGridTop(): void {
  gridTop = 0
  if (studio().view.kind !== 'grid') closeImage()
  for (const listener of toTop) listener()
}
