import { Switch } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../components/Button.tsx'
import layout from '../../components/layout.module.css'
import { sentences } from '../../components/words/sentences.ts'
import { saveSettings, useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { askForNotes, type NotePermission, readNotePermission, useNotePermission } from '../../platform/system-notes.ts'
import { notificationSwitch } from './notification-switch.ts'
import { PriceTable } from './PriceTable.tsx'
import { SettingRow } from './SettingRow.tsx'
import { TableSetting } from './TableSetting.tsx'
import classes from './VideosPage.module.css'
import { WordTable } from './WordTable.tsx'

export function VideosPage() {
  return (
    <>
      <TableSetting name="videosAtOnce" />
      <Notifications />
      <PriceTable />
      <Advanced>
        <TableSetting name="videoPollsPerMinute" />
        <WordTable />
      </Advanced>
    </>
  )
}

/** Folded settings that few people need. */
export function Advanced({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <details className={classes.advanced}>
      <summary>{t('settings.videoAdvanced')}</summary>
      {children}
    </details>
  )
}

function Notifications() {
  const { t } = useTranslation()
  const on = useApp((state) => state.settings.videoNotifications)
  const permission = useNotePermission()
  const words = usePermissionWords(permission)
  const { checked, disabled, explained } = notificationSwitch(on, permission)
  // the browser's own settings may have been changed meanwhile
  useEffect(() => {
    window.addEventListener('focus', readNotePermission)
    return () => window.removeEventListener('focus', readNotePermission)
  }, [])
  const change = async (wanted: boolean): Promise<void> => {
    await saveSettings({ videoNotifications: wanted })
    if (wanted) await askForNotes()
  }
  return (
    <SettingRow
      label={t('settings.videoNotifications')}
      hint={sentences(t, t('settings.videoNotificationsHint'), explained ? words : null)}
    >
      <div className={layout.wideRow}>
        {on && permission === 'default' ? (
          <Button size="small" onClick={() => void askForNotes()}>
            {t('settings.notificationsAllow')}
          </Button>
        ) : null}
        <Switch
          aria-label={t('settings.videoNotifications')}
          checked={checked}
          disabled={disabled}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      </div>
    </SettingRow>
  )
}

/** Returns the browser's permission for notifications in words; null if it was not asked. */
function usePermissionWords(permission: NotePermission): string | null {
  const { t } = useTranslation()
  switch (permission) {
    case 'main':
      return null
    case 'missing':
      return t('settings.notificationsMissing')
    case 'default':
      return t('settings.notificationsAsk')
    case 'granted':
      return t('settings.notificationsAllowed')
    case 'denied':
      return t('settings.notificationsDenied')
    default:
      return permission satisfies never
  }
}
