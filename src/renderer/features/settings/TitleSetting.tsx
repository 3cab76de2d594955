import { useEffect, useState } from 'react'
import type { TitleChoice } from '../../../shared/titles.ts'
import { Choice } from '../../components/forms/Choice.tsx'
import { ModelSelect } from '../../components/model-picker/ModelSelect.tsx'
import { useApp } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useLoadedModels } from '../../platform/models-store.ts'
import { whenAnswered } from '../../platform/when-answered.ts'
import { SettingRow } from './SettingRow.tsx'

/** A choice of what names new chats. */
export function TitleSetting() {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<TitleChoice | null>(null)
  useEffect(
    () =>
      whenAnswered(call('titles.choice', {}), (answer) => {
        if (answer.ok) setChoice(answer.value)
      }),
    [],
  )
  if (choice === null) return null
  const choose = (next: TitleChoice) => {
    setChoice(next)
    void call('titles.choose', { choice: next })
  }
  return (
    <>
      <SettingRow label={t('titles.label')} hint={t('titles.hint')}>
        <Choice
          label={t('titles.label')}
          value={choice.by}
          options={(['line', 'own', 'chosen'] as const).map((value) => ({ value, words: t(`titles.by.${value}`) }))}
          onChoose={(by) => choose({ ...choice, by })}
        />
      </SettingRow>
      {choice.by === 'chosen' ? <TitleModel choice={choice} onChoose={choose} /> : null}
    </>
  )
}

interface TitleModelProps {
  readonly choice: TitleChoice
  readonly onChoose: (choice: TitleChoice) => void
}

function TitleModel({ choice, onChoose }: TitleModelProps) {
  const { t } = useTranslation()
  const { connections, defaultId } = useApp((state) => state.connections)
  const wanted = choice.target?.connectionId ?? defaultId
  const connection = connections.find(({ id }) => id === wanted) ?? connections[0] ?? null
  useLoadedModels(connection?.id ?? null)
  return (
    <SettingRow label={t('titles.model')} hint={choice.target === null ? t('titles.modelHint') : t('titles.modelCost')}>
      <ModelSelect
        label={t('titles.model')}
        connection={connection}
        model={choice.target?.model ?? ''}
        kind="chat"
        onChoose={(connectionId, model) => onChoose({ by: 'chosen', target: { connectionId, model } })}
      />
    </SettingRow>
  )
}
