import type { Price } from '../../../../shared/prices.ts'
import layout from '../../../components/layout.module.css'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import settings from '../SettingsPanel.module.css'
import classes from './Money.module.css'
import { priceUnitWords } from './price-words.ts'

/** Maximum number of rows that are shown. */
const shownMax = 50

interface NewPricesProps {
  readonly label: string
  readonly prices: readonly Price[]
}

/** Prices before they are stored. */
export function NewPrices({ label, prices }: NewPricesProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const connections = useApp((state) => state.connections.connections)
  const nameOf = (of: string) => lineText(connections.find(({ id }) => id === of)?.name ?? '')
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {prices.slice(0, shownMax).map((price) => (
          <li key={`${price.model}\n${price.connectionId}`}>
            <div className={classes.name}>
              {lineText(price.model)}
              <div className={layout.quiet}>
                {[
                  ...(price.connectionId === '' ? [] : [nameOf(price.connectionId)]),
                  ...priceUnitWords(t, language, price),
                ].join(' · ')}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {prices.length > shownMax ? (
        <p className={settings.aside}>{t('money.moreRows', { number: prices.length - shownMax })}</p>
      ) : null}
    </>
  )
}
