import { Forward } from 'lucide-react'
import { useState } from 'react'
import type { MediaItem } from '../../../../shared/media.ts'
import type { StoryboardEntry } from '../../../../shared/storyboard.ts'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuGroup, MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { type PictureTarget, usePictureTargets } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { chordWords } from '../../../platform/shortcuts.ts'
import { showToast } from '../../../platform/toasts.ts'
import { saveFrame } from '../view/taken-frame.ts'
import { storedLastFrame } from './last-frames.ts'
import { moveEntry, removeEntry } from './storyboard-actions.ts'

interface EntryMenuProps {
  readonly entry: StoryboardEntry
  readonly index: number
  readonly count: number
  readonly onMoved: (index: number) => void
}

/** Menu of a video in a storyboard: its place, and what its last frame is used for. */
export function EntryMenu({ entry, index, count, onMoved }: EntryMenuProps) {
  const { t } = useTranslation()
  const mac = useApp((state) => state.info.platform === 'mac')
  const [taking, setTaking] = useState(false)
  const move = (to: number) => {
    if (moveEntry(entry.id, to)) onMoved(to)
  }
  const { file } = entry.job
  const takeFrame = async () => {
    if (file === null) return null
    setTaking(true)
    const media = await storedLastFrame(file.media.id)
    setTaking(false)
    if (media === null) showToast(t('videos.frameFailed'))
    return media
  }
  const save = async () => {
    const media = await takeFrame()
    const name = promptTitle(entry.job.request.prompt, 40).replace(/…$/, '')
    if (media !== null) await saveFrame(media, name)
  }
  return (
    <MoreMenu words={t('storyboards.actionsOf', { number: index + 1 })} size="small" width={260} title={t('app.more')}>
      <MenuItem aside={chordWords(t, 'Alt+ArrowUp', mac)} disabled={index === 0} onPress={() => move(index - 1)}>
        {t('videos.moveUp')}
      </MenuItem>
      <MenuItem
        aside={chordWords(t, 'Alt+ArrowDown', mac)}
        disabled={index === count - 1}
        onPress={() => move(index + 1)}
      >
        {t('videos.moveDown')}
      </MenuItem>
      {file === null ? null : (
        <MenuGroup label={t('storyboards.lastFrame')}>
          <MenuItem disabled={taking} onPress={() => void save()}>
            {t('videos.frameSave')}
          </MenuItem>
          <FrameTargets video={file.media} isBusy={taking} take={takeFrame} />
        </MenuGroup>
      )}
      <DeleteItem onPress={() => void removeEntry(entry.id)}>{t('storyboards.remove')}</DeleteItem>
    </MoreMenu>
  )
}

interface FrameTargetsProps {
  readonly video: MediaItem
  readonly isBusy: boolean
  /** Captures the frame; null, with an error shown, if that fails. */
  readonly take: () => Promise<MediaItem | null>
}

/** Menu items that send the last frame to other panels. */
function FrameTargets({ isBusy, take, video }: FrameTargetsProps) {
  const targets = usePictureTargets({ ...video, mime: 'image/png' }, null)
  const send = async (target: PictureTarget) => {
    const frame = await take()
    if (frame !== null) target.take({ media: frame, imageId: null })
  }
  return targets.map((target) => (
    <MenuItem key={target.id} icon={Forward} disabled={isBusy} onPress={() => void send(target)}>
      {target.label()}
    </MenuItem>
  ))
}
