import { Film, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { MenuGroup, MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { addVideos, loadStoryboards } from './storyboard-actions.ts'
import { useStoryboards } from './storyboard-store.ts'

/** Menu items that add finished videos to a storyboard. */
export function AddToStoryboard({ jobIds }: { readonly jobIds: readonly string[] }) {
  const { t } = useTranslation()
  const list = useStoryboards((state) => state.list)
  useEffect(() => void loadStoryboards(), [])
  return (
    <MenuGroup label={t('storyboards.add')}>
      {(list ?? []).map((storyboard) => (
        <MenuItem key={storyboard.id} icon={Film} onPress={() => void addVideos(jobIds, storyboard)}>
          {storyboard.name}
        </MenuItem>
      ))}
      <MenuItem icon={Plus} onPress={() => void addVideos(jobIds, null)}>
        {t('storyboards.new')}
      </MenuItem>
    </MenuGroup>
  )
}
