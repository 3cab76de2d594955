import { Textarea } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import type { Assistant } from '../../../../shared/assistants.ts'
import { assistantDescriptionMax, assistantNameMax, assistantSignMax } from '../../../../shared/prompt-limits.ts'
import { readPrompt } from '../../../../shared/prompt-text.ts'
import { Button } from '../../../components/Button.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import pages from '../../../components/lists/side-pages.module.css'
import { PresetMeans } from '../../../components/presets/PresetMeans.tsx'
import { PresetParameters } from '../../../components/presets/PresetParameters.tsx'
import presets from '../../../components/presets/presets.module.css'
import { TargetFields } from '../../../components/presets/TargetFields.tsx'
import { PromptPreview } from '../../../components/prompts/PromptPreview.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'

interface AssistantFormProps {
  readonly assistant: Assistant
  readonly onSave: (assistant: Assistant) => Promise<boolean>
  readonly onCancel: () => void
}

/** A form to edit an assistant. */
export function AssistantForm({ assistant: first, onSave, onCancel }: AssistantFormProps) {
  const { t } = useTranslation()
  const [assistant, setAssistant] = useState(first)
  const { connectionId, description, model, name, parameters, sign } = assistant
  const change = (patch: Partial<Assistant>) => setAssistant((before) => ({ ...before, ...patch }))
  const set = (patch: Partial<Assistant['parameters']>) =>
    setAssistant((before) => ({ ...before, parameters: { ...before.parameters, ...patch } }))
  const shown = useDeferredValue(parameters.system)
  const mayKeep = name.trim() !== '' && sign.trim() !== ''
  return (
    <Form
      aria-label={first.name === '' ? t('assistants.new') : t('assistants.editOf', { title: first.name })}
      className={layout.stack}
      isReady={mayKeep}
      onSend={() => void onSave({ ...assistant, name: name.trim(), sign: sign.trim() })}
    >
      <div className={presets.pair}>
        <TextField
          label={t('assistants.sign')}
          placeholder={t('assistants.signHint')}
          maxLength={assistantSignMax}
          value={sign}
          onText={(sign) => change({ sign })}
        />
        <TextField
          label={t('assistants.name')}
          autoFocus
          maxLength={assistantNameMax}
          value={name}
          onText={(name) => change({ name })}
        />
      </div>
      <TextField
        label={t('assistants.description')}
        maxLength={assistantDescriptionMax}
        value={description}
        onText={(description) => change({ description })}
      />
      <Textarea
        label={t('assistants.system')}
        description={t('assistants.systemHint')}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={20_000}
        value={parameters.system}
        onChange={(event) => set({ system: event.currentTarget.value })}
      />
      {readPrompt(shown).pieces.some(({ kind }) => kind !== 'text') ? <PromptPreview text={shown} /> : null}
      <TargetFields connectionId={connectionId} model={model} unnamed={t('assistants.anyModel')} onChange={change} />
      <PresetParameters
        parameters={parameters}
        onEdit={(edit) => setAssistant((before) => ({ ...before, parameters: edit(before.parameters) }))}
      />
      <PresetMeans parameters={parameters} onChange={(changed) => change({ parameters: changed })} />
      <p className={pages.hint}>{t('assistants.filesHint')}</p>
      <div className={pages.actions}>
        <Button kind="primary" size="small" type="submit" disabled={!mayKeep}>
          {t('prompts.save')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </Form>
  )
}
