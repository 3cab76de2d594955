import type { ForeignMessage } from './foreign.ts'

/** The imported part of a message. */
export type SaidMessage = Omit<ForeignMessage, 'key' | 'parent'>

/** A message of a tree; null for an omitted message, which keeps its place. */
export interface TreeEntry {
  readonly key: string
  readonly parent: string | null
  readonly said: SaidMessage | null
}

/**
 * Returns the keys of a tree: each after its parent's, otherwise in file order. Null for a tree with a circle. A
 * message whose parent is missing begins its own branch.
 */
export function inOrder(
  nodes: ReadonlyMap<string, { readonly parent?: string | null | undefined }>,
): readonly string[] | null {
  const children = new Map<string | null, string[]>()
  for (const [key, { parent }] of nodes) {
    const above = parent != null && nodes.has(parent) ? parent : null
    const siblings = children.get(above)
    if (siblings === undefined) children.set(above, [key])
    else siblings.push(key)
  }
  const order = [...(children.get(null) ?? [])]
  // the list grows during the loop
  for (const key of order) for (const child of children.get(key) ?? []) order.push(child)
  return order.length < nodes.size ? null : order
}

/**
 * Returns the messages of a tree, each attached to the nearest imported one above it, and the one at or above `leaf`.
 * Null for a tree with a circle or with a key twice.
 */
export function messageTree(
  entries: readonly TreeEntry[],
  leaf: string | null,
): { readonly messages: readonly ForeignMessage[]; readonly leaf: string | null } | null {
  const nodes = new Map(entries.map((entry) => [entry.key, entry]))
  const order = inOrder(nodes)
  if (order === null || nodes.size < entries.length) return null
  const nearest = new Map<string, string | null>()
  const messages: ForeignMessage[] = []
  for (const key of order) {
    const { parent, said } = nodes.get(key) ?? { parent: null, said: null }
    const above = parent === null ? null : (nearest.get(parent) ?? null)
    nearest.set(key, said === null ? above : key)
    if (said !== null) messages.push({ ...said, key, parent: above })
  }
  return { messages, leaf: leaf === null ? null : (nearest.get(leaf) ?? null) }
}
