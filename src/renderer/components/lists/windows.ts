import type { Result } from '../../../shared/ipc/result.ts'

/** Most items read of a list that is shown whole; only foreign data can produce longer lists. */
const itemsMax = 1_000

/** A window on a list, with the list's length. */
export interface ListWindow<T> {
  readonly items: readonly T[]
  readonly total: number
}

/**
 * Reads a short list window by window, up to 1,000 items. An item that moves between windows appears once. Returns the
 * first refusal.
 */
export async function allWindows<T>(
  read: (window: { readonly offset: number; readonly limit: number }) => Promise<Result<ListWindow<T>>>,
  keyOf: (item: T) => string | number,
): Promise<Result<readonly T[]>> {
  const limit = 50
  const items = new Map<string | number, T>()
  for (let offset = 0; offset < itemsMax; offset += limit) {
    const answer = await read({ offset, limit })
    if (!answer.ok) return answer
    for (const item of answer.value.items) items.set(keyOf(item), item)
    if (offset + limit >= answer.value.total) break
  }
  return { ok: true, value: [...items.values()] }
}
