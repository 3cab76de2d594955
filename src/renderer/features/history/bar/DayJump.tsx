import { Popover } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { dateField, momentOf } from '../../../components/lists/date-range.ts'
import { useAfterClose } from '../../../components/window/after-close.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { indexBefore } from '../list-actions.ts'
import { showInList } from '../list-focus.ts'
import { showDayJump, useDayJump } from './day-jump-store.ts'
import { MonthList } from './MonthList.tsx'
import classes from './PlaceLine.module.css'

/** A field for a day and a list of months; scrolls the list to it, or to the nearest day before it that has items. */
export function DayJump() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { opened } = useDayJump()
  const [day, setDay] = useState(() => dateField(Date.now(), false))
  const [hasNone, setNone] = useState(false)
  const afterClose = useAfterClose(opened)
  useEffect(() => {
    if (opened) setNone(false)
  }, [opened])
  useEffect(() => () => showDayJump(false), [])
  const jump = async (end: number) => {
    const index = await indexBefore(end)
    setNone(index === null)
    if (index === null) return
    afterClose(() => showInList(index))
    showDayJump(false)
  }
  const end = momentOf(day, true)
  const start = momentOf(day, false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (end !== null) void jump(end)
  }
  return (
    <Popover opened={opened} onDismiss={() => showDayJump(false)} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          icon={CalendarDays}
          words={t('history.goToDay')}
          title={`${t('history.goToDay')} (G)`}
          iconSize={16}
          size="small"
          aria-haspopup="dialog"
          onClick={() => showDayJump(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('history.goToDay')}>
        <form className={classes.jump} onSubmit={submit}>
          <input
            type="date"
            data-autofocus
            className={classes.date}
            aria-label={t('history.day')}
            value={day}
            max={dateField(Date.now(), false)}
            onChange={(event) => {
              setNone(false)
              setDay(event.currentTarget.value)
            }}
          />
          <Button kind="primary" size="small" type="submit" disabled={end === null}>
            {t('history.go')}
          </Button>
          {/* the field has the format of the system, this line that of the interface */}
          <p className={classes.none}>
            {start === null ? '\u00a0' : new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(start)}
          </p>
          {hasNone ? (
            <p className={classes.none} role="status">
              {t('history.noneBefore')}
            </p>
          ) : null}
        </form>
        <MonthList onChoose={(monthEnd) => void jump(monthEnd)} />
      </Popover.Dropdown>
    </Popover>
  )
}
