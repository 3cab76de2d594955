import { CircleAlert, RotateCw } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { CopyButton } from '../words/CopyButton.tsx'
import classes from './Boundary.module.css'

/** Name of the surrounded part. `extra`: an addition next to the panels, which is left out on failure. */
export type BoundaryPlace = 'block' | 'message' | 'row' | 'tile' | 'panel' | 'extra'

export interface NoteLook {
  readonly className: string | undefined
  readonly style: CSSProperties
}

interface BoundaryNoteProps {
  readonly place: BoundaryPlace
  readonly source: (() => string) | undefined
  readonly look: NoteLook | undefined
  readonly onRetry: () => void
}

/** A note that something could not be shown, with its source and a retry. */
export function BoundaryNote({ place, source, look, onRetry }: BoundaryNoteProps) {
  const { t } = useTranslation()
  if (place === 'extra') return null
  const retry = (
    <IconButton
      icon={RotateCw}
      words={t('boundary.retry')}
      iconSize={15}
      size="small"
      onClick={(event) => {
        // an enclosing row or tile may open on a click
        event.stopPropagation()
        onRetry()
      }}
    />
  )
  const words = (
    <>
      <CircleAlert size={15} aria-hidden="true" />
      <span>{t(`boundary.${place}`)}</span>
    </>
  )
  if (place === 'panel') {
    return (
      <div className={classes.panel} role="alert">
        <p>{words}</p>
        <Button onClick={onRetry}>{t('boundary.retry')}</Button>
      </div>
    )
  }
  const inList = place === 'row' || place === 'tile'
  return (
    <div
      className={`${classes.note} ${look?.className ?? ''}`}
      style={look?.style}
      data-place={place}
      // rows and tiles are inside lists, which may contain only list items
      role={inList ? 'listitem' : 'note'}
    >
      {words}
      <span className={classes.choices}>
        {source === undefined ? null : <CopyButton text={source} label={t('boundary.copy')} />}
        {retry}
      </span>
    </div>
  )
}
