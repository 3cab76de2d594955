import type { VideoJob } from '../../../../shared/video.ts'
import { rereadKeptAnswers } from '../../../components/KeptNote.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { showConnection } from '../../../platform/navigation.ts'
import { deleteVideos, saveVideo } from '../file-actions.ts'
import { copyAndTell, copyDetails, copyPrompt, moveJob, putBack, refetchJob } from '../job-actions.ts'
import { useVideos } from '../videos-store.ts'
import type { VideoStep } from './video-card.ts'

/** Runs an action on a job; asks first if it may cost money or cannot be undone. */
export function runChoice(choice: VideoStep, job: VideoJob): void {
  switch (choice) {
    case 'cancel':
      useVideos.setState({ question: { kind: 'cancel', jobId: job.id } })
      return
    case 'sendAgain':
      useVideos.setState({ question: { kind: 'sendAgain', jobId: job.id } })
      return
    case 'askNow':
    case 'askAgain':
    case 'fetchAgain':
      void refetchJob(job.id)
      return
    case 'readAgain':
      void rereadKeptAnswers('video', job.id)
      return
    case 'tryAgain':
    case 'resubmit':
      useVideos.setState({ question: { kind: 'resubmit', jobId: job.id } })
      return
    case 'edit':
      putBack(job)
      return
    case 'openConnection':
      showConnection(job.request.connectionId)
      return
    case 'chooseModel':
      putBack(job)
      useVideos.setState({ pickerOpen: true })
      return
    case 'copyLink':
      if (job.link !== null) void copyAndTell(job.link)
      return
    case 'openDataFolder':
      void call('app.openDataFolder', {})
      return
    case 'save':
      void saveVideo(job.id)
      return
    case 'moveTop':
      void moveJob(job.id, 'top')
      return
    case 'moveUp':
      void moveJob(job.id, 'up')
      return
    case 'moveDown':
      void moveJob(job.id, 'down')
      return
    case 'copyPrompt':
      void copyPrompt(job)
      return
    case 'copyDetails':
      void copyDetails(job)
      return
    case 'delete':
      void deleteVideos([job.id])
      return
    default:
      choice satisfies never
  }
}
