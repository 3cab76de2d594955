import { useRef } from 'react'
import { Virtualizer } from 'virtua'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { PlayTime, TimedRow } from '../view/TimedRow.tsx'
import classes from './NoteView.module.css'
import { useNotes } from './notes-store.ts'

interface TranslationProps {
  readonly segments: readonly TranscriptSegment[]
  /** Translated texts by segment. */
  readonly lines: ReadonlyMap<string, string>
}

/** The translated segments with their times, and the original below each if it is wanted. */
export function Translation({ segments, lines }: TranslationProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller} className={classes.scroller} tabIndex={-1}>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list has wrappers between list and items, which <ul> does not allow */}
      <div role="list" aria-label={t('transcription.notes.translated')}>
        <Virtualizer scrollRef={scroller} data={segments} bufferSize={500} itemSize={52} startMargin={8}>
          {(segment, index) => (
            <Row
              key={segment.id}
              segment={segment}
              text={lines.get(segment.id) ?? null}
              place={{ index, total: segments.length }}
            />
          )}
        </Virtualizer>
      </div>
    </div>
  )
}

interface RowProps {
  readonly segment: TranscriptSegment
  /** The translated text; null without one. */
  readonly text: string | null
  readonly place: { readonly index: number; readonly total: number }
}

function Row({ segment: { from, id, text: original }, text, place }: RowProps) {
  const bilingual = useNotes((state) => state.bilingual)
  return (
    <TimedRow segmentId={id} {...place} className={classes.row}>
      {from === null ? null : (
        <span className={classes.time}>
          <PlayTime from={from} />
        </span>
      )}
      <div className={classes.pair}>
        {text === null ? null : (
          <p className={classes.line} dir="auto">
            {text}
          </p>
        )}
        {bilingual || text === null ? (
          <p className={classes.original} dir="auto">
            {original}
          </p>
        ) : null}
      </div>
    </TimedRow>
  )
}
