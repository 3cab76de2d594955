import type { ToolCall } from '../../../../shared/tools.ts'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { useModels } from '../../../platform/models-store.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { callPrice } from '../money/call-price.ts'
import { useTarget } from '../state/target.ts'
import classes from './Calls.module.css'

/** The price of a paid call, or a note that it may cost money. */
export function CallPrice({ call, text }: { readonly call: ToolCall; readonly text: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const prices = useMoney((state) => state.prices)
  const videoPriceOf = useApp((state) => state.settings.videoPriceOf)
  const catalogues = useModels((state) => state.catalogues)
  const { connection } = useTarget()
  const connectionId = connection?.id ?? ''
  const models = (catalogues[connectionId]?.models ?? []).map(({ id }) => id)
  const found = callPrice({ toolId: call.toolId, text, connectionId, models, prices, videoPriceOf })
  return (
    <p className={classes.why}>
      {found === null
        ? t('tools.why.money')
        : found.cost === null
          ? t('money.callUnknown', { model: lineText(found.model, 80) })
          : t(found.isPerMinute ? 'money.callPerMinute' : 'money.callPrice', {
              money: moneyWords(language, found.cost),
            })}
    </p>
  )
}
