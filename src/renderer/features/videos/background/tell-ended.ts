import i18next from 'i18next'
import type { VideoJob, VideoStatus } from '../../../../shared/video.ts'
import { appState } from '../../../platform/app-store.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { useNavigation } from '../../../platform/navigation.ts'
import { showSystemNote } from '../../../platform/system-notes.ts'
import { showToast } from '../../../platform/toasts.ts'
import { showJob } from '../panel-actions.ts'
import { endedNote } from './ended-note.ts'

/** Outcome of a job in a few words; null while it runs. */
export function endedWords(status: VideoStatus): string | null {
  switch (status) {
    case 'done':
    case 'failed':
    case 'cancelled':
    case 'expired':
    case 'unknown':
      return i18next.t(`videos.ended.${status}`)
    case 'queued':
    case 'submitting':
    case 'pending':
    case 'processing':
    case 'downloading':
      return null
    default:
      return status satisfies never
  }
}

/** Announces the end of a video. */
export function tellEnded(job: VideoJob): void {
  const state = endedWords(job.status)
  if (state === null) return
  const how = endedNote({
    hidden: document.hidden,
    focused: document.hasFocus(),
    panelShown: useNavigation.getState().panel === 'videos',
    notifications: appState().settings.videoNotifications,
  })
  if (how === 'system') {
    void showSystemNote({ owner: 'videos', id: job.id, title: state, body: promptTitle(job.request.prompt, 160) })
  } else if (how === 'toast') {
    showToast(i18next.t('videos.endedNote', { state, title: promptTitle(job.request.prompt) }), {
      label: i18next.t('videos.endedShow'),
      run: () => showJob(job.id),
    })
  }
}
