import { useTranslation } from 'react-i18next'
import { changeForm, useTranscription } from '../transcription-store.ts'
import classes from './Form.module.css'
import { LanguageField } from './LanguageField.tsx'
import { ModelField } from './ModelField.tsx'

/** How the next recordings are transcribed. */
export function FormStrip() {
  const { t } = useTranslation()
  const prompt = useTranscription((state) => state.form.prompt)
  return (
    <fieldset className={classes.strip} aria-label={t('transcription.how')}>
      <div className={classes.pair}>
        <ModelField />
        <LanguageField />
      </div>
      <textarea
        autoComplete="off"
        className={classes.prompt}
        rows={1}
        aria-label={t('transcription.prompt')}
        placeholder={t('transcription.prompt')}
        title={t('transcription.promptHint')}
        maxLength={4000}
        value={prompt}
        onChange={(event) => changeForm({ prompt: event.currentTarget.value })}
      />
    </fieldset>
  )
}
