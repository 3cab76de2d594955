import { z } from 'zod'
import type { Preferences } from '../../storage/preferences.ts'

/** Maximum number of conversations with stored composer content; the least recently used are dropped. */
const composersMax = 200

/** Lists that belong to unsent messages, by conversation; an empty id is the conversation that does not exist yet. */
export class ComposerDrafts<T> {
  private readonly preferences: Preferences
  private readonly name: string
  private readonly schema: z.ZodType<[string, T[]][]>

  constructor(preferences: Preferences, name: string, item: z.ZodType<T>, itemsMax: number) {
    this.preferences = preferences
    this.name = name
    this.schema = z.array(z.tuple([z.string(), z.array(item).max(itemsMax)]))
  }

  draftItems(conversationId: string | null): readonly T[] {
    return this.storedDrafts().find(([key]) => key === (conversationId ?? ''))?.[1] ?? []
  }

  set(conversationId: string | null, items: readonly T[]): void {
    const key = conversationId ?? ''
    const others = this.storedDrafts().filter(([other]) => other !== key)
    this.keepDrafts(items.length === 0 ? others : [...others, [key, items] as const].slice(-composersMax))
  }

  /** Drops the lists of permanently deleted conversations. Returns their content, and the content of the others. */
  forgetDrafts(conversationIds: readonly string[]): { readonly gone: readonly T[]; readonly left: readonly T[] } {
    const deleted = new Set(conversationIds)
    const all = this.storedDrafts()
    const left = all.filter(([key]) => !deleted.has(key))
    if (left.length < all.length) this.keepDrafts(left)
    const itemsOf = (lists: typeof all): readonly T[] => lists.flatMap(([, items]) => items)
    return { gone: itemsOf(all.filter(([key]) => deleted.has(key))), left: itemsOf(left) }
  }

  private keepDrafts(lists: readonly (readonly [string, readonly T[]])[]): void {
    this.preferences.set(this.name, lists.length === 0 ? null : JSON.stringify(lists))
  }

  private storedDrafts(): [string, T[]][] {
    const text = this.preferences.get(this.name)
    if (text === null) return []
    try {
      return this.schema.parse(JSON.parse(text))
    } catch {
      return []
    }
  }
}
