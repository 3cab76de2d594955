import { create } from 'zustand'
import { nothingSelected, type Selection, selected, toggled } from '../../../components/lists/selection.ts'

/** Selected chats of the list. A range replaces the one before it, and adds to `base`. */
export interface ChatSelection extends Selection {
  readonly base: ReadonlySet<string>
}

export const noChats: ChatSelection = { ...nothingSelected, base: new Set() }

/** The chats selected in the list, by id. */
export const useSelectedChats = create<ChatSelection>(() => noChats)

/** Selects or deselects a chat; the next range starts there. */
export function withToggled(selection: ChatSelection, id: string): ChatSelection {
  const next = toggled(selection, id)
  return { ...next, base: next.ids }
}

/**
 * Selects the chats of a list up to one of them. The range starts at the anchor, or at `from` without one. A chat that
 * is not listed changes nothing.
 */
export function withRange(
  selection: ChatSelection,
  order: readonly string[],
  { from, to }: { readonly from: string | null; readonly to: string },
): ChatSelection {
  const end = order.indexOf(to)
  if (end < 0) return selection
  const anchor = [selection.anchor, from].find((id) => id !== null && order.includes(id)) ?? to
  const base = anchor === selection.anchor ? selection.base : selection.ids
  const start = order.indexOf(anchor)
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1)
  return { ids: new Set([...base, ...range]), anchor, base }
}

/** Selects exactly these chats. */
export function withAll(order: readonly string[]): ChatSelection {
  const all = selected(order)
  return { ...all, base: all.ids }
}

/** Deselects the chats that are no longer listed; returns the same selection if all are. */
export function withListed(selection: ChatSelection, order: readonly string[]): ChatSelection {
  const listed = new Set(order)
  if ([...selection.ids, ...selection.base].every((id) => listed.has(id))) return selection
  const kept = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => listed.has(id)))
  const anchor = selection.anchor !== null && listed.has(selection.anchor) ? selection.anchor : null
  return { ids: kept(selection.ids), anchor, base: kept(selection.base) }
}
