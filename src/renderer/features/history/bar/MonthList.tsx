import { type KeyboardEvent, useEffect, useState } from 'react'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import { Button } from '../../../components/Button.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { whenAnswered } from '../../../platform/when-answered.ts'
import { useHistory } from '../history-store.ts'
import classes from './PlaceLine.module.css'

type Months = CallOutput<'history.months'>

/** Moves the focus between the months by arrow keys. */
function stepMonth(event: KeyboardEvent<HTMLElement>): void {
  const to = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const item = event.target instanceof HTMLElement ? event.target.closest('li') : null
  item?.[to[event.key]]?.querySelector('button')?.focus()
}

/** The months with items, newest first. `onChoose` gets the end of a month, in ms since 1970. */
export function MonthList({ onChoose }: { readonly onChoose: (end: number) => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const filter = useHistory((state) => state.filter)
  const [months, setMonths] = useState<Months>([])
  useEffect(
    () =>
      whenAnswered(call('history.months', { filter }), (answer) => {
        setMonths(answer.ok ? answer.value : [])
      }),
    [filter],
  )
  const words = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' })
  return (
    <ul className={classes.months} aria-label={t('history.months')} onKeyDown={stepMonth}>
      {months.map(({ count, month, year }) => (
        <li key={`${year} ${month}`}>
          <Button kind="plain" onClick={() => onChoose(new Date(year, month, 1).getTime())}>
            {words.format(new Date(year, month - 1, 1))}
            <span>{t('history.count', { count, formatted: count.toLocaleString(language) })}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
