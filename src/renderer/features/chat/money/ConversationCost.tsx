import { useEffect, useState } from 'react'
import type { Sum } from '../../../../shared/prices.ts'
import { MenuNote } from '../../../components/menu/MenuItem.tsx'
import { sumWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'

/** The cost of a conversation's answers, in its menu. */
export function ConversationCost({ conversationId }: { readonly conversationId: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const news = useMoney((state) => state.news)
  const [sum, setSum] = useState<Sum | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new spending is a reason to read again
  useEffect(
    () =>
      whenAnswered(call('spending.conversation', { conversationId }), (answer) => {
        if (answer.ok) setSum(answer.value)
      }),
    [conversationId, news],
  )
  if (sum === null || sum.requests === 0) return null
  return <MenuNote>{t('money.conversation', { money: sumWords(t, language, sum) })}</MenuNote>
}
