import type { VideoJob } from '../../../../shared/video.ts'
import { ProgressBar } from '../../../components/jobs/ProgressBar.tsx'
import { percentOf, sizeWords } from '../../../components/words/figure-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import classes from './VideoCard.module.css'

/** Progress of a download. */
export function DownloadBar({ job }: { job: VideoJob }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const received = sizeWords(language, job.received)
  const words =
    job.total === null
      ? t('videos.downloadUnknown', { received })
      : t('videos.download', { received, total: sizeWords(language, job.total) })
  return (
    <div className={classes.download}>
      <ProgressBar
        label={t('videos.downloadProgress', { title: promptTitle(job.request.prompt, 40) })}
        percent={job.total === null ? null : percentOf(job.received, job.total)}
      />
      <span>{words}</span>
    </div>
  )
}
