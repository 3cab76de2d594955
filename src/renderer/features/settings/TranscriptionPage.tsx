import { useTranslation } from 'react-i18next'
import { saveSettings, useApp } from '../../app/app-store.ts'
import { NumberSetting } from './NumberSetting.tsx'

export function TranscriptionPage() {
  const { t } = useTranslation()
  const settings = useApp((state) => state.settings)
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
    </>
  )
}
