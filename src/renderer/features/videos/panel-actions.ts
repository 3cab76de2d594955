import { showPanel } from '../../platform/navigation.ts'
import { jobTable } from './job-table.ts'
import { useVideos, videos } from './videos-store.ts'

/** Focuses the prompt; opens a collapsed form. */
export function focusPrompt(): void {
  useVideos.setState((state) => ({ promptFocus: state.promptFocus + 1, formShown: true }))
}

/** Opens a video in the detail view. */
export function openVideo(jobId: string): void {
  useVideos.setState({ view: { kind: 'video', jobId }, active: jobId })
}

/** Opens the storyboards in place of the list. */
export function openStoryboards(): void {
  showPanel('videos')
  useVideos.setState({ view: { kind: 'storyboard' } })
}

export function closeVideo(): void {
  useVideos.setState({ view: { kind: 'list' } })
}

/** Shows the panel at a job: its video if there is one, else its card. */
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

/** Scrolls the list to its beginning, where new jobs appear. */
export function showListTop(): void {
  if (videos().view.kind !== 'list') closeVideo()
  for (const listener of toTop) listener()
}

const toTop = new Set<() => void>()
const toCard = new Set<(jobId: string) => void>()
// requested before the list was mounted
let wanted: string | null = null

/** Calls the listeners when the list must scroll to its beginning or to a card; returns their undo. */
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
