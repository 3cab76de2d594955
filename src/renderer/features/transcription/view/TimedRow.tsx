import type { ComponentProps } from 'react'
import { Button } from '../../../components/Button.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { playFrom, usePlay } from '../play/player.ts'
import classes from './TimedRow.module.css'

interface TimedRowProps extends ComponentProps<'div'> {
  readonly segmentId: string
  readonly index: number
  readonly total: number
  readonly className: string | undefined
}

/** A segment in a virtual list, marked while it plays. */
export function TimedRow({ segmentId, index, total, className, ...row }: TimedRowProps) {
  const isHeard = usePlay((state) => state.playing && state.place?.segmentId === segmentId)
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of a virtual list
    <div
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      className={`${classes.row} ${className ?? ''}`}
      data-heard={isHeard || undefined}
      {...row}
    />
  )
}

/** The time of a segment, which plays from there. */
export function PlayTime({ from, tabIndex }: { readonly from: number; readonly tabIndex?: number }) {
  const { t } = useTranslation()
  const time = elapsedWords(from)
  return (
    <Button
      kind="plain"
      className={classes.time}
      tabIndex={tabIndex}
      aria-label={t('transcription.playFrom', { time })}
      onClick={() => playFrom(from)}
    >
      {time}
    </Button>
  )
}
