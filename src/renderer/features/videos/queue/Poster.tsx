import { Play } from 'lucide-react'
import { useEffect } from 'react'
import { hasEnded } from '../../../../shared/job-phase.ts'
import type { VideoFile, VideoJob } from '../../../../shared/video.ts'
import { orientationOf } from '../../../../shared/video-models.ts'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import type { PictureShown } from '../../../components/pictures/pictures.ts'
import { Thumbnail } from '../../../components/pictures/Thumbnail.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { wantPoster } from '../posters/poster-maker.ts'
import { StateIcon } from './JobStateLine.tsx'
import classes from './VideoCard.module.css'

/** Returns how a card shows a poster: whole, with its longer side as the card's height. */
export function posterShown({ id, width, height }: NonNullable<VideoFile['poster']>): PictureShown {
  return { url: mediaUrl(id), width, height, side: 124, whole: true }
}

/** A frame of the video in its proportions, or a placeholder. */
export function Poster({ job }: { job: VideoJob }) {
  const { t } = useTranslation()
  useEffect(() => wantPoster(job), [job])
  const orientation = orientationOf(job.request.model)
  const poster = job.file?.poster ?? null
  const length = job.file?.duration ?? job.request.duration * 1000
  return (
    <span className={classes.poster} aria-hidden="true">
      {poster === null ? (
        <span className={classes.blank} data-orientation={orientation}>
          {job.status === 'done' ? (
            <Play size={18} fill="currentColor" />
          ) : hasEnded(job.status) ? (
            <StateIcon job={job} size={22} />
          ) : (
            t('videos.seconds', { seconds: job.request.duration })
          )}
        </span>
      ) : (
        <span
          className={classes.frame}
          data-wide={(poster.width ?? 1) > (poster.height ?? 1) || undefined}
          style={{ '--ratio': `${poster.width ?? 1} / ${poster.height ?? 1}` }}
        >
          <Thumbnail {...posterShown(poster)} label={t('videos.view')} />
          <span className={classes.length}>{elapsedWords(Math.round(length / 1000) * 1000)}</span>
        </span>
      )}
    </span>
  )
}
