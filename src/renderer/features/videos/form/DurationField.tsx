import { useTranslation } from 'react-i18next'
import { videoDurations } from '../../../../shared/video-models.ts'
import classes from '../../../components/form-column.module.css'
import { Segments } from '../../../components/Segments.tsx'
import { changeForm } from '../form-draft.ts'
import { useVideos } from '../videos-store.ts'

/** How long the video shall be. */
export function DurationField() {
  const { t } = useTranslation()
  const duration = useVideos((state) => state.form.duration)
  return (
    <div>
      <div className={classes.label} aria-hidden="true">
        {t('videos.duration')}
      </div>
      <Segments
        label={t('videos.duration')}
        value={duration}
        options={videoDurations.map((value) => ({ value, words: t('videos.seconds', { seconds: value }) }))}
        onChoose={(value) => changeForm({ duration: value })}
      />
    </div>
  )
}
