import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import type { Price } from '../../../../shared/prices.ts'
import { Button } from '../../../components/Button.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showToast } from '../../../platform/toasts.ts'
import settings from '../SettingsPanel.module.css'
import classes from './Money.module.css'
import { NewPrices } from './NewPrices.tsx'
import { listDayWords } from './price-words.ts'

interface ListPricesProps {
  /** Resolves to false if they could not be stored. */
  readonly onTake: (prices: readonly Price[]) => Promise<boolean>
  readonly onRemove: (price: Price) => Promise<void>
  readonly onError: (error: AppError) => void
}

/** Offers the makers' list prices for models that have none, and stores them once the user has seen them. */
export function ListPrices({ onTake, onRemove, onError }: ListPricesProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [offer, setOffer] = useState<CallOutput<'prices.offered'> | null>(null)
  const look = async () => {
    const answer = await call('prices.offered', {})
    if (answer.ok) setOffer(answer.value)
    else onError(answer.error)
  }
  const take = async (prices: readonly Price[]) => {
    if (!(await onTake(prices))) return
    setOffer(null)
    showToast(t('money.taken', { number: prices.length }), {
      label: t('app.undo'),
      run: async () => {
        for (const price of prices) await onRemove(price)
      },
    })
  }
  return (
    <section aria-label={t('money.list')}>
      <h3 className={settings.subheading}>{t('money.list')}</h3>
      <p className={settings.aside}>{t('money.listHint')}</p>
      <p role="status" className={settings.aside}>
        {offer === null
          ? null
          : offer.prices.length === 0
            ? t('money.listNone')
            : t('money.listFound', { number: offer.prices.length, date: listDayWords(language, offer.date) })}
      </p>
      {offer === null || offer.prices.length === 0 ? (
        <div className={classes.bar}>
          <Button size="small" onClick={() => void look()}>
            {t('money.listLook')}
          </Button>
        </div>
      ) : (
        <>
          <NewPrices label={t('money.list')} prices={offer.prices} />
          <div className={classes.bar}>
            <Button kind="primary" size="small" onClick={() => void take(offer.prices)}>
              {t('money.take')}
            </Button>
            <Button size="small" onClick={() => setOffer(null)}>
              {t('money.cancel')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
