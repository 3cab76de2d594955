import { showPanel } from '../../platform/navigation.ts'
import { jobTable } from './job-table.ts'
import { useVideos, videos } from './videos-store.ts'

/** Puts the focus into the prompt, also when the form is folded away. */
export function focusPrompt(): void {
  useVideos.setState((state) => ({ promptFocus: state.promptFocus + 1, formShown: true }))
}

/** Shows a video by itself. */
export function openVideo(jobId: string): void {
  useVideos.setState({ view: { kind: 'video', jobId }, active: jobId })
}

export function closeVideo(): void {
  useVideos.setState({ view: { kind: 'list' } })
}

/** Shows the panel at a job: its video where there is one, else its card. */
export function showJob(jobId: string): void {
  showPanel('videos')
  const job = jobTable.get(jobId)
  if (job === undefined || job.status === 'done') {
    openVideo(jobId)
    return
  }
  useVideos.setState({ view: { kind: 'list' }, active: jobId })
  showCard(jobId)
}

/** Shows the beginning of the list, where new work appears. */
export function showListTop(): void {
  if (videos().view.kind !== 'list') closeVideo()
  for (const listener of toTop) listener()
}

const toTop = new Set<() => void>()
const toCard = new Set<(jobId: string) => void>()
// asked for before the list was there to hear it
let wanted: string | null = null

/** Calls the listeners when the list shall show its beginning, or a card; returns their undo. */
export function onListPlace(listeners: {
  readonly top: () => void
  readonly card: (jobId: string) => void
}): () => void {
  toTop.add(listeners.top)
  toCard.add(listeners.card)
  if (wanted !== null) listeners.card(wanted)
  wanted = null
  return () => {
    toTop.delete(listeners.top)
    toCard.delete(listeners.card)
  }
}

function showCard(jobId: string): void {
  if (toCard.size === 0) wanted = jobId
  for (const listener of toCard) listener(jobId)
}
