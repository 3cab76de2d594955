import { Forward, RotateCcw, SquarePen, Workflow } from 'lucide-react'
import { useState } from 'react'
import type { VideoFile, VideoJob } from '../../../../shared/video.ts'
import { Use, UseForBar } from '../../../components/use-for/UseForBar.tsx'
import { type PictureTarget, usePictureTargets } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { offerToRecipes } from '../../../platform/recipes-store.ts'
import { showToast } from '../../../platform/toasts.ts'
import { choiceWords } from '../queue/choice-words.ts'
import { runChoice } from '../queue/run-choice.ts'
import { takenFrame } from './taken-frame.ts'
import type { VideoPlayer } from './video-player.ts'

interface UseForProps {
  readonly job: VideoJob
  readonly file: VideoFile
  readonly player: VideoPlayer
}

/** The next steps with a video: once more, changed, or its shown frame elsewhere. */
export function UseFor({ job, file, player }: UseForProps) {
  const { t } = useTranslation()
  const [taking, setTaking] = useState(false)
  // a frame is a PNG
  const targets = usePictureTargets({ ...file.media, mime: 'image/png' }, null)
  const sendFrame = async (target: PictureTarget) => {
    setTaking(true)
    player.element.pause()
    const media = await takenFrame(player)
    setTaking(false)
    if (media === null) showToast(t('videos.frameFailed'))
    else target.take({ media, imageId: null })
  }
  return (
    <UseForBar>
      <Use icon={RotateCcw} words={choiceWords(t, 'resubmit')} asks onUse={() => runChoice('resubmit', job)} />
      <Use icon={SquarePen} words={choiceWords(t, 'edit')} onUse={() => runChoice('edit', job)} />
      {targets.map((target) => (
        <Use
          key={target.id}
          icon={Forward}
          words={target.label()}
          title={t('videos.frameUse')}
          disabled={taking}
          onUse={() => void sendFrame(target)}
        />
      ))}
      <Use icon={Workflow} words={t('recipes.use')} onUse={() => offerVideo(job, file)} />
    </UseForBar>
  )
}

/** Offers a video to recipes. A new recipe begins with its transcript. */
function offerVideo({ request }: VideoJob, { media }: VideoFile): void {
  const step = { kind: 'transcribe', model: '', prompt: '' } as const
  offerToRecipes({ kind: 'stored', name: promptTitle(request.prompt, 40), media, step })
}
