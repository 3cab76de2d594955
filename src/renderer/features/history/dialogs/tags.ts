import type { HistoryItem } from '../../../../shared/history.ts'

/** Longest tag, in UTF-16 units. */
const tagMax = 60

/** Returns the tags that all of these items share. */
export function commonTags(items: readonly Pick<HistoryItem, 'tags'>[]): readonly string[] {
  const [first, ...others] = items
  return (first?.tags ?? []).filter((tag) => others.every(({ tags }) => tags.includes(tag)))
}

/** Returns the tags to add and to remove to get from `before` to `now`. */
export function tagChanges(
  before: readonly string[],
  now: readonly string[],
): { readonly add: readonly string[]; readonly remove: readonly string[] } {
  const wanted = new Set(now.map((tag) => tag.trim().slice(0, tagMax)).filter((tag) => tag !== ''))
  return {
    add: [...wanted].filter((tag) => !before.includes(tag)),
    remove: before.filter((tag) => !wanted.has(tag)),
  }
}
