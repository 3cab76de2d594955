import type { SpendingGroup } from '../../../../shared/spending.ts'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import classes from './Money.module.css'
import { connectionWords, type Grouping, rowsBy, type SpendingRow } from './spending-rows.ts'

/** Spending by day, model, connection or kind. */
export function SpendingTable({ groups, by }: { readonly groups: readonly SpendingGroup[]; readonly by: Grouping }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const heading = { day: 'byDay', model: 'byModel', connection: 'byConnection', kind: 'byKind' } as const
  const nameOf = ({ name }: SpendingRow): string => {
    const group = groups.find((one) => one[by] === name)
    if (by === 'kind' && group !== undefined) return t(`money.kinds.${group.kind}`)
    return by === 'connection' || name === '' ? connectionWords(t, name) : lineText(name)
  }
  return (
    <table className={classes.table} aria-label={t('settings.spending')}>
      <thead>
        <tr>
          <th scope="col">{t(`money.${heading[by]}`)}</th>
          <th scope="col">{t('money.requests')}</th>
          <th scope="col">{t('money.tokens')}</th>
          <th scope="col">{t('money.noPrice')}</th>
          <th scope="col">{t('money.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rowsBy(groups, by).map((row) => (
          <tr key={row.name}>
            <th scope="row">{nameOf(row)}</th>
            <td>{row.requests.toLocaleString(language)}</td>
            <td>{row.tokens.toLocaleString(language)}</td>
            <td>{row.unpriced.toLocaleString(language)}</td>
            <td>
              {row.totals.length === 0 ? '–' : row.totals.map((total) => moneyWords(language, total)).join(' + ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
