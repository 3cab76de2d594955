import { NativeSelect, Textarea } from '@mantine/core'
import { useDeferredValue, useId, useState } from 'react'
import type { Assistant } from '../../../../shared/assistants.ts'
import { assistantDescriptionMax, assistantNameMax, assistantSignMax } from '../../../../shared/prompt-limits.ts'
import { readPrompt } from '../../../../shared/prompt-text.ts'
import { Button } from '../../../components/Button.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { EffortField, ParameterField } from '../../../components/forms/ParameterField.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import pages from '../../../components/lists/side-pages.module.css'
import { PromptPreview } from '../../../components/prompts/PromptPreview.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useLoadedModels, useModels } from '../../../platform/models-store.ts'
import classes from '../prompts/Prompts.module.css'
import { AssistantMeans } from './AssistantMeans.tsx'

interface AssistantFormProps {
  readonly assistant: Assistant
  readonly onSave: (assistant: Assistant) => Promise<boolean>
  readonly onCancel: () => void
}

/** A form to edit an assistant. */
export function AssistantForm({ assistant: first, onSave, onCancel }: AssistantFormProps) {
  const { t } = useTranslation()
  const listId = useId()
  const [assistant, setAssistant] = useState(first)
  const connections = useApp((state) => state.connections)
  const listed = assistant.connectionId ?? connections.defaultId
  useLoadedModels(listed)
  const models = useModels((state) => (listed === null ? undefined : state.catalogues[listed]?.models))
  const { connectionId, description, model, name, parameters, sign } = assistant
  const change = (patch: Partial<Assistant>) => setAssistant((before) => ({ ...before, ...patch }))
  const set = (patch: Partial<Assistant['parameters']>) =>
    setAssistant((before) => ({ ...before, parameters: { ...before.parameters, ...patch } }))
  const shown = useDeferredValue(parameters.system)
  const mayKeep = name.trim() !== '' && sign.trim() !== ''
  const isGone = connectionId !== null && connections.connections.every(({ id }) => id !== connectionId)
  return (
    <Form
      aria-label={first.name === '' ? t('assistants.new') : t('assistants.editOf', { title: first.name })}
      className={layout.stack}
      isReady={mayKeep}
      onSend={() => void onSave({ ...assistant, name: name.trim(), sign: sign.trim() })}
    >
      <div className={classes.pair}>
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
      <div className={classes.pair}>
        <NativeSelect
          label={t('assistants.connection')}
          value={connectionId ?? ''}
          data={[
            { value: '', label: t('assistants.anyConnection') },
            ...connections.connections.map(({ id, name: label }) => ({ value: id, label: label === '' ? id : label })),
            ...(isGone ? [{ value: connectionId, label: t('assistants.goneConnection') }] : []),
          ]}
          onChange={(event) => change({ connectionId: event.currentTarget.value || null })}
        />
        <TextField
          label={t('assistants.model')}
          placeholder={t('assistants.anyModel')}
          list={listId}
          spellCheck={false}
          maxLength={300}
          value={model}
          onText={(model) => change({ model })}
        />
        <datalist id={listId}>
          {(models ?? [])
            .filter(({ kind }) => kind === 'chat')
            .slice(0, 500)
            .map(({ id }) => (
              <option key={id} value={id} />
            ))}
        </datalist>
      </div>
      <div className={classes.pair}>
        <ParameterField
          name="temperature"
          start={parameters.temperature}
          onChange={(temperature) => set({ temperature })}
        />
        <ParameterField name="maxTokens" start={parameters.maxTokens} onChange={(maxTokens) => set({ maxTokens })} />
        <EffortField parameters={parameters} onChange={(changed) => change({ parameters: changed })} />
      </div>
      <AssistantMeans parameters={parameters} onChange={(changed) => change({ parameters: changed })} />
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
