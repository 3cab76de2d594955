import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryItem } from '../../../../shared/history.ts'
import buttons from '../../../components/buttons.module.css'
import { ActionMenu } from '../../../components/window/ActionMenu.tsx'
import { titleOf } from '../item-actions.ts'
import { ItemMenuItems } from './ItemMenuItems.tsx'
import classes from './Timeline.module.css'

interface ItemFrameProps {
  readonly item: HistoryItem
  /** Its place in a list; null in a listbox, whose options are led through by the element that has the focus. */
  readonly place: { readonly index: number; readonly total: number; readonly tab: 0 | -1 } | null
  /** The row itself. */
  readonly children: ReactNode
}

/** A row of the history with the menu of its item, which its context menu opens as well. */
export function ItemFrame({ item, place, children }: ItemFrameProps) {
  const { t } = useTranslation()
  const [menu, setMenu] = useState(false)
  // a listbox may hold nothing but options: its button is for the pointer alone, and the menu key does the same
  const order = place === null ? {} : { 'aria-setsize': place.total, 'aria-posinset': place.index + 1 }
  const button = place === null ? { tabIndex: -1, 'aria-hidden': true } : { tabIndex: place.tab }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role depends on where it stands, and the keys' way is the menu key
    <div
      {...order}
      role={place === null ? 'presentation' : 'listitem'}
      className={classes.item}
      onContextMenu={(event) => {
        // what is done in the menu that is open bubbles as well
        if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
        event.preventDefault()
        setMenu(true)
      }}
    >
      {children}
      <ActionMenu
        width={220}
        opened={menu}
        onChange={setMenu}
        target={
          <button
            {...button}
            type="button"
            className={`${buttons.icon} ${buttons.tiny} ${classes.menu}`}
            aria-label={t('history.actionsOf', { title: titleOf(item) })}
          >
            <Ellipsis size={16} />
          </button>
        }
      >
        <ItemMenuItems item={item} />
      </ActionMenu>
    </div>
  )
}
