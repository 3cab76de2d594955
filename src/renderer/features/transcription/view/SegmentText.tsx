import { memo, useMemo } from 'react'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import { LongText } from '../../../components/words/LongText.tsx'
import { hitsIn } from '../edit/find-replace.ts'
import { textParts } from '../edit/word-places.ts'
import { usePlay } from '../play/player.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './SegmentList.module.css'

/** Text of a segment, with the playing word or the search hits highlighted. */
export const SegmentText = memo(SegmentTextView)

function SegmentTextView({ segment }: { segment: TranscriptSegment }) {
  const search = useTranscription((state) => (state.finding && state.search.query !== '' ? state.search : null))
  return search === null ? <Words segment={segment} /> : <Found segment={segment} search={search} />
}

function Words({ segment }: { segment: TranscriptSegment }) {
  const word = usePlay((state) => (state.playing && state.place?.segmentId === segment.id ? state.place.word : -1))
  const parts = useMemo(() => textParts(segment.text, segment.words), [segment])
  return parts.map((part) =>
    part.word === null ? (
      <LongText key={part.start} text={part.text} />
    ) : (
      <span key={part.start} data-word={part.word} className={part.word === word ? classes.heard : undefined}>
        {part.text}
      </span>
    ),
  )
}

type Search = ReturnType<typeof useTranscription.getState>['search']

function Found({ segment, search }: { segment: TranscriptSegment; search: Search }) {
  const { id, text } = segment
  const current = useTranscription(({ currentHit }) => (currentHit?.segmentId === id ? currentHit.start : -1))
  const hits = hitsIn(text, search)
  let at = 0
  const pieces = hits.map((hit) => {
    const before = text.slice(at, hit.start)
    at = hit.end
    return { start: hit.start, before, hit: text.slice(hit.start, hit.end) }
  })
  return (
    <>
      {pieces.map((piece) => (
        <span key={piece.start}>
          <LongText text={piece.before} />
          <mark data-current={piece.start === current || undefined}>{piece.hit}</mark>
        </span>
      ))}
      <LongText text={text.slice(at)} />
    </>
  )
}
