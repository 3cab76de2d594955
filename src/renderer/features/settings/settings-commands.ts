import { Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { saveSettings, useModKey } from '../../platform/app-store.ts'
import type { Command } from '../../platform/feature.ts'
import { settingsPages, showSettings } from '../../platform/navigation.ts'
import { languages, themes } from './choices.ts'

/** What the settings add to the command palette. */
export function useSettingsCommands(): readonly Command[] {
  const { t } = useTranslation()
  const mod = useModKey()
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
    ...settingsPages.map((page, index) =>
      command(
        `settings.${page}`,
        t('palette.settings', { name: t(`settings.${page}`) }),
        () => showSettings(page),
        index === 0 ? `${mod}+,` : null,
      ),
    ),
    ...themes.map(({ value, label }) =>
      command(`theme.${value}`, t('palette.theme', { name: t(label) }), () => void saveSettings({ theme: value })),
    ),
    ...languages.map(({ value, label, own }) =>
      command(
        `language.${value}`,
        t('palette.language', { name: own ?? t(label) }),
        () => void saveSettings({ language: value }),
      ),
    ),
  ]
}
