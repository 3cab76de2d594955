import { Archive, ArchiveRestore, Star, Tag, Trash2, Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import classes from '../../../components/list-bar.module.css'
import { useHistory } from '../history-store.ts'
import { deleteItems, keysOf, restoreItems, setArchived, togglePinned } from '../item-actions.ts'
import { selectAll, setSelecting } from '../selection-actions.ts'

/** What can be done with the marked items. */
export function SelectionBar() {
  const { t } = useTranslation()
  const ids = useHistory((state) => state.selection.ids)
  const place = useHistory((state) => state.filter.place)
  const none = ids.size === 0
  const icon = { size: 18, strokeWidth: 1.75 } as const
  const keys = () => keysOf(ids)
  const bin = [{ words: t('history.restore'), Icon: Undo2, run: () => void restoreItems(keys()) }]
  const others = [
    { words: t('history.favourites'), Icon: Star, run: () => void togglePinned(keys()) },
    { words: t('history.tagItems'), Icon: Tag, run: () => useHistory.setState({ tagging: keys() }) },
    place === 'archive'
      ? { words: t('history.unarchive'), Icon: ArchiveRestore, run: () => void setArchived(keys(), false) }
      : { words: t('history.archive'), Icon: Archive, run: () => void setArchived(keys(), true) },
    { words: t('history.delete'), Icon: Trash2, run: () => void deleteItems(keys()) },
  ]
  return (
    <section className={classes.bar} aria-label={t('history.selection')}>
      <span className={classes.count} role="status">
        {t('history.selected', { count: ids.size })}
      </span>
      <span className={classes.grow} />
      <button type="button" className={`${buttons.quiet} ${buttons.small}`} onClick={() => void selectAll()}>
        {t('history.selectAll')}
      </button>
      {(place === 'bin' ? bin : others).map(({ words, Icon, run }) => (
        <button
          key={words}
          type="button"
          className={buttons.icon}
          disabled={none}
          aria-label={words}
          title={words}
          onClick={run}
        >
          <Icon {...icon} />
        </button>
      ))}
      <button
        type="button"
        className={buttons.icon}
        aria-label={t('history.selectEnd')}
        title={t('history.selectEnd')}
        onClick={() => setSelecting(false)}
      >
        <X {...icon} />
      </button>
    </section>
  )
}
