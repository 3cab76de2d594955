import { type LucideIcon, MessageCircle, Pencil, RotateCcw, Shuffle } from 'lucide-react'
import type { ImageDetail } from '../../../../shared/image.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import type { ShortcutId } from '../../../../shared/shortcut-table.ts'
import { Button } from '../../../components/Button.tsx'
import { usePictureTargets } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useShortcutKeys } from '../../../platform/shortcuts.ts'
import { editImage, fillAgain, vary } from './detail-actions.ts'
import classes from './UseFor.module.css'

interface UseForProps {
  readonly detail: ImageDetail
  /** The shown picture: the image, or the gateway's original. */
  readonly media: MediaItem
  /** True while the file of the image is missing. */
  readonly lost: boolean
}

/** The next steps with an image. Without its file, only *Use again* works. */
export function UseFor({ detail, media, lost }: UseForProps) {
  const { t } = useTranslation()
  const targets = usePictureTargets(media, 'images')
  return (
    <fieldset className={classes.bar}>
      <legend className={classes.legend}>{t('images.useFor')}</legend>
      <Use
        icon={Pencil}
        words={t('images.edit')}
        shortcut="pictureEdit"
        disabled={lost}
        onUse={() => void editImage(detail)}
      />
      <Use
        icon={Shuffle}
        words={t('images.vary')}
        shortcut="pictureVary"
        disabled={lost}
        onUse={() => void vary(detail)}
      />
      <Use icon={RotateCcw} words={t('images.useAgain')} onUse={() => fillAgain(detail)} />
      {targets.map((target) => (
        <Use
          key={target.id}
          icon={MessageCircle}
          words={target.label()}
          disabled={lost}
          onUse={() => target.take({ media, imageId: detail.summary.id })}
        />
      ))}
    </fieldset>
  )
}

interface UseProps {
  readonly icon: LucideIcon
  readonly words: string
  readonly shortcut?: ShortcutId
  readonly disabled?: boolean
  readonly onUse: () => void
}

function Use({ icon: Icon, words, shortcut, disabled = false, onUse }: UseProps) {
  const keys = useShortcutKeys()
  return (
    <Button disabled={disabled} onClick={onUse}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
      {words}
      {shortcut === undefined ? null : (
        <span className={classes.keys} aria-hidden="true">
          {keys(shortcut)}
        </span>
      )}
    </Button>
  )
}
