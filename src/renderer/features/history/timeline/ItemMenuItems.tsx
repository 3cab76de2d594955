import { Menu } from '@mantine/core'
import { Archive, ArchiveRestore, ExternalLink, ListChecks, Star, StarOff, Tag, Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { HistoryItem } from '../../../../shared/history.ts'
import { OpeningItem } from '../../../components/window/ActionMenu.tsx'
import { useHistory } from '../history-store.ts'
import { deleteItems, openListed, restoreItems, setArchived, setPinned } from '../item-actions.ts'
import { idOf } from '../item-id.ts'
import { toggleSelected } from '../selection-actions.ts'

/** What can be done with one item. */
export function ItemMenuItems({ item }: { item: HistoryItem }) {
  const { t } = useTranslation()
  const selecting = useHistory((state) => state.selecting)
  const keys = [item.key]
  const icon = { size: 15, 'aria-hidden': 'true' } as const
  // a row that is marked, or can be by a click, needs no words for it
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
      {select}
      <Menu.Item
        leftSection={item.pinned ? <StarOff {...icon} /> : <Star {...icon} />}
        onClick={() => void setPinned(keys, !item.pinned)}
      >
        {item.pinned ? t('history.unpin') : t('history.pin')}
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
      <Menu.Item color="seal" leftSection={<Trash2 {...icon} />} onClick={() => void deleteItems(keys)}>
        {t('history.delete')}
      </Menu.Item>
    </>
  )
}
