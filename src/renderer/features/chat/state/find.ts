import type { CallOutput } from '../../../../shared/ipc/contract.ts'

/** A found position. */
export interface Hit {
  readonly messageId: string
  /** Offset of the hit in the message's text, in UTF-16 units; null for the first occurrence of any word. */
  readonly start: number | null
}

/** Navigation between the hits of a search in one conversation. */
export interface Find {
  readonly conversationId: string
  /**
   * `history`: a history search found messages of any branch. `here`: the field searches for its text in the shown
   * branch.
   */
  readonly kind: 'history' | 'here'
  /** The search as typed. */
  readonly text: string
  /** The text that the hits belong to; it differs from `text` until main has answered. */
  readonly asked: string
  /** The folded words that are marked. */
  readonly words: readonly string[]
  /** The hits, oldest first. */
  readonly hits: readonly Hit[]
  /** True if there are older hits than these. */
  readonly isCut: boolean
  /** Index of the shown hit. */
  readonly at: number
  /** Changes whenever the view must scroll to the hit. */
  readonly serial: number
  /** Changes whenever the field gets the focus; 0 if it never had it. */
  readonly focus: number
}

/** Starts at a message that a history search found, which counts as a hit even when the list lacks it. */
export function findFrom(
  begin: Pick<Find, 'conversationId' | 'text' | 'words'> & { readonly messageId: string },
  messageIds: readonly string[],
  serial: number,
): Find {
  const { messageId, ...of } = begin
  const known = messageIds.includes(messageId) ? messageIds : [...messageIds, messageId]
  const hits = known.map((id) => ({ messageId: id, start: null }))
  return { ...of, kind: 'history', asked: of.text, hits, isCut: false, at: known.indexOf(messageId), serial, focus: 0 }
}

/** Returns a search by the field, before main has answered. */
export function findHere(conversationId: string, text: string): Find {
  const none = { words: [], hits: [], isCut: false, at: 0, serial: 0, focus: 0 }
  return { conversationId, kind: 'here', text, asked: '', ...none }
}

/**
 * Returns the index, among new hits, of the shown position or the nearest one in its message; null if there is none.
 */
export function placeAgain(shown: Hit | undefined, hits: CallOutput<'chat.find'>['hits']): number | null {
  if (shown === undefined) return null
  const from = hits.findIndex(({ messageId }) => messageId === shown.messageId)
  if (from < 0) return null
  const last = hits.findLastIndex(({ messageId }) => messageId === shown.messageId)
  const at = hits.findIndex(({ messageId, start }) => messageId === shown.messageId && start >= (shown.start ?? 0))
  return at < 0 ? last : at
}

/** Returns the index of the hit `step` further on, wrapping around at both ends. */
export function findStep({ hits, at }: Find, step: number): number {
  const count = hits.length
  return count === 0 ? 0 : (((at + step) % count) + count) % count
}

/** Returns the hit that is shown; null without a search or a hit. */
export function shownHit(find: Find | null): Hit | null {
  return find?.hits[find.at] ?? null
}

/** Returns the message shown as a hit; null without a search. */
export function foundMessageId(find: Find | null): string | null {
  return shownHit(find)?.messageId ?? null
}
