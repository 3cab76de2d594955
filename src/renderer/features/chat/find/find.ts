/** Going from hit to hit of a search in one conversation. */
export interface Find {
  readonly conversationId: string
  /** The search as typed, and what it looks for, folded. */
  readonly text: string
  readonly words: readonly string[]
  /** The messages with hits, oldest first; of any branch. */
  readonly messageIds: readonly string[]
  /** Index of the shown one. */
  readonly at: number
  /** Changes whenever the hit shall be brought into view. */
  readonly serial: number
}

/** Starts at a message, which counts as a hit even where the list lacks it. */
export function findFrom(
  begin: Pick<Find, 'conversationId' | 'text' | 'words'> & { readonly messageId: string },
  messageIds: readonly string[],
  serial: number,
): Find {
  const { messageId, ...of } = begin
  const known = messageIds.includes(messageId) ? messageIds : [...messageIds, messageId]
  return { ...of, messageIds: known, at: known.indexOf(messageId), serial }
}

/** The hit so many steps further; past either end it goes on at the other. */
export function findStep({ messageIds, at }: Find, step: number): number {
  const count = messageIds.length
  return count === 0 ? 0 : (((at + step) % count) + count) % count
}

/** The message that is shown as a hit; null while nothing is looked for. */
export function foundMessageId(find: Find | null): string | null {
  return find?.messageIds[find.at] ?? null
}
