import { useTranslation } from 'react-i18next'
import classes from '../../../components/form-column.module.css'
import { Segments } from '../../../components/Segments.tsx'
import { changeForm } from '../form-draft.ts'
import { useStudio } from '../studio-store.ts'

/** How carefully the image is made; "Auto" leaves it to the gateway. */
export function QualityField() {
  const { t } = useTranslation()
  const quality = useStudio((state) => state.form.quality)
  return (
    <div className={classes.grow}>
      <div className={classes.label} aria-hidden="true">
        {t('images.quality')}
      </div>
      <Segments
        label={t('images.quality')}
        value={quality ?? 'auto'}
        options={[
          { value: 'auto', words: t('images.auto') },
          { value: 'standard', words: t('images.standard') },
          { value: 'hd', words: t('images.hd') },
        ]}
        onChoose={(value) => changeForm({ type: 'changed', change: { quality: value === 'auto' ? null : value } })}
      />
    </div>
  )
}
