/** Navigation between the hits of a search in one conversation. */
export interface Find {
  readonly conversationId: string
  /** The search as typed, and its folded words. */
  readonly text: string
  readonly words: readonly string[]
  /** Messages with hits, oldest first, of any branch. */
  readonly messageIds: readonly string[]
  /** Index of the shown one. */
  readonly at: number
  /** Changes whenever the view must scroll to the hit. */
  readonly serial: number
}

/** Starts at a message, which counts as a hit even when the list lacks it. */
export function findFrom(
  begin: Pick<Find, 'conversationId' | 'text' | 'words'> & { readonly messageId: string },
  messageIds: readonly string[],
  serial: number,
): Find {
  const { messageId, ...of } = begin
  const known = messageIds.includes(messageId) ? messageIds : [...messageIds, messageId]
  return { ...of, messageIds: known, at: known.indexOf(messageId), serial }
}

/** Index of the hit `step` further, wrapping around at both ends. */
export function findStep({ messageIds, at }: Find, step: number): number {
  const count = messageIds.length
  return count === 0 ? 0 : (((at + step) % count) + count) % count
}

/** The message shown as a hit; null without a search. */
export function foundMessageId(find: Find | null): string | null {
  return find?.messageIds[find.at] ?? null
}
