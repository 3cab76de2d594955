import { ImageDown } from 'lucide-react'
import { useState } from 'react'
import type { MediaItem } from '../../../../shared/media.ts'
import type { VideoJob } from '../../../../shared/video.ts'
import { Button } from '../../../components/Button.tsx'
import { Menu } from '../../../components/menu/Menu.tsx'
import { MenuGroup, MenuItem, MenuNote } from '../../../components/menu/MenuItem.tsx'
import { SendToItems } from '../../../components/pictures/SendToItems.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { placeWords } from './frame-stepping.ts'
import { saveFrame, takenFrame } from './taken-frame.ts'
import type { VideoPlayer } from './video-player.ts'

type Taken =
  | { readonly state: 'taking' }
  | { readonly state: 'failed' }
  | { readonly state: 'taken'; readonly media: MediaItem; readonly time: number }

/** A menu that saves the shown frame, or sends it to another panel. */
export function FrameMenu({ player, job }: { player: VideoPlayer; job: VideoJob }) {
  const { t } = useTranslation()
  const [taken, setTaken] = useState<Taken>({ state: 'taking' })
  const take = async () => {
    player.element.pause()
    const time = player.element.currentTime
    setTaken({ state: 'taking' })
    const media = await takenFrame(player)
    setTaken(media === null ? { state: 'failed' } : { state: 'taken', media, time })
  }
  const nameAt = (time: number) =>
    t('videos.frameName', {
      name: promptTitle(job.request.prompt, 40).replace(/…$/, ''),
      time: placeWords(time).replace(':', '-'),
    })
  return (
    <Menu
      position="top-end"
      isInPlace
      onChange={(isOpen) => {
        if (isOpen) void take()
      }}
      trigger={
        <Button kind="chip">
          <ImageDown size={14} aria-hidden="true" />
          {t('videos.frame')}
        </Button>
      }
    >
      {taken.state === 'taken' ? (
        <>
          <MenuItem onPress={() => void saveFrame(taken.media, nameAt(taken.time))}>{t('videos.frameSave')}</MenuItem>
          <MenuGroup label={t('videos.frameSendTo')}>
            <SendToItems picture={{ media: taken.media, imageId: null }} from={null} />
          </MenuGroup>
        </>
      ) : (
        <MenuNote role="status">{t(taken.state === 'taking' ? 'videos.frameTaking' : 'videos.frameFailed')}</MenuNote>
      )}
    </Menu>
  )
}
