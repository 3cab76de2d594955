import { priceFor } from '../../../../shared/prices.ts'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useMoney } from '../../../platform/money-store.ts'
import type { NextSize } from '../length/next-size.ts'
import { inputCost } from '../money/input-estimate.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import { useParameters } from '../state/use-parameters.ts'
import classes from './Composer.module.css'

/** Estimated price of sending the next message, without its answer; nothing if a price is unknown. */
export function InputEstimate({ next }: { readonly next: NextSize | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const prices = useMoney((state) => state.prices)
  const { knowledge, tools } = useParameters()
  const hasPictures = useChat((state) => (state.pictures[composerKey(state)] ?? []).length > 0)
  if (next === null || prices.length === 0) return null
  const cost = inputCost(
    next.asked.map(({ connectionId, model }) => priceFor(prices, connectionId, model)),
    next.asked.map(({ tokens }) => tokens),
  )
  if (cost === null) return null
  // pictures, found passages, and rounds of tools add an unknown number of tokens
  const isLeast = hasPictures || next.size.pictures > 0 || knowledge !== undefined || (tools?.enabled ?? []).length > 0
  const words = { money: moneyWords(language, cost) }
  return <span className={classes.pace}>{t(isLeast ? 'money.inputAtLeast' : 'money.inputEstimate', words)}</span>
}
