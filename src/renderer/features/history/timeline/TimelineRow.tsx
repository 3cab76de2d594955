import { Menu } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../app/app-store.ts'
import buttons from '../../../components/buttons.module.css'
import { dayWords } from '../../../components/days.ts'
import { history, useHistory } from '../history-store.ts'
import { openListed, titleOf } from '../item-actions.ts'
import type { ListedItem } from '../item-id.ts'
import { selectUpTo, toggleSelected } from '../selection-actions.ts'
import type { Heading } from './headings.ts'
import { ItemLines } from './ItemLines.tsx'
import { ItemMenuItems } from './ItemMenuItems.tsx'
import classes from './Timeline.module.css'

interface TimelineRowProps {
  readonly listed: ListedItem
  /** The heading above it; null where there is none. */
  readonly day: Heading['day'] | null
  readonly dayAt: number
  readonly index: number
  readonly total: number
  readonly focusable: boolean
  readonly selecting: boolean
  readonly selected: boolean
}

function press(event: React.MouseEvent, { id, item }: ListedItem): void {
  if (event.shiftKey) void selectUpTo(id)
  else if (event.ctrlKey || event.metaKey || history().selecting) toggleSelected(id)
  else openListed(item)
}

/** One item of the timeline, under the heading of its day where it is the first one there. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { listed, day, dayAt, index, total, focusable, selecting, selected } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const [menu, setMenu] = useState(false)
  const { id, item } = listed
  const tab = focusable ? 0 : -1
  return (
    <div className={classes.place}>
      {day === null ? null : (
        <div className={classes.day}>{day === 'pinned' ? t('history.pinned') : dayWords(t, language, day, dayAt)}</div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: an item of the virtual list, see Timeline */}
      <div role="listitem" className={classes.item} aria-setsize={total} aria-posinset={index + 1}>
        <button
          type="button"
          className={classes.row}
          data-item={id}
          data-selected={selected || undefined}
          aria-pressed={selecting ? selected : undefined}
          tabIndex={tab}
          onFocus={() => {
            if (history().active !== id) useHistory.setState({ active: id })
          }}
          onClick={(event) => press(event, listed)}
          onContextMenu={(event) => {
            event.preventDefault()
            setMenu(true)
          }}
        >
          {selecting ? <span className={classes.tick} data-on={selected || undefined} aria-hidden="true" /> : null}
          <ItemLines item={item} words={[]} />
        </button>
        <Menu opened={menu} onChange={setMenu} position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <button
              type="button"
              className={`${buttons.icon} ${buttons.tiny} ${classes.menu}`}
              aria-label={t('history.actionsOf', { title: titleOf(item) })}
              tabIndex={tab}
            >
              <Ellipsis size={16} />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <ItemMenuItems item={item} />
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  )
})
