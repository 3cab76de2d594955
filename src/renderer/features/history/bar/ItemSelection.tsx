import { Archive, ArchiveRestore, Star, Tag, Trash2, Undo2 } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import { SelectionBar } from '../../../components/lists/SelectionBar.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useHistory } from '../history-store.ts'
import { deleteItems, keysOf, restoreItems, setArchived, togglePinned } from '../item-actions.ts'
import { selectAll, setSelecting } from '../selection-actions.ts'

/** Actions on the marked items. */
export function ItemSelection() {
  const { t } = useTranslation()
  const ids = useHistory((state) => state.selection.ids)
  const place = useHistory((state) => state.filter.place)
  const keys = () => keysOf(ids)
  const bin = [{ words: t('history.restore'), icon: Undo2, run: () => void restoreItems(keys()) }]
  const others = [
    { words: t('history.favourites'), icon: Star, run: () => void togglePinned(keys()) },
    { words: t('history.tagItems'), icon: Tag, run: () => useHistory.setState({ tagging: keys() }) },
    place === 'archive'
      ? { words: t('history.unarchive'), icon: ArchiveRestore, run: () => void setArchived(keys(), false) }
      : { words: t('history.archive'), icon: Archive, run: () => void setArchived(keys(), true) },
    { words: t('history.delete'), icon: Trash2, run: () => void deleteItems(keys()) },
  ]
  return (
    <SelectionBar
      words={{
        title: t('history.selection'),
        count: t('history.selected', { count: ids.size }),
        all: t('history.selectAll'),
        end: t('history.selectEnd'),
      }}
      onAll={() => void selectAll()}
      onEnd={() => setSelecting(false)}
    >
      {(place === 'bin' ? bin : others).map(({ words, icon, run }) => (
        <IconButton key={words} icon={icon} words={words} disabled={ids.size === 0} onClick={run} />
      ))}
    </SelectionBar>
  )
}
