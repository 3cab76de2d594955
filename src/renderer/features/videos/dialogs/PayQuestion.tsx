import type { VideoJob } from '../../../../shared/video.ts'
import { baseOf } from '../../../../shared/video-models.ts'
import { PayDialog } from '../../../components/dialog/PayDialog.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { resubmit } from '../job-actions.ts'
import { submitVideos } from '../submit.ts'
import { useCostOfVideos } from '../video-cost.ts'
import { useVideos } from '../videos-store.ts'

function close(): void {
  useVideos.setState({ question: null })
}

/** Asks before a video is made again. */
export function ResubmitQuestion({ job }: { job: VideoJob }) {
  const { t } = useTranslation()
  const { model, prompt } = job.request
  const cost = useCostOfVideos(job.request)
  return (
    <PayDialog
      title={t('videos.payTitle', { count: 1 })}
      model={baseOf(model)}
      cost={cost}
      prompt={prompt}
      confirm={t('videos.submit')}
      onClose={close}
      onAgreed={() => void resubmit(job)}
    />
  )
}

/** Asks before many videos without a known price are submitted. */
export function ManyQuestion({ base, count }: { readonly base: string; readonly count: number }) {
  const { t } = useTranslation()
  return (
    <PayDialog
      title={t('videos.payTitle', { count })}
      model={base}
      cost={null}
      prompt={null}
      confirm={count === 1 ? t('videos.submit') : t('videos.submitMany', { number: count })}
      onClose={close}
      onAgreed={() => void submitVideos(true)}
    />
  )
}
