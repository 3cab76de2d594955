import { create } from 'zustand'

/** Panels by id. The `index.ts` of each feature adds its own, so that this file knows only those it shows itself. */
export interface Panels {
  readonly chat: true
  readonly settings: true
}
export type PanelId = keyof Panels

export const settingsPages = [
  'connections',
  'appearance',
  'chat',
  'tools',
  'servers',
  'knowledge',
  'meaning',
  'images',
  'transcription',
  'videos',
  'prices',
  'spending',
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
  /** The connection whose form the settings open; null opens none. */
  readonly connectionId: string | null
}

/** The present panel and page. */
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

/** Opens the form of a connection with the key focused. */
export function showConnection(connectionId: string): void {
  useNavigation.setState({ panel: 'settings', settingsPage: 'connections', connectionId })
}

export function showPalette(paletteOpen: boolean): void {
  useNavigation.setState({ paletteOpen })
}
