import { Menu } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Archive, ArchiveRestore, Ellipsis, ExternalLink, ListChecks, Star, StarOff, Tag, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { HistoryItem } from '../../../../shared/history.ts'
import { DeleteItem } from '../../../components/DeleteItem.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { ActionMenu, OpeningItem } from '../../../components/window/ActionMenu.tsx'
import { CopyLinkItem } from '../../../components/window/CopyLinkItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useHistory } from '../history-store.ts'
import { deleteItems, openListed, restoreItems, setArchived, setPinned, titleOf } from '../item-actions.ts'
import { idOf } from '../item-id.ts'
import { toggleSelected } from '../selection-actions.ts'
import classes from './Timeline.module.css'

interface ItemFrameProps {
  readonly item: HistoryItem
  /** Its position in a list; null in a listbox, where the focused element moves between the options. */
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
      <ActionMenu
        width={220}
        opened={menu}
        onChange={setMenu}
        target={
          <IconButton
            icon={Ellipsis}
            words={t('history.actionsOf', { title: titleOf(item) })}
            iconSize={16}
            size="small"
            {...button}
            className={classes.menu}
          />
        }
      >
        <ItemMenuItems item={item} />
      </ActionMenu>
    </div>
  )
}

/** Actions on one item. */
function ItemMenuItems({ item }: { item: HistoryItem }) {
  const { t } = useTranslation()
  const selecting = useHistory((state) => state.selecting)
  const keys = [item.key]
  const icon = { size: 15, 'aria-hidden': 'true' } as const
  // rows that show their selection, or are selectable by a click, need no menu item for it
  const select = selecting ? null : (
    <Menu.Item leftSection={<ListChecks {...icon} />} onClick={() => toggleSelected(idOf(item.key))}>
      {t('history.select')}
    </Menu.Item>
  )
  if (item.deletedAt !== null) {
    return (
      <>
        <Menu.Item leftSection={<Undo2 {...icon} />} onClick={() => void restoreItems(keys)}>
          {t('history.restore')}
        </Menu.Item>
        {select}
      </>
    )
  }
  return (
    <>
      <Menu.Item leftSection={<ExternalLink {...icon} />} onClick={() => openListed(item)}>
        {t('history.open')}
      </Menu.Item>
      <CopyLinkItem item={item.key} />
      {select}
      <Menu.Item
        leftSection={item.pinned ? <StarOff {...icon} /> : <Star {...icon} />}
        onClick={() => void setPinned(keys, !item.pinned)}
      >
        {pinWords(t, item)}
      </Menu.Item>
      <OpeningItem leftSection={<Tag {...icon} />} onOpen={() => useHistory.setState({ tagging: keys })}>
        {t('history.tagItems')}
      </OpeningItem>
      <Menu.Item
        leftSection={item.archived ? <ArchiveRestore {...icon} /> : <Archive {...icon} />}
        onClick={() => void setArchived(keys, !item.archived)}
      >
        {item.archived ? t('history.unarchive') : t('history.archive')}
      </Menu.Item>
      <DeleteItem words={t('history.delete')} onDelete={() => void deleteItems(keys)} />
    </>
  )
}

/** Returns the words for the pinned mark: chats are pinned, everything else is a favourite. */
function pinWords(t: TFunction, { key, pinned }: HistoryItem): string {
  if (key.kind === 'chat') return pinned ? t('chat.unpin') : t('chat.pin')
  return pinned ? t('history.unpin') : t('history.pin')
}
