import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { settingsTable } from '../../../shared/settings-table.ts'
import { Choice } from '../../components/forms/Choice.tsx'
import { saveSettings, useApp } from '../../platform/app-store.ts'
import { SettingRow } from './SettingRow.tsx'

export function AppearancePage() {
  const { t } = useTranslation()
  const settings = useApp((state) => state.settings)
  // browsers have their own spelling settings
  const { shell, platform } = useApp((state) => state.info)
  return (
    <>
      <SettingRow label={t('settings.theme')}>
        <Choice
          label={t('settings.theme')}
          value={settings.theme}
          options={settingsTable.theme.options.map(({ value, words }) => ({ value, words: t(words) }))}
          onChoose={(theme) => void saveSettings({ theme })}
        />
      </SettingRow>
      <SettingRow label={t('settings.language')}>
        <Choice
          label={t('settings.language')}
          value={settings.language}
          options={settingsTable.language.options.map(({ value, words, own }) => ({ value, words: own ?? t(words) }))}
          onChoose={(language) => void saveSettings({ language })}
        />
      </SettingRow>
      <SettingRow label={t('settings.textSize')} hint={t('settings.textSizeHint')}>
        <Choice
          label={t('settings.textSize')}
          value={settings.textSize}
          options={settingsTable.textSize.options.map(({ value, words }) => ({ value, words: t(words) }))}
          onChoose={(textSize) => void saveSettings({ textSize })}
        />
      </SettingRow>
      {shell === 'browser' ? null : platform === 'linux' ? (
        <SettingRow label={t('settings.spelling')} hint={t('settings.spellingUnavailable')}>
          {null}
        </SettingRow>
      ) : (
        <SettingRow label={t('settings.spelling')} hint={t('settings.spellingHint')}>
          <Switch
            aria-label={t('settings.spelling')}
            checked={settings.spellCheck}
            onChange={(event) => void saveSettings({ spellCheck: event.currentTarget.checked })}
          />
        </SettingRow>
      )}
    </>
  )
}
