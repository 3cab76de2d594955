import { useMemo } from 'react'
import { modelIdOf } from '../../../../shared/video-models.ts'
import { SubmitBar } from '../../../components/media-form/SubmitBar.tsx'
import { moneyWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { chosenOrientation, videosIn } from '../form.ts'
import { submitVideos } from '../submit.ts'
import { useVideoTarget } from '../target.ts'
import { useCostOfVideos } from '../video-cost.ts'
import { useVideos } from '../videos-store.ts'
import own from './Form.module.css'

/** The button that submits the videos; it shows the cost if a price is known. */
export function SubmitButton() {
  const { t } = useTranslation()
  const language = useLanguage()
  const text = useVideos((state) => state.form.text)
  const asList = useVideos((state) => state.form.asList)
  const copies = useVideos((state) => state.form.copies)
  const duration = useVideos((state) => state.form.duration)
  const landscape = useVideos((state) => state.form.landscape)
  const { base, connectionId, model } = useVideoTarget()
  const count = useMemo(() => videosIn({ text, asList, copies }) || (copies ?? 1), [text, asList, copies])
  const asked = modelIdOf(base, chosenOrientation(landscape, model))
  const cost = useCostOfVideos({ connectionId: connectionId ?? '', model: asked, duration }, count)
  const estimate = cost === null ? null : t('videos.estimate', { price: moneyWords(language, cost) })
  const words = count === 1 ? t('videos.submit') : t('videos.submitMany', { number: count })
  return (
    <SubmitBar
      onSubmit={() => void submitVideos()}
      label={words}
      description={estimate ?? undefined}
      // the total price matters more than the shortcut, and both do not fit
      hasKeys={count === 1 || estimate === null}
      words={
        <span className={own.lines}>
          <span className={own.words}>{words}</span>
          {estimate === null ? null : <span className={own.estimate}>{estimate}</span>}
        </span>
      }
    />
  )
}
