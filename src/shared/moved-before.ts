/**
 * Returns a list with some of its items moved before another one, in their own order. Null, an unknown or a moved
 * `before` moves them to the end.
 */
export function movedBefore<T>(items: readonly T[], moved: readonly T[], before: T | null): readonly T[] {
  const going = new Set(moved)
  const staying = items.filter((item) => !going.has(item))
  const at = before === null ? -1 : staying.indexOf(before)
  return staying.toSpliced(at < 0 ? staying.length : at, 0, ...moved)
}

/**
 * Returns the item before which one must move to get to the index `to`; null is the end. `undefined` if it is there
 * already, or if there is no such index.
 */
export function itemToPrecede<T>(items: readonly T[], item: T, to: number): T | null | undefined {
  const from = items.indexOf(item)
  if (from < 0 || to < 0 || to >= items.length || from === to) return undefined
  return items[to > from ? to + 1 : to] ?? null
}
