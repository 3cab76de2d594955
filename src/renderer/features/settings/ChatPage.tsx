import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../components/forms/Choice.tsx'
import { saveSettings, useApp, useModKey } from '../../platform/app-store.ts'
import { NumberSetting } from './NumberSetting.tsx'
import { SettingRow } from './SettingRow.tsx'

export function ChatPage() {
  const { t } = useTranslation()
  const mod = useModKey()
  const settings = useApp((state) => state.settings)
  return (
    <>
      <SettingRow label={t('settings.sendWith')} hint={t('settings.sendWithHint')}>
        <Choice
          label={t('settings.sendWith')}
          value={settings.sendWith}
          options={[
            { value: 'enter', words: t('settings.sendEnter') },
            { value: 'mod-enter', words: t('settings.sendMod', { mod }) },
          ]}
          onChoose={(sendWith) => void saveSettings({ sendWith })}
        />
      </SettingRow>
      <SettingRow label={t('settings.stream')} hint={t('settings.streamHint')}>
        <Switch
          aria-label={t('settings.stream')}
          checked={settings.stream}
          onChange={(event) => void saveSettings({ stream: event.currentTarget.checked })}
        />
      </SettingRow>
      <NumberSetting
        label={t('settings.stall')}
        hint={t('settings.stallHint')}
        value={settings.stallSeconds}
        min={5}
        max={600}
        step={5}
        onChange={(stallSeconds) => void saveSettings({ stallSeconds })}
      />
    </>
  )
}
