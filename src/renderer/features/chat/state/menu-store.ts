import { create } from 'zustand'
import { folded } from '../../../../shared/folded-text.ts'
import type { McpPrompt } from '../../../../shared/mcp-offers.ts'
import type { PromptTemplate } from '../../../../shared/prompt-text.ts'

/** An entry of the menu that `/` or `@` opens in the composer. */
export interface MenuEntry {
  readonly key: string
  /** An icon before the title, for the eye alone. */
  readonly sign?: string
  readonly title: string
  readonly description: string
  /** Name of the provider. */
  readonly source: string
  /** The text that a query is compared with. */
  readonly words: string
  readonly choose: () => void
}

/** A prompt of a server whose arguments are being entered. */
export interface OpenPrompt {
  readonly serverId: string
  readonly server: string
  readonly prompt: McpPrompt
}

/** The entries that the menu offers: prompts after a slash; assistants, models and earlier chats after an `@`. */
export type Offered = 'prompts' | 'assistants'

/** A prompt of the library whose variables are being entered. */
export interface FilledPrompt {
  /** A prompt is inserted; an assistant starts the chat. */
  readonly offered: Offered
  readonly title: string
  readonly template: PromptTemplate
  /** Initial values by variable. */
  readonly values: ReadonlyMap<string, string>
  /** Receives the filled text. */
  readonly use: (text: string) => void
}

interface Menu {
  /** The text typed after the opening character; null while the menu is closed. */
  readonly query: string | null
  readonly offered: Offered
  /** Index of the marked entry. */
  readonly at: number
  /** The user closed the menu; it stays closed until the slash is removed. */
  readonly isDismissed: boolean
  readonly prompt: OpenPrompt | null
  readonly filled: FilledPrompt | null
  /** The server from which an answer is awaited; null if there is none. */
  readonly waitsFor: string | null
}

/** State of the menu that `/` or `@` opens in the composer. */
export const useMenu = create<Menu>(() => ({
  query: null,
  offered: 'prompts',
  at: 0,
  isDismissed: false,
  prompt: null,
  filled: null,
  waitsFor: null,
}))

const queryMax = 60

/** Characters that open the menu, including those that the same keys type in a Chinese input method. */
const openers: ReadonlyMap<string, Offered> = new Map([
  ['/', 'prompts'],
  ['、', 'prompts'],
  ['／', 'prompts'],
  ['@', 'assistants'],
  ['＠', 'assistants'],
])

/** Reads the composer's text: a slash or `@` at the start of a short line opens the menu. */
export function menuTyped(text: string): void {
  const offered = text.length <= queryMax && !text.includes('\n') ? openers.get(text.charAt(0)) : undefined
  const { isDismissed, query, offered: before } = useMenu.getState()
  if (offered === undefined) {
    if (query !== null || isDismissed) useMenu.setState({ query: null, isDismissed: false, at: 0 })
    return
  }
  if (!isDismissed && (query !== text.slice(1) || offered !== before))
    useMenu.setState({ query: text.slice(1), offered, at: 0 })
}

export function closeMenu(): void {
  if (useMenu.getState().query !== null) useMenu.setState({ query: null, isDismissed: true, at: 0 })
}

/**
 * Returns the entries with a word beginning with each word of the query; titles that begin with the query come first.
 */
export function matching(entries: readonly MenuEntry[], query: string): readonly MenuEntry[] {
  const sought = folded(query).trim()
  const wanted = sought.split(/\s+/).filter((word) => word !== '')
  const begins = ({ title }: MenuEntry): boolean => folded(title).startsWith(sought)
  const found = entries.filter(({ words }) => {
    const text = folded(words)
    return wanted.every((word) => beginsWord(text, word))
  })
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))]
}

const spaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u

/** Returns true if a word of the text begins with `word`. In scripts without spaces it may occur anywhere. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !spaced.test(text.charAt(at - 1)) || !spaced.test(word.charAt(0))) return true
  return false
}
