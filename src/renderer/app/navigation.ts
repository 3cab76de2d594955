import { create } from 'zustand'

export type PanelId = 'chat' | 'images' | 'transcription' | 'videos' | 'history' | 'settings'
export const settingsPages = [
  'connections',
  'appearance',
  'chat',
  'images',
  'transcription',
  'videos',
  'backup',
  'storage',
  'carry',
  'about',
] as const
export type SettingsPage = (typeof settingsPages)[number]

interface Navigation {
  readonly panel: PanelId
  readonly settingsPage: SettingsPage
  readonly paletteOpen: boolean
}

/** Where the person is. */
export const useNavigation = create<Navigation>(() => ({
  panel: 'chat',
  settingsPage: 'connections',
  paletteOpen: false,
}))

export function showPanel(panel: PanelId): void {
  useNavigation.setState({ panel })
}

export function showSettings(settingsPage: SettingsPage): void {
  useNavigation.setState({ panel: 'settings', settingsPage })
}

export function showPalette(paletteOpen: boolean): void {
  useNavigation.setState({ paletteOpen })
}
