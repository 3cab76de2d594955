import { create } from 'zustand'
import type { McpPrompt } from '../../../../../shared/mcp-offers.ts'

/** An entry of the menu that `/` opens in the composer. */
export interface MenuEntry {
  readonly key: string
  readonly title: string
  readonly description: string
  /** Who offers it. */
  readonly source: string
  readonly choose: () => void
}

/** A prompt of a server whose gaps are being filled. */
export interface OpenPrompt {
  readonly serverId: string
  readonly server: string
  readonly prompt: McpPrompt
}

interface Menu {
  /** What was typed after the slash; null while the menu is closed. */
  readonly query: string | null
  /** Index of the marked entry. */
  readonly at: number
  /** The person closed the menu; it stays closed until the slash is gone. */
  readonly isDismissed: boolean
  readonly prompt: OpenPrompt | null
  /** The server that is being asked; null where none is. */
  readonly waitsFor: string | null
}

/** State of the menu that `/` opens in the composer. */
export const useMenu = create<Menu>(() => ({
  query: null,
  at: 0,
  isDismissed: false,
  prompt: null,
  waitsFor: null,
}))

const queryMax = 60

/** Reads what is in the composer: a slash at the start of a short line opens the menu. */
export function menuTyped(text: string): void {
  const isSlash = text.startsWith('/') && text.length <= queryMax && !text.includes('\n')
  const { isDismissed, query } = useMenu.getState()
  if (!isSlash) {
    if (query !== null || isDismissed) useMenu.setState({ query: null, isDismissed: false, at: 0 })
    return
  }
  if (!isDismissed && query !== text.slice(1)) useMenu.setState({ query: text.slice(1), at: 0 })
}

export function closeMenu(): void {
  if (useMenu.getState().query !== null) useMenu.setState({ query: null, isDismissed: true, at: 0 })
}

/** The entries that hold every word of the query, those whose title begins with it first. */
export function matching(entries: readonly MenuEntry[], query: string): readonly MenuEntry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const begins = ({ title }: MenuEntry): boolean => title.toLowerCase().startsWith(query.trim().toLowerCase())
  const found = entries.filter(({ description, source, title }) => {
    const text = `${title} ${source} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))]
}
