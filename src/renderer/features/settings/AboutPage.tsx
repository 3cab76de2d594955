import { useTranslation } from 'react-i18next'
import buttons from '../../components/buttons.module.css'
import { useApp, useModKey } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
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
        <button
          type="button"
          className={`${buttons.quiet} ${buttons.small}`}
          onClick={() => void call('app.openDataFolder', {})}
        >
          {t('settings.openFolder')}
        </button>
      </SettingRow>
      <SettingRow label={t('settings.keychain')}>
        {keychain.available ? t('settings.keychainAvailable') : t('settings.keychainMissing')}
      </SettingRow>
      {keychain.available || keychain.reason === null ? null : (
        <details className={classes.details}>
          <summary>{t('app.details')}</summary>
          {keychain.reason}
        </details>
      )}
      <h3 className={classes.subheading}>{t('settings.shortcuts')}</h3>
      <Shortcuts />
    </>
  )
}

function Shortcuts() {
  const { t } = useTranslation()
  const mod = useModKey()
  const sendWith = useApp((state) => state.settings.sendWith)
  const enter = t('shortcuts.enter')
  const rows: readonly (readonly [string, string])[] = [
    [t('shortcuts.palette'), `${mod}+K`],
    [t('shortcuts.panel'), `${mod}+1, ${mod}+2, …`],
    [t('shortcuts.newChat'), `${mod}+N`],
    [t('shortcuts.searchHistory'), `${mod}+${t('shortcuts.shift')}+F`],
    [t('shortcuts.settings'), `${mod}+,`],
    [t('shortcuts.send'), sendWith === 'enter' ? enter : `${mod}+${enter}`],
    [t('shortcuts.newline'), sendWith === 'enter' ? `${t('shortcuts.shift')}+${enter}` : enter],
    [t('shortcuts.stop'), t('shortcuts.escape')],
    [t('shortcuts.editLast'), '↑'],
    [t('shortcuts.generate'), `${mod}+${enter}`],
    [t('shortcuts.playVideo'), t('shortcuts.space')],
    [t('shortcuts.stepVideo'), ', .'],
    [t('shortcuts.play'), `${t('shortcuts.space')}, K`],
    [t('shortcuts.skip'), 'J, L'],
    [t('shortcuts.split'), `${mod}+${t('shortcuts.shift')}+${enter}`],
    [t('shortcuts.join'), `${mod}+${t('shortcuts.shift')}+M`],
    [t('shortcuts.moveList'), '↑ ↓'],
    [t('shortcuts.rename'), 'F2'],
    [t('shortcuts.delete'), t('shortcuts.deleteKey')],
  ]
  return (
    <dl className={classes.shortcuts}>
      {rows.map(([what, keys]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <kbd>{keys}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  )
}
