import { currencies } from '../../../../shared/prices.ts'
import type { SpendingGroup } from '../../../../shared/spending.ts'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Money.module.css'
import { rowsBy, sumOfGroups } from './spending-rows.ts'

const [height, step] = [90, 20]

/** Cost of each day of a month as bars, one chart per currency. The table below has the same data in words. */
export function SpendingChart({
  groups,
  month,
}: {
  readonly groups: readonly SpendingGroup[]
  readonly month: string
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = new Date(year, number, 0).getDate()
  const days = rowsBy(groups, 'day')
  return currencies.map((currency) => {
    const total = sumOfGroups(groups).totals.find((one) => one.currency === currency)
    if (total === undefined || total.nano === 0) return null
    const costOf = (day: number): number => {
      const name = `${month}-${String(day).padStart(2, '0')}`
      return days.find((row) => row.name === name)?.totals.find((one) => one.currency === currency)?.nano ?? 0
    }
    const list = Array.from({ length: count }, (_, at) => ({ day: at + 1, nano: costOf(at + 1) }))
    const most = Math.max(...list.map(({ nano }) => nano))
    const label = `${t('money.chart', { currency })}: ${moneyWords(language, total)}`
    return (
      <figure key={currency} className={classes.chart}>
        <figcaption>{label}</figcaption>
        <svg viewBox={`0 0 ${count * step} ${height + 18}`} role="img" aria-label={label}>
          <line x1={0} x2={count * step} y1={height} y2={height} />
          {list.map(({ day, nano }) => {
            const tall = nano === 0 ? 0 : Math.max(2, (nano / most) * (height - 4))
            return (
              <g key={day}>
                <rect x={(day - 1) * step + 3} y={height - tall} width={step - 6} height={tall} rx={2}>
                  <title>{`${month}-${String(day).padStart(2, '0')}: ${moneyWords(language, { currency, nano })}`}</title>
                </rect>
                {day === 1 || day % 5 === 0 ? (
                  <text x={(day - 0.5) * step} y={height + 14} textAnchor="middle">
                    {day}
                  </text>
                ) : null}
              </g>
            )
          })}
        </svg>
      </figure>
    )
  })
}
