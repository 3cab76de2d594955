/** A message and the one before it in its branch. */
interface Reply {
  readonly id: string
  readonly parentId: string | null
}

/**
 * Returns the ids in their order, but each after its parent. A clock that was set back makes a reply older than its
 * parent. Replies whose parent is not in the list, or in a cycle, stay in the list.
 */
export function parentsFirst(messages: readonly Reply[]): readonly string[] {
  const missing = new Set(messages.map(({ id }) => id))
  const waiting = new Map<string, string[]>()
  const ordered: string[] = []
  const add = (first: string): void => {
    const ready = [first]
    for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
      // the start of a cycle comes round again
      if (!missing.delete(id)) continue
      ordered.push(id)
      ready.push(...(waiting.get(id) ?? []).reverse())
      waiting.delete(id)
    }
  }
  for (const { id, parentId } of messages) {
    if (parentId === null || parentId === id || !missing.has(parentId)) add(id)
    else if (waiting.get(parentId)?.push(id) === undefined) waiting.set(parentId, [id])
  }
  // only cycles are left
  for (const { id } of messages) if (missing.has(id)) add(id)
  return ordered
}
