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
  'transfer',
  'about',
] as const
export type SettingsPage = (typeof settingsPages)[number]

interface Navigation {
  readonly panel: PanelId
  readonly settingsPage: SettingsPage
  readonly paletteOpen: boolean
  /** The connection whose form the settings open with; null opens none. */
  readonly connectionId: string | null
}

/** Where the person is. */
export const useNavigation = create<Navigation>(() => ({
  panel: 'chat',
  settingsPage: 'connections',
  paletteOpen: false,
  connectionId: null,
}))

export function showPanel(panel: PanelId): void {
  useNavigation.setState({ panel })
}

export function showSettings(settingsPage: SettingsPage): void {
  useNavigation.setState({ panel: 'settings', settingsPage, connectionId: null })
}

/** Shows the form of one connection, at its key. */
export function showConnection(connectionId: string): void {
  useNavigation.setState({ panel: 'settings', settingsPage: 'connections', connectionId })
}

export function showPalette(paletteOpen: boolean): void {
  useNavigation.setState({ paletteOpen })
}
