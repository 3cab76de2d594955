import i18next from 'i18next'
import { hasEnded } from '../../../../shared/job-phase.ts'
import type { VideoJob, VideoStatus } from '../../../../shared/video.ts'
import { appState } from '../../../platform/app-store.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { showPanel, useNavigation } from '../../../platform/navigation.ts'
import { canShowNotes, showSystemNote } from '../../../platform/system-notes.ts'
import { changeToast, showToast } from '../../../platform/toasts.ts'
import { showJob, showListTop } from '../panel-actions.ts'
import { endedNote } from './ended-note.ts'

/** Returns the outcome of a job in a few words; null while it runs. */
export function endedWords(status: VideoStatus): string | null {
  return hasEnded(status) ? i18next.t(`videos.ended.${status}`) : null
}

/** The order in which several outcomes are listed. */
const endedStates = ['done', 'failed', 'cancelled', 'expired', 'unknown'] as const satisfies readonly VideoStatus[]

/** The videos of the visible toast, and those of the notification since the window was last in front. */
let inToast: { readonly id: string; readonly jobs: readonly VideoJob[] } | null = null
let inNote: readonly VideoJob[] = []
/** Notifications about several videos, by the id of the first. */
const shared = new Set<string>()

/** Announces the end of a video; several that end in a row share an announcement. */
export function tellEnded(job: VideoJob): void {
  if (endedWords(job.status) === null) return
  const how = endedNote({
    hidden: document.hidden,
    focused: document.hasFocus(),
    panelShown: useNavigation.getState().panel === 'videos',
    notifications: appState().settings.videoNotifications && canShowNotes(),
  })
  if (how === 'system') tellBySystem(job)
  else if (how === 'toast') tellByToast(job)
}

/** Starts new announcements, because the window came to the front. */
export function forgetTold(): void {
  inNote = []
}

/** Shows the subject of a notification. */
export function showNoted(id: string): void {
  if (shared.has(id)) showAll()
  else showJob(id)
}

function tellByToast(job: VideoJob): void {
  const tell = (jobs: readonly VideoJob[]) => {
    const run = () => (jobs.length === 1 ? showJob(job.id) : showAll())
    return [endedText(jobs), { label: i18next.t('videos.endedShow'), run }] as const
  }
  const jobs = [...(inToast?.jobs ?? []).filter(({ id }) => id !== job.id), job]
  if (inToast !== null && changeToast(inToast.id, ...tell(jobs))) inToast = { ...inToast, jobs }
  else inToast = { id: showToast(...tell([job])), jobs: [job] }
}

function tellBySystem(job: VideoJob): void {
  inNote = [...inNote.filter(({ id }) => id !== job.id), job]
  const id = inNote[0]?.id ?? job.id
  const title = (inNote.length === 1 ? endedWords(job.status) : endedText(inNote)) ?? ''
  if (inNote.length > 1) shared.add(id)
  void showSystemNote({ owner: 'videos', id, title, body: promptTitle(job.request.prompt, 160) })
}

function showAll(): void {
  showPanel('videos')
  showListTop()
}

/** Returns how videos ended: one by its prompt, several by their number. */
function endedText(jobs: readonly VideoJob[]): string {
  const [job, ...others] = jobs
  if (job !== undefined && others.length === 0)
    return i18next.t('videos.endedNote', { state: endedWords(job.status), title: promptTitle(job.request.prompt) })
  return endedStates
    .map((state) => ({ state, count: jobs.filter(({ status }) => status === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ count, state }) => i18next.t(`videos.endedMany.${state}`, { count }))
    .reduce((first, second) => i18next.t('videos.endedBoth', { first, second }))
}
