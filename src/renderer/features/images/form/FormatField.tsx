import { useTranslation } from 'react-i18next'
import classes from '../../../components/forms/form-column.module.css'
import { Segments } from '../../../components/forms/Segments.tsx'
import { changeForm } from '../form-draft.ts'
import { useStudio } from '../studio-store.ts'

/** How the gateway hands the image over: rarely of interest, so folded away. */
export function FormatField() {
  const { t } = useTranslation()
  const format = useStudio((state) => state.form.responseFormat)
  return (
    <details className={classes.more} open={format !== null || undefined}>
      <summary>{t('images.more')}</summary>
      <div className={classes.label} aria-hidden="true">
        {t('images.format')}
      </div>
      <Segments
        label={t('images.format')}
        value={format ?? 'auto'}
        options={[
          { value: 'auto', words: t('images.auto') },
          { value: 'url', words: 'url' },
          { value: 'b64_json', words: 'b64_json' },
        ]}
        onChoose={(value) =>
          changeForm({ type: 'changed', change: { responseFormat: value === 'auto' ? null : value } })
        }
      />
      <p className={classes.hint}>{t('images.formatHint')}</p>
    </details>
  )
}
