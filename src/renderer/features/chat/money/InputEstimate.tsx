import { useTranslation } from 'react-i18next'
import { costOf, priceFor } from '../../../../shared/prices.ts'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { composerKey, useChat } from '../chat-store.ts'
import { useOthers } from '../compare/compared-models.ts'
import classes from '../composer/Composer.module.css'
import { useComposerEmpty } from '../composer/ComposerField.tsx'
import { useParameters } from '../composer/ParametersPopover.tsx'
import { useDraft } from '../composer/use-draft.ts'
import { endOf } from '../messages.ts'
import { useTarget } from '../target.ts'
import { nextPromptTokens } from './input-estimate.ts'

/** Estimated price of sending the next message, without its answer; nothing where price or tokens are unknown. */
export function InputEstimate() {
  const prices = useMoney((state) => state.prices)
  const empty = useComposerEmpty((state) => state.empty)
  return prices.length === 0 || empty ? null : <Estimate />
}

function Estimate() {
  const { t } = useTranslation()
  const language = useLanguage()
  const prices = useMoney((state) => state.prices)
  const { connection, model } = useTarget()
  const { contextMessages, knowledge, system, tools } = useParameters()
  const open = useChat((state) => state.chat.open)
  const hasPictures = useChat((state) => (state.pictures[composerKey(state)] ?? []).length > 0)
  const draft = useDraft()
  const others = useOthers()
  const asked = [{ connectionId: connection?.id ?? '', model }, ...others].map((one) =>
    priceFor(prices, one.connectionId, one.model),
  )
  const [price] = asked
  // their tokens are not known here
  const isOther = contextMessages !== null || knowledge !== undefined || (tools?.enabled ?? []).length > 0
  if (price == null || price.input === null || isOther || open?.hasLater === true) return null
  const messages = endOf(open)
  const tokens = nextPromptTokens({ draft, hasEarlier: open?.hasEarlier ?? false, hasPictures, messages, system })
  const costs = asked.map((one) =>
    tokens === null || one?.currency !== price.currency ? null : costOf({ promptTokens: tokens }, one),
  )
  // one model without a price makes the sum unknown
  const nano = costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)
  if (nano === null) return null
  return (
    <span className={classes.pace}>
      {t('money.inputEstimate', { money: moneyWords(language, { currency: price.currency, nano }) })}
    </span>
  )
}
