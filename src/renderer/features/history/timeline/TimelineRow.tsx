import { memo } from 'react'
import { Button } from '../../../components/Button.tsx'
import { dayWords } from '../../../components/lists/days.ts'
import { Tick } from '../../../components/lists/Tick.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { history, useHistory } from '../history-store.ts'
import { openListed } from '../item-actions.ts'
import type { ListedItem } from '../item-id.ts'
import { pressItem } from '../selection-actions.ts'
import type { Heading } from './headings.ts'
import { ItemFrame } from './ItemFrame.tsx'
import { ItemLines } from './ItemLines.tsx'
import classes from './Timeline.module.css'

interface TimelineRowProps {
  readonly listed: ListedItem
  /** The heading above it; null without one. */
  readonly day: Heading['day'] | null
  readonly dayAt: number
  readonly index: number
  readonly total: number
  readonly focusable: boolean
  readonly selecting: boolean
  readonly selected: boolean
}

/** An item of the timeline, below its day's heading if it is the first of the day. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { listed, day, dayAt, index, total, focusable, selecting, selected } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const { id, item } = listed
  const tab = focusable ? 0 : -1
  return (
    <div className={classes.place}>
      {day === null ? null : (
        <div className={classes.day}>{day === 'pinned' ? t('history.pinned') : dayWords(t, language, day, dayAt)}</div>
      )}
      <ItemFrame item={item} place={{ index, total, tab }}>
        <Button
          kind="plain"
          className={classes.row}
          data-item={id}
          data-selected={selected || undefined}
          aria-pressed={selecting ? selected : undefined}
          tabIndex={tab}
          onFocus={() => {
            if (history().active !== id) useHistory.setState({ active: id })
          }}
          onClick={(event) => pressItem(event, id, () => openListed(item))}
        >
          {selecting ? <Tick on={selected} /> : null}
          <ItemLines item={item} words={[]} />
        </Button>
      </ItemFrame>
    </div>
  )
})
