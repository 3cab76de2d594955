import { Save, Star, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../components/IconButton.tsx'
import { SelectionBar } from '../../../components/lists/SelectionBar.tsx'
import { deleteVideos, favouriteAll, saveArchive } from '../file-actions.ts'
import { selectAll, setSelecting } from '../list-actions.ts'
import { useVideos } from '../videos-store.ts'

/** What can be done with the marked videos. */
export function VideoSelection() {
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
    </SelectionBar>
  )
}
