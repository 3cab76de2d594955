import { useState } from 'react'
import type { MediaItem } from '../../../../shared/media.ts'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './BeforeAfter.module.css'

interface BeforeAfterProps {
  readonly before: MediaItem
  readonly after: MediaItem
}

/** The source and the result, overlaid; pointer and keyboard move the dividing line. */
export function BeforeAfter({ before, after }: BeforeAfterProps) {
  const { t } = useTranslation()
  const [at, setAt] = useState(50)
  const ratio = (after.width ?? 1) / (after.height ?? 1)
  return (
    <div className={classes.stage}>
      <div className={classes.box} style={{ '--ratio': String(ratio), '--at': `${at}%` }}>
        <img src={mediaUrl(after.id)} alt={t('images.after')} draggable={false} />
        <img className={classes.before} src={mediaUrl(before.id)} alt={t('images.before')} draggable={false} />
        <span className={classes.line} aria-hidden="true" />
        <span className={`${classes.word} ${classes.left}`} aria-hidden="true">
          {t('images.before')}
        </span>
        <span className={`${classes.word} ${classes.right}`} aria-hidden="true">
          {t('images.after')}
        </span>
        <input
          type="range"
          min={0}
          max={100}
          value={at}
          aria-label={t('images.compareSlider')}
          aria-valuetext={t('images.compareValue', { percent: at })}
          onChange={(event) => setAt(Number(event.currentTarget.value))}
        />
      </div>
    </div>
  )
}
