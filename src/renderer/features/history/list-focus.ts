/** Functions of the visible list for other components. */
interface ListDoor {
  /** Focuses the list at its last position. */
  readonly focus: () => void
  /** Scrolls to an item and focuses it once it is loaded. */
  readonly show: (index: number) => void
}

let door: ListDoor | null = null

/** Registers the visible list; returns its undo. */
export function registerList(list: ListDoor): () => void {
  door = list
  return () => {
    if (door === list) door = null
  }
}

/** Focuses the list at its last position. */
export function focusList(): void {
  door?.focus()
}

/** Scrolls the list to an item and focuses it. */
export function showInList(index: number): void {
  door?.show(index)
}
