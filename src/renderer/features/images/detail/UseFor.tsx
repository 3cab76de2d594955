import { ImagePlus, MessageCircle, Pencil, RotateCcw, Shuffle, Workflow } from 'lucide-react'
import type { ImageDetail } from '../../../../shared/image.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { stepPromptMax } from '../../../../shared/recipe-limits.ts'
import { Use, UseForBar } from '../../../components/use-for/UseForBar.tsx'
import { usePictureTargets } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { offerToRecipes } from '../../../platform/recipes-store.ts'
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
      <Use icon={Workflow} words={t('recipes.use')} disabled={lost} onUse={() => offerImage(detail, media)} />
    </UseForBar>
  )
}

/** Offers the shown picture to recipes. A new recipe begins with the edit that made it. */
function offerImage({ request, summary }: ImageDetail, media: MediaItem): void {
  const { edit, model, prompt } = request
  const step = { kind: 'image', model, prompt: edit === null ? '' : prompt.slice(0, stepPromptMax) } as const
  offerToRecipes({ kind: 'picture', name: promptTitle(prompt, 40), media, imageId: summary.id, step })
}
