import type { VideoJob } from '../../../../shared/video.ts'
import { videoMeanings } from '../../../../shared/video-words.ts'
import { Button } from '../../../components/Button.tsx'
import { Menu } from '../../../components/menu/Menu.tsx'
import { MenuGroup, MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { explainWord } from '../job-actions.ts'
import { videoCard } from './video-card.ts'

interface WordMenuProps {
  readonly job: VideoJob
  readonly tab?: number
  readonly className?: string | undefined
  readonly size?: 'small' | 'regular'
}

/** A menu to choose the meaning of an unknown status word; nothing in any other state. */
export function WordMenu({ job, tab = 0, className, size = 'regular' }: WordMenuProps) {
  const { t } = useTranslation()
  const { id, word } = job
  if (videoCard(job).state !== 'word' || word === null) return null
  return (
    <Menu
      position="bottom-start"
      trigger={
        <Button size={size} className={className} tabIndex={tab}>
          {t('videos.wordMeaning')}
        </Button>
      }
    >
      <MenuGroup label={t('videos.wordMenu', { word: word.slice(0, 40) })}>
        {videoMeanings.map((meaning) => (
          <MenuItem key={meaning} onPress={() => void explainWord(id, word, meaning)}>
            {t(`videos.meaning.${meaning}`)}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  )
}
