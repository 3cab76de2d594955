import { priceCurrencies, priceMax, tokenBudgetMax } from '../../../../shared/embedding-limits.ts'
import type { EmbeddingTerms } from '../../../../shared/embeddings.ts'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { SettingRow } from '../SettingRow.tsx'
import classes from './MeaningPage.module.css'
import type { SendMeaning } from './send-meaning.ts'

interface TermsFieldsProps {
  readonly terms: EmbeddingTerms
  readonly send: SendMeaning
}

/** Price and budget. */
export function TermsFields({ terms, send }: TermsFieldsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { budget, price } = terms
  const currency = price?.currency ?? (language.startsWith('zh') ? 'CNY' : 'USD')
  const change = (changes: Partial<EmbeddingTerms>) =>
    void send('embeddings.setTerms', { terms: { ...terms, ...changes } })
  return (
    <>
      <SettingRow label={t('meaning.price')} hint={t('meaning.priceHint')}>
        <div className={classes.price}>
          <Choice
            label={t('meaning.currency')}
            value={currency}
            options={priceCurrencies.map((value) => ({ value, words: t(`meaning.currencies.${value}`) }))}
            onChoose={(chosen) => change({ price: { perMillion: price?.perMillion ?? 0, currency: chosen } })}
          />
          <BoundedNumber
            aria-label={t('meaning.price')}
            w={110}
            min={0}
            max={priceMax}
            decimalScale={4}
            optional
            start={price?.perMillion ?? null}
            onChange={(typed) => change({ price: typed === null ? null : { perMillion: typed, currency } })}
          />
        </div>
      </SettingRow>
      <SettingRow label={t('meaning.budget')} hint={t('meaning.budgetHint')}>
        <BoundedNumber
          aria-label={t('meaning.budget')}
          w={160}
          min={0}
          max={tokenBudgetMax}
          step={100_000}
          optional
          start={budget}
          onChange={(typed) => change({ budget: typed })}
        />
      </SettingRow>
    </>
  )
}
