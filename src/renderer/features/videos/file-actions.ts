import i18next from 'i18next'
import type { NamedMedia } from '../../../shared/image.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import { staysSelecting, without } from '../../components/lists/selection.ts'
import { archiveName, finishSaving } from '../../components/pictures/hand-out.ts'
import { call } from '../../platform/bridge/client.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { showToast } from '../../platform/toasts.ts'
import { noFilter } from './filter.ts'
import { jobTable } from './job-table.ts'
import { lastRemoval } from './last-removal.ts'
import { listReader } from './list-actions.ts'
import { closeVideo, openVideo } from './panel-actions.ts'
import { useVideos, videos } from './videos-store.ts'

// limit of one call
const idsMax = 20_000

/** Resolves to the file name of a finished video; null, with an error shown, if it has none. */
export async function videoFileName(jobId: string): Promise<NamedMedia | null> {
  const answer = await call('videos.names', { jobIds: [jobId] })
  if (answer.ok) return answer.value[0] ?? null
  tellError(answer.error)
  return null
}

/** Saves a video as a file. */
export async function saveVideo(jobId: string): Promise<void> {
  const named = await videoFileName(jobId)
  if (named === null) return
  const answer = await call('media.save', named)
  if (answer.ok) finishSaving(answer.value)
  else tellError(answer.error)
}

/** Resolves to the jobs that have a video. */
export async function finished(jobIds: readonly string[]): Promise<readonly string[]> {
  const answer = await call('videos.ids', { filter: { ...noFilter, group: 'done' } })
  if (!answer.ok) {
    tellError(answer.error)
    return []
  }
  const done = new Set(answer.value)
  return jobIds.filter((id) => done.has(id))
}

/** Saves many videos as one ZIP; jobs without a video are left out. */
export async function saveArchive(jobIds: readonly string[]): Promise<void> {
  const done = (await finished(jobIds)).slice(0, idsMax)
  if (done.length === 0) {
    showToast(i18next.t('videos.nothingToSave'))
    return
  }
  const names = await call('videos.names', { jobIds: done })
  if (!names.ok) return tellError(names.error)
  const answer = await call('media.saveArchive', { items: [...names.value], name: archiveName() })
  if (answer.ok) finishSaving(answer.value)
  else tellError(answer.error)
}

/** Sets or removes the favourite mark. */
export async function setFavourite(jobIds: readonly string[], favourite: boolean): Promise<void> {
  if (jobIds.length === 0) return
  const answer = await call('videos.setFavourite', { jobIds: jobIds.slice(0, idsMax), favourite })
  if (!answer.ok) tellError(answer.error)
}

/** Toggles the favourite mark; removes it if every known video has it. */
export async function favouriteAll(jobIds: readonly string[]): Promise<void> {
  await setFavourite(jobIds, !jobIds.every((id) => jobTable.get(id)?.favourite ?? false))
}

/** Resolves to the ids of running jobs, which cannot be deleted. */
async function running(): Promise<ReadonlySet<string>> {
  const answers = await Promise.all(
    (['waiting', 'running'] as const).map((group) => call('videos.ids', { filter: { ...noFilter, group } })),
  )
  return new Set(answers.flatMap((answer) => (answer.ok ? answer.value : [])))
}

/** Deletes ended videos and offers undo; running ones stay. */
export async function deleteVideos(jobIds: readonly string[]): Promise<boolean> {
  if (jobIds.length === 0) return false
  const known = jobIds.every((id) => hasEnded(jobTable.get(id)?.status ?? 'queued'))
  const onTheirWay = known ? new Set<string>() : await running()
  const ids = jobIds.filter((id) => !onTheirWay.has(id)).slice(0, idsMax)
  if (ids.length === 0) {
    showToast(i18next.t('videos.deleteRunning'))
    return false
  }
  const answer = await call('videos.delete', { jobIds: ids })
  if (!answer.ok) {
    tellError(answer.error)
    return false
  }
  useVideos.setState((state) => {
    const selection = without(state.selection, ids)
    return { selection, selecting: staysSelecting(state, selection) }
  })
  const words = ids.length < jobIds.length ? 'videos.deleteSome' : 'videos.deleted'
  lastRemoval.tell(i18next.t(words, { count: ids.length }), async () => {
    const restored = await call('videos.restore', { jobIds: ids })
    if (!restored.ok) tellError(restored.error)
  })
  return true
}

/** Undoes the last deletion while its message is visible; false without one. */
export function undoDeletion(): boolean {
  return lastRemoval.undo()
}

/** Opens another video of the list; a job without a video shows its state. */
export async function stepTo(jobId: string, step: number): Promise<void> {
  const next = await listReader.neighbourOf(jobId, step)
  const { view } = videos()
  if (next !== null && view.kind === 'video' && view.jobId === jobId) openVideo(next.id)
}

/** Deletes the shown video and shows the next one. */
export async function deleteShown(jobId: string): Promise<void> {
  const next = (await listReader.neighbourOf(jobId, 1)) ?? (await listReader.neighbourOf(jobId, -1))
  if (!(await deleteVideos([jobId]))) return
  if (next === null) closeVideo()
  else openVideo(next.id)
}
