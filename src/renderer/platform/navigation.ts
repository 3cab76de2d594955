import { create } from 'zustand'

/** Panels by id. The `index.ts` of each feature adds its own, so that this file knows only those it shows itself. */
export interface Panels {
  readonly chat: true
  readonly settings: true
}
export type PanelId = keyof Panels

/** The pages of the settings in their groups, in the order of the list. */
export const settingsGroups = [
  { id: 'general', pages: ['appearance', 'shortcuts', 'updates'] },
  { id: 'models', pages: ['connections', 'network', 'prices', 'spending'] },
  { id: 'chats', pages: ['chat', 'prompts', 'assistants', 'tools', 'servers', 'knowledge', 'meaning'] },
  { id: 'media', pages: ['images', 'transcription', 'videos'] },
  { id: 'data', pages: ['backup', 'storage', 'transfer'] },
  { id: 'diagnostics', pages: ['requests', 'about'] },
] as const
export type SettingsPage = (typeof settingsGroups)[number]['pages'][number]
export const settingsPages: readonly SettingsPage[] = settingsGroups.flatMap(({ pages }) => pages)

interface Navigation {
  readonly panel: PanelId
  readonly settingsPage: SettingsPage
  readonly paletteOpen: boolean
  /** The connection whose form the settings open; null opens none. */
  readonly connectionId: string | null
  /** The message or job whose requests the settings show; null shows all. */
  readonly requestsOf: string | null
}

/** The present panel and page. */
export const useNavigation = create<Navigation>(() => ({
  panel: 'chat',
  settingsPage: 'connections',
  paletteOpen: false,
  connectionId: null,
  requestsOf: null,
}))

export function showPanel(panel: PanelId): void {
  useNavigation.setState({ panel })
}

export function showSettings(settingsPage: SettingsPage): void {
  useNavigation.setState({ panel: 'settings', settingsPage, connectionId: null, requestsOf: null })
}

/** Opens the requests of a message or job; null shows those of all. */
export function showRequests(requestsOf: string | null): void {
  useNavigation.setState({ panel: 'settings', settingsPage: 'requests', requestsOf })
}

/** Opens the form of a connection with the key focused. */
export function showConnection(connectionId: string): void {
  useNavigation.setState({ panel: 'settings', settingsPage: 'connections', connectionId })
}

export function showPalette(paletteOpen: boolean): void {
  useNavigation.setState({ paletteOpen })
}
