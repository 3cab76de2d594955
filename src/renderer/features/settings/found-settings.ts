import { type Readings, spells } from '../../platform/i18n/pinyin.ts'
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

/**
 * Returns the entries that contain every word of the query: pages first, then labels, then labels that it spells in
 * pinyin, then hints; at most 20.
 */
export function foundSettings(
  query: string,
  entries: readonly SettingEntry[],
  readings: Readings | null = null,
): readonly SettingEntry[] {
  const words = query.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return []
  const holds = (text: string): boolean => words.every((word) => text.toLocaleLowerCase().includes(word))
  const isSpelt = (text: string): boolean =>
    readings !== null && words.every((word) => spells(word, text, readings) || text.toLocaleLowerCase().includes(word))
  const rank = ({ hint, label, pageName }: SettingEntry): number => {
    if (holds(label ?? pageName)) return label === null ? 0 : 1
    if (isSpelt(label ?? pageName)) return 2
    return holds(`${pageName} ${label ?? ''} ${hint ?? ''}`) && label !== null ? 3 : 4
  }
  return entries
    .map((entry) => ({ entry, place: rank(entry) }))
    .filter(({ place }) => place < 4)
    .toSorted((a, b) => a.place - b.place)
    .slice(0, foundMax)
    .map(({ entry }) => entry)
}
