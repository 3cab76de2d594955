import { useTranslation } from 'react-i18next'
import { saveSettings, useApp } from '../../platform/app-store.ts'
import { NumberSetting } from './NumberSetting.tsx'

export function ImagesPage() {
  const { t } = useTranslation()
  const settings = useApp((state) => state.settings)
  return (
    <>
      <NumberSetting
        label={t('settings.imagesAtOnce')}
        hint={t('settings.imagesAtOnceHint')}
        value={settings.imagesAtOnce}
        min={1}
        max={8}
        onChange={(imagesAtOnce) => void saveSettings({ imagesAtOnce })}
      />
      <NumberSetting
        label={t('settings.imageSource')}
        hint={t('settings.imageSourceHint')}
        value={settings.imageSourceMegabytes}
        min={1}
        max={100}
        onChange={(imageSourceMegabytes) => void saveSettings({ imageSourceMegabytes })}
      />
    </>
  )
}
