import { Popover } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { ModelList } from '../../../components/model-picker/ModelList.tsx'
import { modelWords, openModels } from '../../../components/model-picker/model-words.ts'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { fittedPopup } from '../../../platform/theme/fitted-popup.ts'
import { takeHeld } from '../intake/take-files.ts'
import { useTranscriptionTarget } from '../target.ts'
import { changeForm, useTranscription } from '../transcription-store.ts'
import classes from './Form.module.css'
import { LanguageField } from './LanguageField.tsx'

/** Options for the next recordings. */
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
        placeholder={t('transcription.promptExample')}
        title={t('transcription.promptHint')}
        maxLength={4000}
        value={prompt}
        onChange={(event) => changeForm({ prompt: event.currentTarget.value })}
      />
    </fieldset>
  )
}

/** Model and connection for the transcription. */
function ModelField() {
  const { t } = useTranslation()
  const opened = useTranscription((state) => state.pickerOpen)
  const several = useApp((state) => state.connections.connections.length > 1)
  const { connection, model } = useTranscriptionTarget()
  const close = () => useTranscription.setState({ pickerOpen: false })
  const name = modelWords(t, { connection, model })
  const of = several && connection !== null ? ` · ${connection.name}` : ''
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-start"
      width={340}
      middlewares={fittedPopup(0)}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          kind="plain"
          className={classes.select}
          aria-haspopup="dialog"
          aria-label={`${t('transcription.model')}: ${name}${of}`}
          title={`${name}${of}`}
          onClick={() => openModels({ connection, model }, () => useTranscription.setState({ pickerOpen: !opened }))}
        >
          <b>{name}</b>
          {of === '' ? null : <span>{of}</span>}
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t('models.pick')}>
        <ModelList
          connection={connection}
          model={model}
          kind="audio"
          onChoose={(connectionId, chosen) => {
            close()
            changeForm({ connectionId, model: chosen })
            takeHeld()
          }}
          onClose={close}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
