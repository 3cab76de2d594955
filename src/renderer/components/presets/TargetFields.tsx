import { NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { modelNameMax } from '../../../shared/prompt-limits.ts'
import { useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useLoadedModels, useModels } from '../../platform/models-store.ts'
import { TextField } from '../forms/TextField.tsx'
import classes from './presets.module.css'

/** The connection and model that a preset names; null and empty if it names none. */
export interface PresetTarget {
  readonly connectionId: string | null
  readonly model: string
}

interface TargetFieldsProps extends PresetTarget {
  /** Words for a connection or model that the preset does not name. */
  readonly unnamed: string
  readonly onChange: (target: PresetTarget) => void
}

/** Fields for the connection and the model of an assistant or project. */
export function TargetFields({ connectionId, model, onChange, unnamed }: TargetFieldsProps) {
  const { t } = useTranslation()
  const listId = useId()
  const connections = useApp((state) => state.connections)
  const listed = connectionId ?? connections.defaultId
  useLoadedModels(listed)
  const models = useModels((state) => (listed === null ? undefined : state.catalogues[listed]?.models))
  const isGone = connectionId !== null && connections.connections.every(({ id }) => id !== connectionId)
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={t('assistants.connection')}
        value={connectionId ?? ''}
        data={[
          { value: '', label: unnamed },
          ...connections.connections.map(({ id, name: label }) => ({ value: id, label: label === '' ? id : label })),
          ...(isGone ? [{ value: connectionId, label: t('assistants.goneConnection') }] : []),
        ]}
        onChange={(event) => onChange({ connectionId: event.currentTarget.value || null, model })}
      />
      <TextField
        label={t('assistants.model')}
        placeholder={unnamed}
        list={listId}
        spellCheck={false}
        maxLength={modelNameMax}
        value={model}
        onText={(text) => onChange({ connectionId, model: text })}
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
  )
}
