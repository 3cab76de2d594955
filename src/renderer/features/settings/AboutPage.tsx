import { Button } from '../../components/Button.tsx'
import { useApp } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { SettingRow } from './SettingRow.tsx'
import classes from './SettingsPanel.module.css'

export function AboutPage() {
  const { t } = useTranslation()
  const info = useApp((state) => state.info)
  const keychain = useApp((state) => state.connections.keychain)
  return (
    <>
      <SettingRow label={t('settings.version')}>{info.version}</SettingRow>
      <SettingRow label={t('settings.shell')}>
        {info.shell === 'electron' ? t('settings.shellElectron') : t('settings.shellBrowser')}
      </SettingRow>
      <SettingRow label={t('settings.dataFolder')} hint={info.dataFolder}>
        <Button size="small" onClick={() => void call('app.openDataFolder', {})}>
          {t('settings.openFolder')}
        </Button>
      </SettingRow>
      <SettingRow
        label={t('settings.keychain')}
        hint={
          <>
            {t(keychain.available ? 'settings.keychainAvailable' : 'settings.keychainMissing')}
            {keychain.available || keychain.reason === null ? null : (
              <details className={classes.details}>
                <summary>{t('app.details')}</summary>
                {keychain.reason}
              </details>
            )}
          </>
        }
      />
    </>
  )
}
