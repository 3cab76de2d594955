import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { sendAnyway, useBudgetQuestion } from '../actions/budget-question.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import composer from './Composer.module.css'

/** A warning near the budget, and a question before a request beyond it. */
export function BudgetNote() {
  const { t } = useTranslation()
  const language = useLanguage()
  const budget = useMoney((state) => state.budget)
  const key = useChat(composerKey)
  const isAsked = useBudgetQuestion((state) => state.send !== null && state.key === key)
  if (budget === null || budget.level === 'ok') return null
  const limit = moneyWords(language, { currency: budget.spent.currency, nano: budget.limitNano })
  const words = budget.level === 'near' ? 'near' : 'reached'
  const told = t(`money.${budget.period === 'day' ? words : (`${words}Month` as const)}`, {
    spent: moneyWords(language, budget.spent),
    limit,
  })
  const unknown = budget.unpriced === 0 ? '' : ` ${t('money.unknownToo', { number: budget.unpriced })}`
  if (!isAsked)
    return (
      <p role="status" className={composer.waiting}>
        {told}
        {unknown}
      </p>
    )
  return (
    <Note
      steps={
        <>
          <Button size="small" onClick={() => useBudgetQuestion.setState({ send: null })}>
            {t('money.cancel')}
          </Button>
          <Button size="small" onClick={sendAnyway}>
            {t('money.sendAnyway')}
          </Button>
        </>
      }
    >
      <p>{told}</p>
      <p>
        {t('money.notSent')}
        {unknown}
      </p>
    </Note>
  )
}
