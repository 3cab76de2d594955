import type { SettingsPage } from '../../platform/navigation.ts'

/** A page of the settings, or a row of it, in the interface's language. */
export interface SettingEntry {
  readonly page: SettingsPage
  /** Name of the page. */
  readonly pageName: string
  /** Label of the row; null for the page itself. */
  readonly label: string | null
  readonly hint: string | null
}

const foundMax = 20

/** Returns the entries that contain every word of the query: pages first, then labels, then hints; at most 20. */
export function foundSettings(query: string, entries: readonly SettingEntry[]): readonly SettingEntry[] {
  const words = query.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return []
  const holds = (text: string): boolean => words.every((word) => text.toLocaleLowerCase().includes(word))
  const rank = ({ hint, label, pageName }: SettingEntry): number => {
    if (holds(label ?? pageName)) return label === null ? 0 : 1
    return holds(`${pageName} ${label ?? ''} ${hint ?? ''}`) && label !== null ? 2 : 3
  }
  return entries
    .map((entry) => ({ entry, place: rank(entry) }))
    .filter(({ place }) => place < 3)
    .toSorted((a, b) => a.place - b.place)
    .slice(0, foundMax)
    .map(({ entry }) => entry)
}
