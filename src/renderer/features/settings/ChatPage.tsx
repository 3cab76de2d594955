import { Switch } from '@mantine/core'
import { settingsTable } from '../../../shared/settings-table.ts'
import { Choice } from '../../components/forms/Choice.tsx'
import { saveSettings, useApp, useModKey } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { DefaultModelSetting } from './DefaultModelSetting.tsx'
import { NumberSetting } from './NumberSetting.tsx'
import { SettingRow } from './SettingRow.tsx'
import { TitleSetting } from './TitleSetting.tsx'
import { VoiceRows } from './VoiceRows.tsx'

export function ChatPage() {
  const { t } = useTranslation()
  const mod = useModKey()
  const settings = useApp((state) => state.settings)
  return (
    <>
      <DefaultModelSetting />
      <SettingRow label={t('settings.sendWith')} hint={t('settings.sendWithHint')}>
        <Choice
          label={t('settings.sendWith')}
          value={settings.sendWith}
          options={settingsTable.sendWith.options.map(({ value, words }) => ({ value, words: t(words, { mod }) }))}
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
      <SettingRow label={t('settings.answerLines')} hint={t('settings.answerLinesHint')}>
        <Switch
          aria-label={t('settings.answerLines')}
          checked={settings.answerLines}
          onChange={(event) => void saveSettings({ answerLines: event.currentTarget.checked })}
        />
      </SettingRow>
      <NumberSetting name="stallSeconds" />
      <VoiceRows />
      <TitleSetting />
    </>
  )
}
