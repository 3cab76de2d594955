import { everything } from '../../src/shared/history-query.ts'
import type { CallInput, CallOutput } from '../../src/shared/ipc/contract.ts'

type Search = (name: 'history.search', input: CallInput<'history.search'>) => Promise<CallOutput<'history.search'>>

/**
 * Searches the history once all texts are indexed. Each call indexes for a few ms, which is less on a busy machine, so a
 * single call may find only a part.
 */
export async function wholeSearch(
  call: Search,
  wish: Partial<CallInput<'history.search'>> & { readonly text: string },
): Promise<CallOutput<'history.search'>> {
  for (;;) {
    const found = await call('history.search', { filter: everything, limit: 50, next: null, ...wish })
    if (found.indexed === 1) return found
  }
}
