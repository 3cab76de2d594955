import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { takeHeld } from '../intake/take-files.ts'
import { useTranscriptionTarget } from '../target.ts'
import { changeForm, useTranscription } from '../transcription-store.ts'
import { WatchButton } from '../watch/WatchCard.tsx'
import classes from './Form.module.css'
import { LanguageField } from './LanguageField.tsx'
import { useTakesPrompt } from './use-takes-prompt.ts'

/** Options for the next recordings. */
export function FormStrip() {
  const { t } = useTranslation()
  const prompt = useTranscription((state) => state.form.prompt)
  const takesPrompt = useTakesPrompt()
  return (
    <fieldset className={classes.strip} aria-label={t('transcription.how')}>
      <div className={classes.pair}>
        <ModelField />
        <LanguageField />
      </div>
      <textarea
        dir="auto"
        autoComplete="off"
        className={classes.prompt}
        rows={1}
        aria-label={t('transcription.prompt')}
        disabled={!takesPrompt}
        placeholder={takesPrompt ? t('transcription.promptExample') : t('transcription.promptRefused')}
        title={t('transcription.promptHint')}
        maxLength={4000}
        // it stays for the next model
        value={takesPrompt ? prompt : ''}
        onChange={(event) => changeForm({ prompt: event.currentTarget.value })}
      />
      <WatchButton />
    </fieldset>
  )
}

/** Model and connection for the transcription. */
function ModelField() {
  const { t } = useTranslation()
  const opened = useTranscription((state) => state.pickerOpen)
  const { connection, model } = useTranscriptionTarget()
  return (
    <ModelSelect
      className={classes.select}
      label={t('transcription.model')}
      opened={opened}
      onOpened={(pickerOpen) => useTranscription.setState({ pickerOpen })}
      connection={connection}
      model={model}
      kind="audio"
      onChoose={(connectionId, chosen) => {
        changeForm({ connectionId, model: chosen })
        takeHeld()
      }}
    />
  )
}
