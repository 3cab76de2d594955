import { useRef } from 'react'
import { Virtualizer } from 'virtua'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { playFrom, usePlay } from '../play/player.ts'
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
  /** Null without a translation. */
  readonly text: string | null
  readonly place: { readonly index: number; readonly total: number }
}

function Row({ segment: { from, id, text: original }, text, place: { index, total } }: RowProps) {
  const { t } = useTranslation()
  const bilingual = useNotes((state) => state.bilingual)
  const isHeard = usePlay((state) => state.playing && state.place?.segmentId === id)
  const time = from === null ? null : elapsedWords(from)
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual list
    <div
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      className={classes.row}
      data-heard={isHeard || undefined}
    >
      {time === null || from === null ? null : (
        <Button
          kind="plain"
          className={classes.time}
          aria-label={t('transcription.playFrom', { time })}
          onClick={() => playFrom(from)}
        >
          {time}
        </Button>
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
    </div>
  )
}
