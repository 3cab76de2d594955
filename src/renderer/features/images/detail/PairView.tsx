import { ArrowLeft, ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import type { ImageSummary } from '../../../../shared/image.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import classes from '../../../components/pictures/detail-view.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { closeImage } from '../studio-actions.ts'
import { BeforeAfter } from './BeforeAfter.tsx'
import { CloseByEscape } from './CloseByEscape.tsx'

/** Two images of the gallery under one slider. */
export function PairView({ left, right }: { left: ImageSummary; right: ImageSummary }) {
  const { t } = useTranslation()
  const [isSwapped, setSwapped] = useState(false)
  const [before, after] = isSwapped ? [right, left] : [left, right]
  const word = (image: ImageSummary) => `${image === left ? 1 : 2} · ${image.model}`
  return (
    <section className={classes.view} aria-label={t('images.compare')}>
      <header className={classes.bar}>
        <IconButton
          icon={ArrowLeft}
          words={t('images.back')}
          className={classes.back}
          title={`${t('images.back')} (${t('shortcuts.escape')})`}
          onClick={closeImage}
        />
        <span className={classes.grow} />
        <IconButton icon={ArrowLeftRight} words={t('images.compareSwap')} onClick={() => setSwapped(!isSwapped)} />
      </header>
      <div className={classes.picture}>
        <BeforeAfter before={before.media} after={after.media} words={{ before: word(before), after: word(after) }} />
      </div>
      <CloseByEscape />
    </section>
  )
}
