import { Settings } from 'lucide-react'
import type { Feature } from '../../platform/feature.ts'
import { SettingsPanel } from './SettingsPanel.tsx'
import { useSettingsCommands } from './settings-commands.ts'

export const settings: Feature = {
  id: 'settings',
  icon: Settings,
  place: 'bottom',
  Panel: SettingsPanel,
  useCommands: useSettingsCommands,
}
