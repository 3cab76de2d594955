import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Result } from '../../../shared/ipc/result.ts'
import { call, on } from '../../platform/bridge/client.ts'

/** Interval of repeated searches while older texts are being indexed, in ms. */
export const searchAgainMs = 1_500

/** A search of the history whose results stay up to date. */
interface WatchedSearch extends Omit<CallInput<'history.search'>, 'next'> {
  /** Wait before the search and after a change, in ms. */
  readonly pauseMs: number
  /** Called with each answer. Answers that were overtaken by a later search are dropped. */
  readonly onAnswer: (answer: Result<CallOutput<'history.search'>>) => void
}

/**
 * Searches the history, and again after changes and while older texts are being indexed. Returns a function that ends
 * it.
 */
export function watchHistorySearch({ onAnswer, pauseMs, ...query }: WatchedSearch): () => void {
  let serial = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(ask, ms)
  }
  const ask = async (): Promise<void> => {
    serial += 1
    const asked = serial
    const answer = await call('history.search', { ...query, next: null })
    if (asked !== serial) return
    onAnswer(answer)
    if (answer.ok && answer.value.indexed < 1) plan(searchAgainMs)
  }
  const forget = on('history.changed', () => plan(pauseMs))
  plan(pauseMs)
  return () => {
    serial += 1
    clearTimeout(timer)
    forget()
  }
}
