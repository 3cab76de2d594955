import { useState } from 'react'
import type { MediaItem } from '../../../../shared/media.ts'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './BeforeAfter.module.css'

interface BeforeAfterProps {
  readonly before: MediaItem
  readonly after: MediaItem
  /** Names of two pictures that are not source and result. They may differ in shape, and are not stretched. */
  readonly words?: { readonly before: string; readonly after: string }
}

/** Two pictures, usually source and result, overlaid; pointer and keyboard move the dividing line. */
export function BeforeAfter({ before, after, words }: BeforeAfterProps) {
  const { t } = useTranslation()
  const [at, setAt] = useState(50)
  const names = words ?? { before: t('images.before'), after: t('images.after') }
  const ratio = (after.width ?? 1) / (after.height ?? 1)
  return (
    <div className={classes.stage}>
      <div
        className={classes.box}
        data-pair={words === undefined ? undefined : true}
        style={{ '--ratio': String(ratio), '--at': `${at}%` }}
      >
        <img src={mediaUrl(after.id)} alt={names.after} draggable={false} />
        <img className={classes.before} src={mediaUrl(before.id)} alt={names.before} draggable={false} />
        <span className={classes.line} aria-hidden="true" />
        <span className={`${classes.word} ${classes.left}`} aria-hidden="true">
          {names.before}
        </span>
        <span className={`${classes.word} ${classes.right}`} aria-hidden="true">
          {names.after}
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
