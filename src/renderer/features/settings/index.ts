import { Settings } from 'lucide-react'
import type { Badge, Feature } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useUpdates } from '../../platform/updates-store.ts'
import { useSettingsCommands } from './settings-commands.ts'
import { updateNews } from './updates/update-news.ts'

export const settings: Feature = {
  id: 'settings',
  icon: Settings,
  place: 'bottom',
  Panel: lazyComponent(async () => (await import('./SettingsPanel.tsx')).SettingsPanel),
  useCommands: useSettingsCommands,
  useBadge,
}

/** Returns a badge with a dot while a newer version is available, or ready to be installed. */
function useBadge(): Badge | null {
  const { t } = useTranslation()
  const news = useUpdates(updateNews)
  return news === null ? null : { attention: 0, isRunning: false, hasDot: true, words: t(`updates.news.${news}`) }
}
