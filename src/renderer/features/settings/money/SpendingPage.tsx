import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { sumWords } from '../../../components/words/money-words.ts'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import settings from '../SettingsPanel.module.css'
import { TableSetting } from '../TableSetting.tsx'
import classes from './Money.module.css'
import { SpendingChart } from './SpendingChart.tsx'
import { SpendingTable } from './SpendingTable.tsx'
import { type Grouping, groupings, sumOfGroups } from './spending-rows.ts'

type Month = CallOutput<'spending.month'>

/** The spending of a month, and the budget. */
export function SpendingPage() {
  const { t } = useTranslation()
  const language = useLanguage()
  const news = useMoney((state) => state.news)
  const [months, setMonths] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const [by, setBy] = useState<Grouping>('day')
  const [found, setFound] = useState<{ readonly month: string; readonly value: Month } | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const month = chosen ?? months[0] ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: new spending is a reason to read again
  useEffect(() => {
    void call('spending.months', {}).then((answer) => (answer.ok ? setMonths(answer.value) : setError(answer.error)))
  }, [news])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new spending is a reason to read again
  useEffect(() => {
    if (month === '') return
    return whenAnswered(call('spending.month', { month }), (answer) => {
      if (answer.ok) setFound({ month, value: answer.value })
      else setError(answer.error)
    })
  }, [month, news])
  const save = async () => {
    const answer = await call('spending.export', { month })
    setError(answer.ok ? null : answer.error)
    if (answer.ok) finishSaving(answer.value)
  }
  const groups = found?.month === month ? found.value.groups : []
  return (
    <>
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={() => setError(null)} />
      )}
      <div className={classes.bar}>
        <select
          className={classes.field}
          aria-label={t('money.month')}
          value={month}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {months.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <select
          className={classes.field}
          aria-label={t('money.by')}
          value={by}
          onChange={(event) => setBy(groupings.find((one) => one === event.currentTarget.value) ?? 'day')}
        >
          <option value="day">{t('money.byDay')}</option>
          <option value="model">{t('money.byModel')}</option>
          <option value="connection">{t('money.byConnection')}</option>
          <option value="kind">{t('money.byKind')}</option>
        </select>
        <Button size="small" disabled={groups.length === 0} onClick={() => void save()}>
          {t('money.csv')}
        </Button>
      </div>
      <p className={classes.total} role="status">
        {groups.length === 0
          ? t('money.nothing')
          : `${t('money.total')}: ${sumWords(t, language, sumOfGroups(groups))}`}
      </p>
      {found?.value.hasMore === true ? <p className={settings.aside}>{t('money.tooMany')}</p> : null}
      {groups.length === 0 ? null : (
        <>
          <SpendingChart groups={groups} month={month} />
          <SpendingTable groups={groups} by={by} />
        </>
      )}
      <p className={settings.aside}>{t('money.rounding')}</p>
      <p className={settings.aside}>{t('money.deleted')}</p>
      <Budget />
    </>
  )
}

function Budget() {
  const { t } = useTranslation()
  const isOff = useApp((state) => state.settings.budgetPeriod === 'off')
  return (
    <>
      <h3 className={settings.subheading}>{t('money.budget')}</h3>
      <TableSetting name="budgetPeriod" />
      {isOff ? null : (
        <>
          <TableSetting name="budgetAmount" />
          <TableSetting name="budgetCurrency" />
          <TableSetting name="budgetAsks" />
        </>
      )}
    </>
  )
}
