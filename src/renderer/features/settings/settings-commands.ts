import { CirclePause, CirclePlay, Settings } from 'lucide-react'
import { settingsTable } from '../../../shared/settings-table.ts'
import { saveSettings, useApp } from '../../platform/app-store.ts'
import type { Command } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { settingsPages, showSettings } from '../../platform/navigation.ts'
import { useShortcutKeys } from '../../platform/shortcuts.ts'

/** Returns the settings' commands for the palette. */
export function useSettingsCommands(): readonly Command[] {
  const { t } = useTranslation()
  const keys = useShortcutKeys()
  const isPaused = useApp((state) => state.settings.queuesPaused)
  const command = (id: string, label: string, run: () => void, shortcut: string | null = null): Command => ({
    id,
    group: 'actions',
    label,
    hint: '',
    icon: Settings,
    shortcut,
    run,
  })
  return [
    {
      ...command('queues.paused', t(isPaused ? 'paused.resumeQueues' : 'paused.pauseQueues'), () => {
        void saveSettings({ queuesPaused: !isPaused })
      }),
      icon: isPaused ? CirclePlay : CirclePause,
    },
    ...settingsPages.map((page) =>
      command(
        `settings.${page}`,
        t('palette.settings', { name: t(`settings.${page}`) }),
        () => showSettings(page),
        page === 'connections' ? keys('settings') : null,
      ),
    ),
    ...settingsTable.theme.options.map(({ value, words }) =>
      command(`theme.${value}`, t('palette.theme', { name: t(words) }), () => void saveSettings({ theme: value })),
    ),
    ...settingsTable.language.options.map(({ value, words, own }) =>
      command(
        `language.${value}`,
        t('palette.language', { name: own ?? t(words) }),
        () => void saveSettings({ language: value }),
      ),
    ),
  ]
}
