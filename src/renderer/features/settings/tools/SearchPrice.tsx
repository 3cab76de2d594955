import { useState } from 'react'
import { currencies, type Money } from '../../../../shared/prices.ts'
import { listPrices, type SearchProvider } from '../../../../shared/web-search-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import layout from '../../../components/layout.module.css'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './WebSearch.module.css'

/** Highest price of one search. */
const priceMax = 100

interface SearchPriceProps {
  readonly provider: SearchProvider
  readonly price: Money | null
  readonly onChange: (price: Money | null) => void
}

/** The price of one search, as the user enters it. The service's list price is offered where it is known. */
export function SearchPrice({ price, provider, onChange }: SearchPriceProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const listed = listPrices[provider]
  const [currency, setCurrency] = useState(price?.currency ?? listed?.currency ?? 'USD')
  // the field keeps what the user types; taking the list price fills it anew
  const [filled, setFilled] = useState(0)
  const isListed = listed !== undefined && price?.nano === listed.nano && price.currency === listed.currency
  return (
    <fieldset className={layout.closeStack} aria-label={t('web.price')}>
      <div className={classes.amount}>
        <BoundedNumber
          key={filled}
          label={t('web.price')}
          w={180}
          aria-describedby="search-price-hint"
          min={0}
          max={priceMax}
          decimalScale={6}
          optional
          start={price === null ? null : price.nano / 1e9}
          onChange={(typed) => onChange(typed === null ? null : { currency, nano: Math.round(typed * 1e9) })}
        />
        <Choice
          label={t('web.currency')}
          value={currency}
          options={currencies.map((value) => ({ value, words: t(`web.currencies.${value}`) }))}
          onChoose={(chosen) => {
            setCurrency(chosen)
            if (price !== null) onChange({ ...price, currency: chosen })
          }}
        />
      </div>
      <p id="search-price-hint" className={layout.quiet}>
        {t('web.priceHint')}
      </p>
      {listed === undefined || isListed ? null : (
        <div>
          <Button
            size="small"
            onClick={() => {
              setCurrency(listed.currency)
              setFilled(filled + 1)
              onChange(listed)
            }}
          >
            {t('web.listPrice', { price: moneyWords(language, listed) })}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
