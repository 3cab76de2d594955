import { settingsTable } from '../../../shared/settings-table.ts'
import { Choice } from '../../components/forms/Choice.tsx'
import { saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { SettingRow } from './SettingRow.tsx'
import classes from './SettingsPanel.module.css'
import { TableSetting } from './TableSetting.tsx'

export function AppearancePage() {
  const { t } = useTranslation()
  const { shell, platform } = useApp((state) => state.info)
  return (
    <>
      <TableSetting name="theme" />
      <TableSetting name="language" />
      <h3 className={classes.subheading}>{t('settings.conversations')}</h3>
      <TableSetting name="textSize" />
      <TableSetting name="readingWidth" />
      <TableSetting name="readingFont" />
      {
        // browsers have their own spelling settings
        shell === 'browser' ? null : platform === 'linux' ? (
          <SettingRow label={t('settings.spelling')} hint={t('settings.spellingUnavailable')}>
            {null}
          </SettingRow>
        ) : (
          <TableSetting name="spellCheck" />
        )
      }
      {shell === 'browser' ? null : <WindowSettings />}
    </>
  )
}

/** The desktop window and its icon in the tray. */
function WindowSettings() {
  const { t } = useTranslation()
  const { recentChats, startAtLogin, tray } = useApp((state) => state.settings)
  const isLinux = useApp((state) => state.info.platform === 'linux')
  // Linux desktops have no such list
  const places = settingsTable.recentChats.options.filter(({ value }) => value !== 'system' || !isLinux)
  return (
    <>
      <h3 className={classes.subheading}>{t('settings.window')}</h3>
      <TableSetting name="alwaysOnTop" />
      <SettingRow label={t('settings.recentChats')} hint={isLinux ? null : t('settings.recentChatsHint')}>
        <Choice
          label={t('settings.recentChats')}
          value={isLinux && recentChats === 'system' ? 'menu' : recentChats}
          options={places.map(({ value, words }) => ({ value, words: t(words) }))}
          onChoose={(place) => void saveSettings({ recentChats: place })}
        />
      </SettingRow>
      <TableSetting name="tray" />
      {tray ? <TableSetting name="closeToTray" /> : null}
      <TableSetting name="startAtLogin" />
      {startAtLogin && tray ? <TableSetting name="startHidden" /> : null}
    </>
  )
}
