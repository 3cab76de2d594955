import type { HistoryKey } from '../../shared/history.ts'
import type { HistoryKind } from '../../shared/history-limits.ts'

/** Something of the history that shall be shown in the panel it belongs to. */
export interface ItemPlace {
  readonly key: HistoryKey
  /** The message or segment to show; null shows the item as it is. */
  readonly partId: string | null
  /** What was searched for, as typed and as folded words; null where it was not searched. */
  readonly search: { readonly text: string; readonly words: readonly string[] } | null
}

const openers = new Map<HistoryKind, (place: ItemPlace) => void>()

/** A feature says how it shows items of its kind: with its panel in front. Returns its undo. */
export function registerOpener(kind: HistoryKind, open: (place: ItemPlace) => void): () => void {
  openers.set(kind, open)
  return () => {
    if (openers.get(kind) === open) openers.delete(kind)
  }
}

/** Shows an item in its own panel. */
export function openItem(place: ItemPlace): void {
  openers.get(place.key.kind)?.(place)
}
