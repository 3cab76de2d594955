import { Film, FolderPlus, Save, Star, Trash2, WifiOff } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import classes from '../../../components/lists/list-bar.module.css'
import { SelectionBar } from '../../../components/lists/SelectionBar.tsx'
import { Menu } from '../../../components/menu/Menu.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useNetwork } from '../../../platform/network.ts'
import { deleteVideos, favouriteAll, saveArchive } from '../file-actions.ts'
import { selectAll, setSelecting } from '../list-actions.ts'
import { AddToStoryboard } from '../storyboard/AddToStoryboard.tsx'
import { useVideos } from '../videos-store.ts'
import { FilterBar } from './FilterBar.tsx'
import own from './Queue.module.css'
import { QueueList } from './QueueList.tsx'
import { VideoCollectionItems } from './VideoCollections.tsx'

/** The list of running, waiting and ended videos. */
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

/** A note that polling is paused while offline, and that nothing is lost. */
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

/** Actions for the selected videos. */
function VideoSelection() {
  const { t } = useTranslation()
  const ids = useVideos((state) => state.selection.ids)
  const chosen = [...ids]
  const actions = [
    { words: t('videos.favourite'), icon: Star, run: () => void favouriteAll(chosen) },
    { words: t('videos.saveZip'), icon: Save, run: () => void saveArchive(chosen) },
    { words: t('videos.delete'), icon: Trash2, run: () => void deleteVideos(chosen) },
  ]
  return (
    <SelectionBar
      words={{
        title: t('videos.selection'),
        count: t('videos.selected', { count: chosen.length }),
        all: t('videos.selectAll'),
        end: t('videos.selectEnd'),
      }}
      onAll={() => void selectAll()}
      onEnd={() => setSelecting(false)}
    >
      {actions.map(({ words, icon, run }) => (
        <IconButton key={words} icon={icon} words={words} disabled={chosen.length === 0} onClick={run} />
      ))}
      <Menu trigger={<IconButton icon={Film} words={t('storyboards.add')} disabled={chosen.length === 0} />}>
        <AddToStoryboard jobIds={chosen} />
      </Menu>
      <Menu
        width={240}
        trigger={<IconButton icon={FolderPlus} words={t('images.collectionAdd')} disabled={chosen.length === 0} />}
      >
        <VideoCollectionItems jobIds={chosen} />
      </Menu>
    </SelectionBar>
  )
}
