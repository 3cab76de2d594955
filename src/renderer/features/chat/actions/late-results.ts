import type { ChatTarget } from '../../../../shared/chat.ts'
import type { CallInput } from '../../../../shared/ipc/contract.ts'

export type SentResults = NonNullable<CallInput<'chat.send'>['search']>

/** The part of `web-results.ts` that sending needs. */
interface ResultsOfWeb {
  /**
   * Resolves to the results to send; null for none. `shown`: the web was searched now, so that the user sees the
   * results and presses Send again.
   */
  readonly resultsFor: (targets: readonly ChatTarget[]) => Promise<SentResults | null | 'shown'>
  readonly forget: () => void
}

const loaded = Promise.withResolvers<ResultsOfWeb>()

/** Resolves once the composer has loaded the results of the web, which it does in a chat that searches. */
export const resultsOfWeb = loaded.promise

/** Called when the results are loaded. Importing them here would make a circle. */
export function provideResults(results: ResultsOfWeb): void {
  loaded.resolve(results)
}
