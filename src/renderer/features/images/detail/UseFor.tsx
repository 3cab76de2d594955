import { ImagePlus, MessageCircle, Pencil, RotateCcw, Shuffle } from 'lucide-react'
import type { ImageDetail } from '../../../../shared/image.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { Use, UseForBar } from '../../../components/use-for/UseForBar.tsx'
import { usePictureTargets } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { addReference, editImage, fillAgain, vary } from './detail-actions.ts'

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
    <UseForBar>
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
      <Use icon={ImagePlus} words={t('images.addReference')} disabled={lost} onUse={() => addReference(detail)} />
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
    </UseForBar>
  )
}
