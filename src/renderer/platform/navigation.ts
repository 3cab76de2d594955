import { create } from 'zustand'

/** Panels by id. The `index.ts` of each feature adds its own, so that this file knows only those it shows itself. */
export interface Panels {
  readonly chat: true
  readonly library: true
  readonly settings: true
}
export type PanelId = keyof Panels

/** The settings list, in groups. An entry shows its pages below each other; `words` is the key of its name. */
export const settingsGroups = [
  {
    id: 'general',
    entries: [
      { words: 'settings.appearance', pages: ['appearance'] },
      { words: 'settings.shortcuts', pages: ['shortcuts'] },
      { words: 'settings.updates', pages: ['updates'] },
    ],
  },
  {
    id: 'models',
    entries: [
      { words: 'settings.entries.connecting', pages: ['connections', 'network'] },
      { words: 'settings.entries.money', pages: ['prices', 'spending'] },
    ],
  },
  {
    id: 'chats',
    entries: [
      { words: 'settings.chat', pages: ['chat'] },
      { words: 'settings.entries.calling', pages: ['tools', 'servers'] },
      { words: 'settings.meaning', pages: ['meaning'] },
    ],
  },
  { id: 'media', entries: [{ words: 'settings.entries.queues', pages: ['images', 'transcription', 'videos'] }] },
  {
    id: 'data',
    entries: [
      { words: 'settings.backup', pages: ['backup'] },
      { words: 'settings.transfer', pages: ['transfer'] },
      { words: 'settings.storage', pages: ['storage'] },
    ],
  },
  {
    id: 'diagnostics',
    entries: [
      { words: 'settings.requests', pages: ['requests'] },
      { words: 'settings.about', pages: ['about'] },
    ],
  },
] as const
export type SettingsEntry = (typeof settingsGroups)[number]['entries'][number]
export type SettingsPage = SettingsEntry['pages'][number]
const settingsEntries: readonly SettingsEntry[] = settingsGroups.flatMap<SettingsEntry>(({ entries }) => entries)
export const settingsPages: readonly SettingsPage[] = settingsEntries.flatMap<SettingsPage>(({ pages }) => pages)

/** Returns the pages that are shown together with a page, including itself, in their order. */
export function pagesBeside(page: SettingsPage): readonly SettingsPage[] {
  const holds = ({ pages }: { readonly pages: readonly SettingsPage[] }): boolean => pages.includes(page)
  return settingsEntries.find(holds)?.pages ?? [page]
}

/** The pages of the library, in the order of its list. */
export const libraryPages = ['prompts', 'assistants', 'knowledge', 'memory', 'recipes'] as const
export type LibraryPage = (typeof libraryPages)[number]

interface Navigation {
  readonly panel: PanelId
  readonly settingsPage: SettingsPage
  readonly libraryPage: LibraryPage
  readonly paletteOpen: boolean
  /** The connection whose form the settings open; null opens none. */
  readonly connectionId: string | null
}

/** The current panel and page. */
export const useNavigation = create<Navigation>(() => ({
  panel: 'chat',
  settingsPage: 'connections',
  libraryPage: 'prompts',
  paletteOpen: false,
  connectionId: null,
}))

export function showPanel(panel: PanelId): void {
  useNavigation.setState({ panel })
}

export function showSettings(settingsPage: SettingsPage): void {
  useNavigation.setState({ panel: 'settings', settingsPage, connectionId: null })
}

export function showLibrary(libraryPage: LibraryPage): void {
  useNavigation.setState({ panel: 'library', libraryPage })
}

/** Opens the form of a connection with the key focused. */
export function showConnection(connectionId: string): void {
  useNavigation.setState({ panel: 'settings', settingsPage: 'connections', connectionId })
}

export function showPalette(paletteOpen: boolean): void {
  useNavigation.setState({ paletteOpen })
}
