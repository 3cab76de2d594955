import { Heart, Save, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import classes from '../../../components/list-bar.module.css'
import { deleteVideos, favouriteAll, saveArchive } from '../file-actions.ts'
import { selectAll, setSelecting } from '../selection-actions.ts'
import { useVideos } from '../videos-store.ts'

/** What can be done with the marked videos. */
export function SelectionBar() {
  const { t } = useTranslation()
  const ids = useVideos((state) => state.selection.ids)
  const chosen = [...ids]
  const none = chosen.length === 0
  const icon = { size: 18, strokeWidth: 1.75 } as const
  const actions = [
    { words: t('videos.favourite'), Icon: Heart, run: () => void favouriteAll(chosen) },
    { words: t('videos.saveZip'), Icon: Save, run: () => void saveArchive(chosen) },
    { words: t('videos.delete'), Icon: Trash2, run: () => void deleteVideos(chosen) },
  ]
  return (
    <section className={classes.bar} aria-label={t('videos.selection')}>
      <span className={classes.count} role="status">
        {t('videos.selected', { count: chosen.length })}
      </span>
      <span className={classes.grow} />
      <button type="button" className={`${buttons.quiet} ${buttons.small}`} onClick={() => void selectAll()}>
        {t('videos.selectAll')}
      </button>
      {actions.map(({ words, Icon, run }) => (
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
        aria-label={t('videos.selectEnd')}
        title={t('videos.selectEnd')}
        onClick={() => setSelecting(false)}
      >
        <X {...icon} />
      </button>
    </section>
  )
}
