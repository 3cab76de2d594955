import { useTranslation } from 'react-i18next'
import type { Orientation } from '../../../../shared/video-models.ts'
import classes from '../../../components/forms/form-column.module.css'
import { Segments } from '../../../components/forms/Segments.tsx'
import { chosenOrientation } from '../form.ts'
import { changeForm } from '../form-draft.ts'
import { useVideoTarget } from '../target.ts'
import { useVideos } from '../videos-store.ts'

const orientations = ['portrait', 'landscape'] as const satisfies readonly Orientation[]

/** Upright or wide; what the catalogue does not have of the model cannot be chosen. */
export function OrientationField() {
  const { t } = useTranslation()
  const landscape = useVideos((state) => state.form.landscape)
  const { base, model } = useVideoTarget()
  const missing = orientations.filter((orientation) => model !== null && !model[orientation])
  const reason = t('videos.orientationMissing', { model: base })
  return (
    <div>
      <div className={classes.label} aria-hidden="true">
        {t('videos.orientation')}
      </div>
      <Segments
        label={t('videos.orientation')}
        value={chosenOrientation(landscape, model)}
        options={orientations.map((value) => ({
          value,
          words: t(`videos.${value}`),
          disabled: missing.includes(value) ? reason : undefined,
        }))}
        onChoose={(value) => changeForm({ landscape: value === 'landscape' })}
      />
      {missing.length === 0 ? null : <p className={classes.hint}>{reason}</p>}
    </div>
  )
}
