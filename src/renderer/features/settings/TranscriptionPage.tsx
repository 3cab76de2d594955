import { useTranslation } from 'react-i18next'
import { Choice } from '../../components/forms/Choice.tsx'
import { saveSettings, useApp } from '../../platform/app-store.ts'
import { recordingFiles } from './choices.ts'
import { NumberSetting } from './NumberSetting.tsx'
import { SettingRow } from './SettingRow.tsx'

export function TranscriptionPage() {
  const { t } = useTranslation()
  const settings = useApp((state) => state.settings)
  // in the browser's shell there is no path to refer to
  const upload = useApp((state) => state.info.shell === 'browser')
  return (
    <>
      <NumberSetting
        label={t('settings.transcriptionsAtOnce')}
        hint={t('settings.transcriptionsAtOnceHint')}
        value={settings.transcriptionsAtOnce}
        min={1}
        max={8}
        onChange={(transcriptionsAtOnce) => void saveSettings({ transcriptionsAtOnce })}
      />
      <NumberSetting
        label={t('settings.piece')}
        hint={t('settings.pieceHint')}
        value={settings.pieceMegabytes}
        min={1}
        max={200}
        onChange={(pieceMegabytes) => void saveSettings({ pieceMegabytes })}
      />
      <SettingRow
        label={t('settings.recordings')}
        hint={t(upload ? 'settings.recordingsUpload' : 'settings.recordingsHint')}
      >
        {upload ? null : (
          <Choice
            label={t('settings.recordings')}
            value={settings.recordingFiles}
            options={recordingFiles.map(({ value, label }) => ({ value, words: t(label) }))}
            onChoose={(chosen) => void saveSettings({ recordingFiles: chosen })}
          />
        )}
      </SettingRow>
    </>
  )
}
