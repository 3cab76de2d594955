import { Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { useApp } from '../../../platform/app-store.ts'
import { showSettings } from '../../../platform/navigation.ts'
import { narrows } from '../filter.ts'
import { clearFilter } from '../list-actions.ts'
import { focusPrompt } from '../panel-actions.ts'
import { useVideos } from '../videos-store.ts'
import classes from './QueueList.module.css'

/** Says why there is nothing, and what to do. */
export function EmptyQueue() {
  const { t } = useTranslation()
  const narrowed = useVideos((state) => narrows(state.filter))
  const connected = useApp((state) => state.connections.connections.length > 0)
  const kind = narrowed ? 'narrowed' : connected ? 'first' : 'unconnected'
  const shown = {
    narrowed: { title: t('videos.nothingFits'), hint: null, button: t('videos.filterClear'), run: clearFilter },
    first: {
      title: t('videos.nothing'),
      hint: t('videos.nothingHint'),
      button: t('videos.nothingStart'),
      run: focusPrompt,
    },
    unconnected: {
      title: t('videos.noConnection'),
      hint: t('videos.noConnectionHint'),
      button: t('videos.noConnectionStart'),
      run: () => showSettings('connections'),
    },
  }[kind]
  return (
    <div className={classes.empty}>
      <Video size={28} strokeWidth={1.5} aria-hidden="true" />
      <h2>{shown.title}</h2>
      {shown.hint === null ? null : <p>{shown.hint}</p>}
      <button type="button" className={buttons.quiet} onClick={shown.run}>
        {shown.button}
      </button>
    </div>
  )
}
