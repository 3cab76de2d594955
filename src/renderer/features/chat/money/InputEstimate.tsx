import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { costOf, priceFor } from '../../../../shared/prices.ts'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { composerKey, useChat } from '../chat-store.ts'
import classes from '../composer/Composer.module.css'
import { useComposerEmpty } from '../composer/ComposerField.tsx'
import { composerText, onDraft } from '../composer/drafts.ts'
import { useParameters } from '../composer/ParametersPopover.tsx'
import { endOf } from '../messages.ts'
import { useTarget } from '../target.ts'
import { nextPromptTokens } from './input-estimate.ts'

/** Milliseconds after the last key before the draft is counted. */
const restMs = 300

let draftChanged: () => void = () => undefined
let isFollowing = false

/** The draft, a little after the person stopped typing. */
function useDraft(): string {
  const [draft, setDraft] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    draftChanged = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setDraft(composerText()), restMs)
    }
    if (!isFollowing) onDraft(() => draftChanged())
    isFollowing = true
    draftChanged()
    return () => {
      clearTimeout(timer)
      draftChanged = () => undefined
    }
  }, [])
  return draft
}

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
  const price = priceFor(prices, connection?.id ?? '', model)
  // their tokens are not known here
  const isOther = contextMessages !== null || knowledge !== undefined || (tools?.enabled ?? []).length > 0
  if (price === null || price.input === null || isOther || open?.hasLater === true) return null
  const messages = endOf(open)
  const tokens = nextPromptTokens({ draft, hasEarlier: open?.hasEarlier ?? false, hasPictures, messages, system })
  const nano = tokens === null ? null : costOf({ promptTokens: tokens }, price)
  if (nano === null) return null
  return (
    <span className={classes.pace}>
      {t('money.inputEstimate', { money: moneyWords(language, { currency: price.currency, nano }) })}
    </span>
  )
}
