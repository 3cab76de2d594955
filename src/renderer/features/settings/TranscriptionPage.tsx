import { useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { SettingRow } from './SettingRow.tsx'
import { TableSetting } from './TableSetting.tsx'

export function TranscriptionPage() {
  const { t } = useTranslation()
  // the browser shell has no file paths to refer to
  const upload = useApp((state) => state.info.shell === 'browser')
  return (
    <>
      <TableSetting name="transcriptionsAtOnce" />
      <TableSetting name="pieceMegabytes" />
      {upload ? (
        <SettingRow label={t('settings.recordings')} hint={t('settings.recordingsUpload')}>
          {null}
        </SettingRow>
      ) : (
        <TableSetting name="recordingFiles" />
      )}
    </>
  )
}
