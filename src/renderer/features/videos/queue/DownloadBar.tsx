import type { VideoJob } from '../../../../shared/video.ts'
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
      <progress
        aria-label={t('videos.downloadProgress', { title: promptTitle(job.request.prompt, 40) })}
        max={100}
        value={job.total === null ? undefined : percentOf(job.received, job.total)}
      />
      <span>{words}</span>
    </div>
  )
}
