import { Popover } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { dateField, momentOf } from '../../../components/lists/date-range.ts'
import { useAfterClose } from '../../../components/window/after-close.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { indexBefore } from '../list-actions.ts'
import { showInList } from '../list-focus.ts'
import classes from './PlaceLine.module.css'

/** A field for a day; scrolls the list to it, or to the nearest day before it that has items. */
export function DayJump() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [day, setDay] = useState(() => dateField(Date.now(), false))
  const [hasNone, setNone] = useState(false)
  const afterClose = useAfterClose(opened)
  const jump = async (event: FormEvent) => {
    event.preventDefault()
    const end = momentOf(day, true)
    if (end === null) return
    const index = await indexBefore(end)
    setNone(index === null)
    if (index === null) return
    afterClose(() => showInList(index))
    setOpened(false)
  }
  return (
    <Popover opened={opened} onDismiss={() => setOpened(false)} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          icon={CalendarDays}
          words={t('history.goToDay')}
          iconSize={16}
          size="small"
          aria-haspopup="dialog"
          onClick={() => {
            setNone(false)
            setOpened(!opened)
          }}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('history.goToDay')}>
        <form className={classes.jump} onSubmit={(event) => void jump(event)}>
          <input
            type="date"
            className={classes.date}
            aria-label={t('history.day')}
            value={day}
            max={dateField(Date.now(), false)}
            onChange={(event) => {
              setNone(false)
              setDay(event.currentTarget.value)
            }}
          />
          <Button kind="primary" size="small" type="submit" disabled={momentOf(day, true) === null}>
            {t('history.go')}
          </Button>
          {hasNone ? (
            <p className={classes.none} role="status">
              {t('history.noneBefore')}
            </p>
          ) : null}
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
