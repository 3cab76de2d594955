import { Switch } from '@mantine/core'
import { settingsTable } from '../../../shared/settings-table.ts'
import { Choice } from '../../components/forms/Choice.tsx'
import { saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
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
      <SettingRow label={t('settings.readingWidth')} hint={t('settings.readingWidthHint')}>
        <Choice
          label={t('settings.readingWidth')}
          value={settings.readingWidth}
          options={settingsTable.readingWidth.options.map(({ value, words }) => ({ value, words: t(words) }))}
          onChoose={(readingWidth) => void saveSettings({ readingWidth })}
        />
      </SettingRow>
      <SettingRow label={t('settings.readingFont')}>
        <Choice
          label={t('settings.readingFont')}
          value={settings.readingFont}
          options={settingsTable.readingFont.options.map(({ value, words }) => ({ value, words: t(words) }))}
          onChoose={(readingFont) => void saveSettings({ readingFont })}
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
      {shell === 'browser' ? null : <WindowSettings />}
    </>
  )
}

/** The desktop window and its icon in the tray. */
function WindowSettings() {
  const { t } = useTranslation()
  const { alwaysOnTop, closeToTray, recentChats, startAtLogin, startHidden, tray } = useApp((state) => state.settings)
  const isLinux = useApp((state) => state.info.platform === 'linux')
  // desktops of Linux have no such list
  const places = settingsTable.recentChats.options.filter(({ value }) => value !== 'system' || !isLinux)
  return (
    <>
      <SettingRow label={t('settings.recentChats')} {...(isLinux ? {} : { hint: t('settings.recentChatsHint') })}>
        <Choice
          label={t('settings.recentChats')}
          value={isLinux && recentChats === 'system' ? 'menu' : recentChats}
          options={places.map(({ value, words }) => ({ value, words: t(words) }))}
          onChoose={(place) => void saveSettings({ recentChats: place })}
        />
      </SettingRow>
      <SettingRow label={t('settings.alwaysOnTop')}>
        <Switch
          aria-label={t('settings.alwaysOnTop')}
          checked={alwaysOnTop}
          onChange={(event) => void saveSettings({ alwaysOnTop: event.currentTarget.checked })}
        />
      </SettingRow>
      <SettingRow label={t('settings.tray')} hint={t('settings.trayHint')}>
        <Switch
          aria-label={t('settings.tray')}
          checked={tray}
          onChange={(event) => void saveSettings({ tray: event.currentTarget.checked })}
        />
      </SettingRow>
      {tray ? (
        <SettingRow label={t('settings.closeToTray')} hint={t('settings.closeToTrayHint')}>
          <Switch
            aria-label={t('settings.closeToTray')}
            checked={closeToTray}
            onChange={(event) => void saveSettings({ closeToTray: event.currentTarget.checked })}
          />
        </SettingRow>
      ) : null}
      <SettingRow label={t('settings.startAtLogin')}>
        <Switch
          aria-label={t('settings.startAtLogin')}
          checked={startAtLogin}
          onChange={(event) => void saveSettings({ startAtLogin: event.currentTarget.checked })}
        />
      </SettingRow>
      {startAtLogin && tray ? (
        <SettingRow label={t('settings.startHidden')} hint={t('settings.startHiddenHint')}>
          <Switch
            aria-label={t('settings.startHidden')}
            checked={startHidden}
            onChange={(event) => void saveSettings({ startHidden: event.currentTarget.checked })}
          />
        </SettingRow>
      ) : null}
    </>
  )
}
