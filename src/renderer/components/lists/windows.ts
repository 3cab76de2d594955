import type { Result } from '../../../shared/ipc/result.ts'

/** Maximum number of items read of a list that is shown whole; only foreign data can produce longer lists. */
const itemsMax = 1_000

/**
 * Reads a short list window by window, up to 1,000 items. An item that moves between windows appears once. Returns the
 * first refusal.
 */
export async function allWindows<Answer extends { readonly total: number }, T extends { readonly id: string | number }>(
  read: (window: { readonly offset: number; readonly limit: number }) => Promise<Result<Answer>>,
  itemsOf: (answer: Answer) => readonly T[],
): Promise<Result<readonly T[]>> {
  const limit = 50
  const items = new Map<string | number, T>()
  for (let offset = 0; offset < itemsMax; offset += limit) {
    const answer = await read({ offset, limit })
    if (!answer.ok) return answer
    for (const item of itemsOf(answer.value)) items.set(item.id, item)
    if (offset + limit >= answer.value.total) break
  }
  return { ok: true, value: [...items.values()] }
}
