import { settingsTable } from '../../../shared/settings-table.ts'
import { Choice } from '../../components/forms/Choice.tsx'
import { saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { NumberSetting } from './NumberSetting.tsx'
import { SettingRow } from './SettingRow.tsx'

export function TranscriptionPage() {
  const { t } = useTranslation()
  const settings = useApp((state) => state.settings)
  // the browser shell has no file paths to refer to
  const upload = useApp((state) => state.info.shell === 'browser')
  return (
    <>
      <NumberSetting name="transcriptionsAtOnce" />
      <NumberSetting name="pieceMegabytes" />
      <SettingRow
        label={t('settings.recordings')}
        hint={t(upload ? 'settings.recordingsUpload' : 'settings.recordingsHint')}
      >
        {upload ? null : (
          <Choice
            label={t('settings.recordings')}
            value={settings.recordingFiles}
            options={settingsTable.recordingFiles.options.map(({ value, words }) => ({ value, words: t(words) }))}
            onChoose={(chosen) => void saveSettings({ recordingFiles: chosen })}
          />
        )}
      </SettingRow>
    </>
  )
}
