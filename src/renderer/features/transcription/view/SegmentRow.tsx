import { Clock, Combine, Pencil, TriangleAlert, User } from 'lucide-react'
import { memo } from 'react'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { withShift } from '../../../components/forms/keys.ts'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { elapsedWords } from '../../../components/words/figure-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { SegmentEditor } from '../edit/SegmentEditor.tsx'
import { editSegment, mergeNext, removeSegments, toggleMarked } from '../edit/segment-actions.ts'
import { seekTo, usePlay } from '../play/player.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './SegmentList.module.css'
import { SegmentText } from './SegmentText.tsx'
import { PlayTime, TimedRow } from './TimedRow.tsx'

interface SegmentRowProps {
  readonly segment: TranscriptSegment
  readonly index: number
  readonly total: number
  /** True if the row is in the tab order. */
  readonly focusable: boolean
  readonly onReach: (segmentId: string) => void
  readonly last: boolean
}

export const SegmentRow = memo(SegmentRowView)

/** A row of the transcript: time, speaker, text. */
function SegmentRowView({ segment, index, total, focusable, onReach, last }: SegmentRowProps) {
  const { t } = useTranslation()
  const { id } = segment
  const isHere = usePlay((state) => state.place?.segmentId === id)
  const marked = useTranscription((state) => state.marked.has(id))
  const marking = useTranscription((state) => state.marked.size > 0)
  const editing = useTranscription((state) => (state.editing?.segmentId === id ? state.editing : null))
  const tab = focusable ? 0 : -1
  const name =
    segment.from === null
      ? t('transcription.segment', { index: index + 1 })
      : t('transcription.segmentAt', { time: elapsedWords(segment.from) })
  return (
    <TimedRow
      segmentId={id}
      index={index}
      total={total}
      className={classes.row}
      data-marked={marked || undefined}
      data-marking={marking || undefined}
      onFocus={() => onReach(id)}
    >
      <input
        type="checkbox"
        className={classes.check}
        aria-label={t('transcription.markSegment', { name })}
        checked={marked}
        tabIndex={tab}
        onChange={(event) => toggleMarked(id, withShift(event))}
      />
      {segment.from === null ? null : <Stamp segment={segment} from={segment.from} tab={tab} />}
      <Speaker segment={segment} tab={tab} />
      {editing === null ? (
        // biome-ignore lint/a11y/useSemanticElements: text inside a button cannot be selected
        <div
          role="button"
          className={classes.text}
          dir="auto"
          data-segment={id}
          tabIndex={tab}
          aria-current={isHere ? 'true' : undefined}
          aria-keyshortcuts="Enter"
          onClick={(event) => clickText(event, segment)}
          onDoubleClick={(event) => editSegment(id, caretAt(event))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.target !== event.currentTarget) return
            event.preventDefault()
            editSegment(id)
          }}
        >
          <SegmentText segment={segment} />
        </div>
      ) : (
        <SegmentEditor segment={segment} caret={editing.caret} here={editing.here} label={name} />
      )}
      <SegmentMenu segment={segment} name={name} last={last} tab={tab} />
    </TimedRow>
  )
}

function Stamp({ segment, from, tab }: { segment: TranscriptSegment; from: number; tab: number }) {
  const { t } = useTranslation()
  return (
    <span className={classes.stamp}>
      <PlayTime from={from} tabIndex={tab} />
      {segment.mended ? (
        <span
          role="img"
          className={classes.mended}
          aria-label={t('transcription.mended')}
          title={t('transcription.mended')}
        >
          <TriangleAlert size={12} aria-hidden="true" />
        </span>
      ) : null}
    </span>
  )
}

function Speaker({ segment, tab }: { segment: TranscriptSegment; tab: number }) {
  const { t } = useTranslation()
  const { speaker } = segment
  return (
    <Button
      kind="plain"
      className={classes.speaker}
      data-none={speaker === null || undefined}
      tabIndex={tab}
      aria-label={speaker === null ? t('transcription.speakerAdd') : t('transcription.speakerIs', { name: speaker })}
      title={speaker ?? undefined}
      onClick={() => useTranscription.setState({ naming: new Set([segment.id]) })}
    >
      <Line text={speaker ?? t('transcription.speaker')} />
    </Button>
  )
}

/** Returns the offset of a click in the segment's text. */
function caretAt(event: React.MouseEvent<HTMLElement>): number | null {
  const place = document.caretPositionFromPoint?.(event.clientX, event.clientY)
  if (place == null || !event.currentTarget.contains(place.offsetNode)) return null
  const before = document.createRange()
  before.selectNodeContents(event.currentTarget)
  before.setEnd(place.offsetNode, place.offset)
  return before.toString().length
}

/** Plays from a clicked word with a time; edits other text. Keeps a text selection. */
function clickText(event: React.MouseEvent<HTMLElement>, segment: TranscriptSegment): void {
  if (window.getSelection()?.isCollapsed === false) return
  const { target } = event
  const index = target instanceof HTMLElement ? target.dataset.word : undefined
  const word = index === undefined ? undefined : segment.words[Number(index)]
  if (word !== undefined) seekTo(word.from)
  else if (segment.words.length === 0) editSegment(segment.id, caretAt(event))
}

interface SegmentMenuProps {
  readonly segment: TranscriptSegment
  readonly name: string
  readonly last: boolean
  readonly tab: number
}

/** Menu of a segment. */
function SegmentMenu({ segment, name, last, tab }: SegmentMenuProps) {
  const { t } = useTranslation()
  const only = new Set([segment.id])
  return (
    <MoreMenu words={t('transcription.segmentActions', { name })} size="small" className={classes.menu} tabIndex={tab}>
      <MenuItem icon={Pencil} onPress={() => editSegment(segment.id)}>
        {t('transcription.edit')}
      </MenuItem>
      <MenuItem icon={User} onPress={() => useTranscription.setState({ naming: only })}>
        {t('transcription.speakerSet')}
      </MenuItem>
      {last ? null : (
        <MenuItem icon={Combine} onPress={() => mergeNext(segment.id)}>
          {t('transcription.mergeNext')}
        </MenuItem>
      )}
      {segment.from === null ? null : (
        <MenuItem icon={Clock} onPress={() => useTranscription.setState({ shifting: only })}>
          {t('transcription.shift')}
        </MenuItem>
      )}
      <DeleteItem onPress={() => removeSegments(only)}>{t('transcription.delete')}</DeleteItem>
    </MoreMenu>
  )
}
