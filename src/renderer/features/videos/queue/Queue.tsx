import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from '../../../components/lists/list-bar.module.css'
import { useNetwork } from '../../../platform/network.ts'
import { useVideos } from '../videos-store.ts'
import { FilterBar } from './FilterBar.tsx'
import own from './Queue.module.css'
import { QueueList } from './QueueList.tsx'
import { VideoSelection } from './VideoSelection.tsx'

/** Everything that runs, waits and has ended. */
export function Queue() {
  const selecting = useVideos((state) => state.selecting)
  return (
    <div className={classes.wall}>
      {selecting ? <VideoSelection /> : <FilterBar />}
      <OfflineNote />
      <QueueList />
    </div>
  )
}

/** Says that nothing is asked for the moment, and that nothing is lost by that. */
function OfflineNote() {
  const { t } = useTranslation()
  const online = useNetwork((state) => state.online)
  return (
    <div role="status" className={online ? undefined : own.offline}>
      {online ? null : (
        <>
          <WifiOff size={15} aria-hidden="true" />
          {t('videos.offline')}
        </>
      )}
    </div>
  )
}
