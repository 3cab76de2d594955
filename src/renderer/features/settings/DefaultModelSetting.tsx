import { useState } from 'react'
import { defaultTarget } from '../../../shared/default-model.ts'
import { isRefused } from '../../../shared/refused-models.ts'
import { Choice } from '../../components/forms/Choice.tsx'
import { ModelSelect } from '../../components/model-picker/ModelSelect.tsx'
import { saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useLoadedModels } from '../../platform/models-store.ts'
import { SettingRow } from './SettingRow.tsx'

/** The model of new chats: that of the last chat, or a chosen one. */
export function DefaultModelSetting() {
  const { t } = useTranslation()
  const settings = useApp((state) => state.settings)
  const target = defaultTarget(settings)
  const [isChoosing, setIsChoosing] = useState(false)
  const isChosen = target !== null || isChoosing
  const choose = (by: 'last' | 'chosen') => {
    setIsChoosing(by === 'chosen')
    if (by === 'last') void saveSettings({ defaultModelOf: {} })
  }
  return (
    <>
      <SettingRow label={t('settings.defaultModel')} hint={t('settings.defaultModelHint')}>
        <Choice
          label={t('settings.defaultModel')}
          value={isChosen ? 'chosen' : 'last'}
          options={[
            { value: 'last', words: t('settings.defaultModelLast') },
            { value: 'chosen', words: t('settings.defaultModelChosen') },
          ]}
          onChoose={choose}
        />
      </SettingRow>
      {isChosen ? <ChosenModel /> : null}
    </>
  )
}

function ChosenModel() {
  const { t } = useTranslation()
  const { connections, defaultId } = useApp((state) => state.connections)
  const settings = useApp((state) => state.settings)
  const target = defaultTarget(settings)
  const wanted = target?.connectionId ?? defaultId
  const connection = connections.find(({ id }) => id === wanted) ?? connections[0] ?? null
  const isGone = target !== null && connection?.id !== target.connectionId
  useLoadedModels(connection?.id ?? null)
  const hint = isGone
    ? t('settings.defaultModelGone')
    : target !== null && isRefused(settings.refusedModels, target)
      ? t('settings.defaultModelRefused')
      : target === null
        ? t('settings.defaultModelNone')
        : null
  return (
    <SettingRow label={t('settings.defaultModelName')} hint={hint}>
      <ModelSelect
        label={t('settings.defaultModelName')}
        connection={connection}
        model={isGone ? '' : (target?.model ?? '')}
        kind="chat"
        onChoose={(connectionId, model) => void saveSettings({ defaultModelOf: { [connectionId]: model } })}
      />
    </SettingRow>
  )
}
