import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { Price } from '../../../../shared/prices.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import layout from '../../../components/layout.module.css'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { useMoney } from '../../../platform/money-store.ts'
import settings from '../SettingsPanel.module.css'
import { ListPrices } from './ListPrices.tsx'
import classes from './Money.module.css'
import { PastePrices } from './PastePrices.tsx'
import { PriceForm } from './PriceForm.tsx'
import { listDayWords, priceUnitWords } from './price-words.ts'

/** The price table. */
export function PricesPage() {
  const { t } = useTranslation()
  const prices = useMoney((state) => state.prices)
  const [edited, setEdited] = useState<Price | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const put = async (list: readonly Price[]): Promise<boolean> => {
    const answer = await call('prices.put', { prices: [...list] })
    setError(answer.ok ? null : answer.error)
    return answer.ok
  }
  const remove = async ({ connectionId, model }: Price) => {
    const answer = await call('prices.remove', { model, connectionId })
    setError(answer.ok ? null : answer.error)
  }
  const save = async () => {
    const answer = await call('prices.export', {})
    setError(answer.ok ? null : answer.error)
    if (answer.ok) finishSaving(answer.value)
  }
  return (
    <>
      <p className={settings.aside}>{t('money.intro')}</p>
      <p className={settings.aside}>{t('money.alsoFrom')}</p>
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={() => setError(null)} />
      )}
      {prices.length === 0 ? <p className={settings.aside}>{t('money.none')}</p> : null}
      <ul className={classes.list} aria-label={t('money.table')}>
        {prices.map((price) => (
          <PriceRow
            key={`${price.model}\n${price.connectionId}`}
            price={price}
            onEdit={() => setEdited(price)}
            onRemove={() => void remove(price)}
          />
        ))}
      </ul>
      <PriceForm
        key={edited === null ? '' : `${edited.model}\n${edited.connectionId}`}
        edited={edited}
        onSave={async (price) => {
          const isKept = await put([price])
          const isOther = edited?.model !== price.model || edited.connectionId !== price.connectionId
          if (isKept && edited !== null && isOther) await remove(edited)
          if (isKept) setEdited(null)
          return isKept
        }}
      />
      <ListPrices onTake={put} onRemove={remove} onError={setError} />
      <PastePrices onTake={put} />
      <Button size="small" disabled={prices.length === 0} onClick={() => void save()}>
        {t('money.export')}
      </Button>
    </>
  )
}

interface PriceRowProps {
  readonly price: Price
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function PriceRow({ price, onEdit, onRemove }: PriceRowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const connections = useApp((state) => state.connections.connections)
  const connection = connections.find(({ id }) => id === price.connectionId)?.name ?? t('money.goneConnection')
  const model = lineText(price.model)
  const units = priceUnitWords(t, language, price)
  return (
    <li>
      <div className={classes.name}>
        {model}
        <div className={layout.quiet}>
          {[price.connectionId === '' ? t('money.allConnections') : lineText(connection), ...units].join(' · ')}
        </div>
        {price.listedOn === undefined ? null : (
          <div className={layout.quiet}>{t('money.listed', { date: listDayWords(language, price.listedOn) })}</div>
        )}
      </div>
      <Button size="small" aria-label={t('money.editOf', { model })} onClick={onEdit}>
        {t('money.edit')}
      </Button>
      <Button size="small" aria-label={t('money.removeOf', { model })} onClick={onRemove}>
        {t('money.remove')}
      </Button>
    </li>
  )
}
