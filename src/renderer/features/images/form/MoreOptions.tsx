import { useState } from 'react'
import { pictureTypeNames, pictureTypes } from '../../../../shared/image-kinds.ts'
import { Fold } from '../../../components/Fold.tsx'
import layout from '../../../components/layout.module.css'
import { SegmentsField } from '../../../components/media-form/SegmentsField.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm } from '../form-draft.ts'
import { useStudio } from '../studio-store.ts'
import { useImageTarget } from '../target.ts'
import classes from './MoreOptions.module.css'
import { useModelNotes } from './use-model-notes.ts'

/** Parameters that only some models take. They are sent only if chosen. */
export function MoreOptions() {
  const { t } = useTranslation()
  const isChosen = useStudio(({ form }) => form.background != null || form.format != null)
  // the options stay where they are when the last choice is taken back
  const [wasChosen, setWasChosen] = useState(isChosen)
  if (isChosen && !wasChosen) setWasChosen(true)
  return (
    <Fold title={t('images.moreOptions')} opened={wasChosen}>
      {() => <Options />}
    </Fold>
  )
}

function Options() {
  const { t } = useTranslation()
  const background = useStudio((state) => state.form.background ?? null)
  const format = useStudio((state) => state.form.format ?? null)
  const isChosen = background !== null || format !== null
  const noJpeg = background === null ? undefined : t('images.noJpeg')
  return (
    <div className={classes.options}>
      <SegmentsField
        label={t('images.background')}
        value={background ?? 'auto'}
        options={[
          { value: 'auto', words: t('images.auto') },
          { value: 'transparent', words: t('images.transparent') },
        ]}
        onChoose={(value) =>
          changeForm({
            type: 'changed',
            change:
              value === 'auto'
                ? { background: null }
                : { background: 'transparent', format: format === 'jpeg' ? null : format },
          })
        }
      />
      <SegmentsField
        label={t('images.format')}
        value={format ?? 'auto'}
        options={[
          { value: 'auto', words: t('images.auto') },
          ...pictureTypes.map((type) => ({
            value: type,
            words: pictureTypeNames[type],
            disabled: type === 'jpeg' ? noJpeg : undefined,
          })),
        ]}
        onChoose={(value) => changeForm({ type: 'changed', change: { format: value === 'auto' ? null : value } })}
      />
      {isChosen ? <Refused /> : null}
    </div>
  )
}

/** Note on chosen parameters that the model refused before. */
function Refused() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { model } = useImageTarget()
  const form = useStudio((state) => state.form)
  const refused = useModelNotes()?.refusedParameters ?? []
  const names = [
    ...(form.background != null && refused.includes('background') ? [t('images.background')] : []),
    ...(form.format != null && refused.includes('output_format') ? [t('images.format')] : []),
  ]
  if (names.length === 0) return null
  return (
    <p className={layout.warned}>
      {t('images.optionRefused', { model, names: new Intl.ListFormat(language).format(names) })}
    </p>
  )
}
