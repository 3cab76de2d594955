import { ArrowLeft, Captions, ChevronLeft, ChevronRight, Save, Star } from 'lucide-react'
import { hasEnded } from '../../../../shared/job-phase.ts'
import type { VideoJob } from '../../../../shared/video.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { indexOfItem } from '../../../components/lists/pages.ts'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import classes from '../../../components/pictures/detail-view.module.css'
import { ShowRequestItem } from '../../../components/window/ShowRequest.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { deleteShown, saveVideo, setFavourite, stepTo } from '../file-actions.ts'
import { closeVideo } from '../panel-actions.ts'
import { VideoCollectionItems } from '../queue/VideoCollections.tsx'
import { AddToStoryboard } from '../storyboard/AddToStoryboard.tsx'
import { openVideoSubtitles } from '../subtitles/subtitles-store.ts'
import { useVideos } from '../videos-store.ts'

const icon = { size: 18, strokeWidth: 1.75 } as const

/**
 * Buttons that lead back to the list and to neighbouring videos, and actions on the shown one in the same order as on
 * pictures.
 */
export function ResultBar({ jobId, job }: { jobId: string; job: VideoJob | undefined }) {
  const { t } = useTranslation()
  const index = useVideos((state) => indexOfItem(state.pages, jobId))
  const total = useVideos((state) => state.pages.total ?? 0)
  return (
    <header className={classes.bar}>
      <Button
        kind="icon"
        className={classes.back}
        aria-label={t('videos.back')}
        title={`${t('videos.back')} (${t('shortcuts.escape')})`}
        onClick={closeVideo}
      >
        <ArrowLeft {...icon} />
      </Button>
      <IconButton
        icon={ChevronLeft}
        words={t('videos.previous')}
        size="small"
        title={`${t('videos.previous')} (Page Up)`}
        disabled={index <= 0}
        onClick={() => void stepTo(jobId, -1)}
      />
      <span className={classes.place}>{index < 0 ? '' : t('videos.place', { index: index + 1, total })}</span>
      <IconButton
        icon={ChevronRight}
        words={t('videos.next')}
        size="small"
        title={`${t('videos.next')} (Page Down)`}
        disabled={index < 0 || index >= total - 1}
        onClick={() => void stepTo(jobId, 1)}
      />
      <span className={classes.grow} />
      {job === undefined ? null : <Actions job={job} />}
    </header>
  )
}

function Actions({ job }: { job: VideoJob }) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        kind="icon"
        className={classes.favourite}
        aria-label={t('videos.favourite')}
        aria-pressed={job.favourite}
        title={t('videos.favourite')}
        onClick={() => void setFavourite([job.id], !job.favourite)}
      >
        <Star {...icon} fill={job.favourite ? 'currentColor' : 'none'} />
      </Button>
      {job.file === null ? null : (
        <IconButton icon={Save} words={t('videos.saveAs')} onClick={() => void saveVideo(job.id)} />
      )}
      <MoreMenu width={240}>
        <ShowRequestItem itemId={job.id} />
        {job.file === null ? null : (
          <MenuItem icon={Captions} onPress={() => openVideoSubtitles(job)}>
            {t('subtitles.open')}
          </MenuItem>
        )}
        {job.file === null ? null : <AddToStoryboard jobIds={[job.id]} />}
        {job.file === null ? null : <VideoCollectionItems jobIds={[job.id]} />}
        {hasEnded(job.status) ? (
          <DeleteItem onPress={() => void deleteShown(job.id)}>{t('videos.delete')}</DeleteItem>
        ) : null}
      </MoreMenu>
    </>
  )
}
