import type { TFunction } from 'i18next'
import {
  Archive,
  ArchiveRestore,
  ExternalLink,
  ListChecks,
  type LucideIcon,
  Pin,
  PinOff,
  Star,
  StarOff,
  Tag,
  Undo2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { HistoryItem } from '../../../../shared/history.ts'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { CopyLinkItem } from '../../../components/window/CopyLinkItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useHistory } from '../history-store.ts'
import { deleteItems, openListed, restoreItems, setArchived, setPinned, titleOf } from '../item-actions.ts'
import { idOf } from '../item-id.ts'
import { toggleSelected } from '../selection-actions.ts'
import classes from './Timeline.module.css'

interface ItemFrameProps {
  readonly item: HistoryItem
  /** Position of the item in a list; null in a listbox, where the focused element moves between the options. */
  readonly place: { readonly index: number; readonly total: number; readonly tab: 0 | -1 } | null
  /** The row itself. */
  readonly children: ReactNode
}

/** A row of the history with its menu, which a right click opens too. */
export function ItemFrame({ item, place, children }: ItemFrameProps) {
  const { t } = useTranslation()
  const [menu, setMenu] = useState(false)
  // a listbox may contain only options, so its button serves only the pointer; the menu key does the same
  const order = place === null ? {} : { 'aria-setsize': place.total, 'aria-posinset': place.index + 1 }
  const button = place === null ? { tabIndex: -1, 'aria-hidden': true } : { tabIndex: place.tab }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role varies; keyboards use the menu key
    <div
      {...order}
      role={place === null ? 'presentation' : 'listitem'}
      className={classes.item}
      onContextMenu={(event) => {
        // events in the open menu bubble through React
        if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
        event.preventDefault()
        setMenu(true)
      }}
    >
      {children}
      <MoreMenu
        opened={menu}
        onChange={setMenu}
        words={t('history.actionsOf', { title: titleOf(item) })}
        size="small"
        {...button}
        className={classes.menu}
      >
        <ItemMenuItems item={item} />
      </MoreMenu>
    </div>
  )
}

/** Actions on one item. */
function ItemMenuItems({ item }: { item: HistoryItem }) {
  const { t } = useTranslation()
  const selecting = useHistory((state) => state.selecting)
  const keys = [item.key]
  // rows that show their selection, or are selectable by a click, need no menu item for it
  const select = selecting ? null : (
    <MenuItem icon={ListChecks} onPress={() => toggleSelected(idOf(item.key))}>
      {t('history.select')}
    </MenuItem>
  )
  if (item.deletedAt !== null) {
    return (
      <>
        <MenuItem icon={Undo2} onPress={() => void restoreItems(keys)}>
          {t('history.restore')}
        </MenuItem>
        {select}
      </>
    )
  }
  return (
    <>
      <MenuItem icon={ExternalLink} onPress={() => openListed(item)}>
        {t('history.open')}
      </MenuItem>
      <CopyLinkItem item={item.key} />
      {select}
      <MenuItem icon={pinIcon(item)} onPress={() => void setPinned(keys, !item.pinned)}>
        {pinWords(t, item)}
      </MenuItem>
      <MenuItem icon={Tag} onPress={() => useHistory.setState({ tagging: keys })}>
        {t('history.tagItems')}
      </MenuItem>
      <MenuItem icon={item.archived ? ArchiveRestore : Archive} onPress={() => void setArchived(keys, !item.archived)}>
        {item.archived ? t('history.unarchive') : t('history.archive')}
      </MenuItem>
      <DeleteItem onPress={() => void deleteItems(keys)}>{t('history.delete')}</DeleteItem>
    </>
  )
}

function pinIcon({ key, pinned }: HistoryItem): LucideIcon {
  if (key.kind === 'chat') return pinned ? PinOff : Pin
  return pinned ? StarOff : Star
}

/** Returns the words for the pinned mark: chats are pinned, everything else is a favourite. */
function pinWords(t: TFunction, { key, pinned }: HistoryItem): string {
  if (key.kind === 'chat') return pinned ? t('chat.unpin') : t('chat.pin')
  return pinned ? t('history.unpin') : t('history.pin')
}
