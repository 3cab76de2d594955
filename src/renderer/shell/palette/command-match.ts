import { folded } from '../../../shared/folded-text.ts'
import type { Command, CommandGroup } from '../../platform/feature.ts'
import { type Readings, spells } from '../../platform/i18n/pinyin.ts'

export const groupOrder: readonly CommandGroup[] = [
  'actions',
  'conversations',
  'transcripts',
  'videos',
  'models',
  'history',
]

/** Returns true if every typed word occurs in the text, ignoring case and width, or spells a part of it in pinyin. */
export function matches(query: string, text: string, readings: Readings | null = null): boolean {
  const haystack = folded(text)
  const words = folded(query).split(/\s+/)
  return words.every((word) => haystack.includes(word) || (readings !== null && spells(word, text, readings)))
}

/** Returns how well a label fits a query, the best first: it is the query, begins with it, contains it, or its words. */
function fitOf(query: string, label: string): number {
  const [sought, text] = [folded(query.trim()), folded(label)]
  if (text === sought) return 0
  if (text.startsWith(sought)) return 1
  return text.includes(sought) ? 2 : 3
}

/** Returns the commands to show, by group, in keyboard order: the actions that fit best come first. */
export function shownCommands(
  query: string,
  commands: readonly Command[],
  found: readonly Command[],
  readings: Readings | null = null,
): readonly Command[] {
  const isFitting = ({ hint, label }: Command): boolean =>
    matches(query, `${label} ${hint}`) || (readings !== null && matches(query, label, readings))
  const fitting = query.trim() === '' ? commands : commands.filter(isFitting)
  const known = new Set(fitting.map((command) => command.id))
  const all = [...fitting, ...found.filter((command) => !known.has(command.id))]
  // without a query, a long catalogue would hide the other commands
  const limit = query.trim() === '' ? 8 : 40
  return groupOrder.flatMap((group) => {
    const members = all.filter((command) => command.group === group)
    if (group !== 'actions') return members.slice(0, limit)
    // chats stay in the order of their last use
    return members.toSorted((one, other) => fitOf(query, one.label) - fitOf(query, other.label))
  })
}
