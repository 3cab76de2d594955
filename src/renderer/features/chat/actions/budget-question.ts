import { create } from 'zustand'
import { appState } from '../../../platform/app-store.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { composerKey, useChat } from '../state/chat-store.ts'

interface BudgetQuestion {
  /** Sends the request if the user agrees; null if nothing is asked. */
  readonly send: (() => void) | null
  /** The composer in which the question is shown; another chat neither shows nor answers it. */
  readonly key: string
}

/** The question before a request beyond the budget. */
export const useBudgetQuestion = create<BudgetQuestion>(() => ({ send: null, key: '' }))

/**
 * Returns true if a paid request may be sent. Otherwise the user is asked, and `again` sends the request after consent.
 */
export function isWithinBudget(again: () => void): boolean {
  const asks = appState().settings.budgetAsks && useMoney.getState().budget?.level === 'reached'
  useBudgetQuestion.setState({ send: asks ? again : null, key: composerKey(useChat.getState()) })
  return !asks
}

/** Sends the pending request. The consent covers only that request: the next one asks again. */
export function sendAnyway(): void {
  const { send } = useBudgetQuestion.getState()
  useBudgetQuestion.setState({ send: null })
  send?.()
}
