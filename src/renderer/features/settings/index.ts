import { Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Badge, Feature } from '../../platform/feature.ts'
import { lazyPanel } from '../../platform/lazy-panel.tsx'
import { useUpdates } from '../../platform/updates-store.ts'
import { useSettingsCommands } from './settings-commands.ts'

export const settings: Feature = {
  id: 'settings',
  icon: Settings,
  place: 'bottom',
  Panel: lazyPanel(async () => (await import('./SettingsPanel.tsx')).SettingsPanel),
  useCommands: useSettingsCommands,
  useBadge,
}

/** A dot while an update waits to be installed. */
function useBadge(): Badge | null {
  const { t } = useTranslation()
  const isReady = useUpdates((state) => state?.phase.is === 'ready')
  return isReady ? { count: null, needsAttention: false, words: t('updates.badge') } : null
}
