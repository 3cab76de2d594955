import { useEffect, useId, useRef, useState } from 'react'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import { forgetUnsent, keepUnsent, unsentText } from '../../../components/forms/unsent-text.ts'
import { useModKey } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { pressedIn } from '../../../platform/shortcuts.ts'
import type { TranscriptionState } from '../transcription-store.ts'
import classes from '../view/SegmentList.module.css'
import { SegmentTimes } from './SegmentTimes.tsx'
import {
  endEditing,
  focusSegment,
  mergeTyped,
  positionHere,
  problemOf,
  saveSegment,
  splitAt,
} from './segment-actions.ts'
import { readTimes, type TimeProblem, type Times, type TypedTimes, typedTimes } from './segment-times.ts'
import { timeText } from './time-text.ts'

interface SegmentEditorProps {
  readonly segment: TranscriptSegment
  /** Caret position; null is the end. */
  readonly caret: number | null
  readonly here: NonNullable<TranscriptionState['editing']>['here']
  readonly label: string
}

/** Editor of a segment's text and times. The field is uncontrolled, and input methods handle their own keys. */
export function SegmentEditor({ segment, caret, here, label }: SegmentEditorProps) {
  const { t } = useTranslation()
  const mod = useModKey()
  // leaving the editor saves, unless a key has already decided
  const decided = useRef(false)
  const shown = useRef(false)
  const text = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<TypedTimes>(() => ({
    ...typedTimes(segment),
    ...(here === null ? {} : { [here.side]: timeText(here.ms) }),
  }))
  const [problem, setProblem] = useState<TimeProblem | null>(null)
  const problemId = useId()
  const owner = `segment:${segment.id}` as const
  useEffect(() => () => forgetUnsent(owner), [owner])
  const leave = (focus: boolean) => {
    decided.current = true
    endEditing(segment.id)
    if (focus) focusSegment(segment.id)
  }
  /** Returns the typed times, null for unchanged ones; undefined, with the problem shown, if they cannot be set. */
  const checked = (times: TypedTimes): Times | null | undefined => {
    const read = readTimes(segment, times)
    const found = read !== null && 'kind' in read ? read : read && problemOf(segment.id, read)
    setProblem(found)
    return found === null && (read === null || 'from' in read) ? read : undefined
  }
  const type = (change: Partial<TypedTimes>) => {
    setTyped({ ...typed, ...change })
    setProblem(null)
  }
  const setHere = (side: keyof TypedTimes) => {
    const times = { ...typed, [side]: timeText(positionHere()) }
    setTyped(times)
    checked(times)
  }
  const save = () => {
    const times = checked(typed)
    if (times === undefined) return
    leave(true)
    saveSegment(segment.id, text.current?.value ?? segment.text, times)
  }
  const split = (field: HTMLTextAreaElement) => {
    const times = checked(typed)
    if (times !== undefined) decided.current = splitAt(segment.id, field.value, times, field.selectionStart)
  }
  const merge = (field: HTMLTextAreaElement) => {
    const times = checked(typed)
    if (times === undefined) return
    leave(true)
    mergeTyped(segment.id, field.value, times)
  }
  const keys = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const field = event.target instanceof HTMLTextAreaElement ? event.target : null
    const withMod = event.ctrlKey || event.metaKey
    const pressed = pressedIn(event.nativeEvent, 'transcript')
    if (event.key === 'Escape') {
      event.stopPropagation()
      leave(true)
    } else if (pressed === 'segmentStart' || pressed === 'segmentEnd')
      setHere(pressed === 'segmentStart' ? 'from' : 'to')
    else if (field !== null && withMod && event.shiftKey && event.key === 'Enter') split(field)
    else if (field !== null && withMod && event.shiftKey && event.key.toLowerCase() === 'm') merge(field)
    else if (event.key === 'Enter' && (withMod || event.target instanceof HTMLInputElement)) save()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would show a legend
    <div
      role="group"
      className={classes.editor}
      onKeyDown={keys}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (decided.current) return
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (isInside) return
        const times = checked(typed)
        saveSegment(segment.id, text.current?.value ?? segment.text, times ?? null)
        // times that cannot be set stay in the fields
        if (times !== undefined) leave(false)
      }}
      // a press next to the fields does not take their focus
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest('input, textarea, button') === null)
          event.preventDefault()
      }}
    >
      <textarea
        dir="auto"
        autoComplete="off"
        ref={(field) => {
          text.current = field
          if (field === null || shown.current) return
          shown.current = true
          field.focus({ preventScroll: true })
          const at = caret ?? field.value.length
          field.setSelectionRange(at, at)
        }}
        aria-label={label}
        aria-keyshortcuts="Control+Enter Control+Shift+Enter Control+Shift+M"
        defaultValue={unsentText(owner) ?? segment.text}
        onInput={(event) => keepUnsent(owner, event.currentTarget.value)}
        maxLength={100_000}
        rows={1}
      />
      <SegmentTimes typed={typed} problem={problem} problemId={problemId} onType={type} onHere={setHere} />
      <p className={classes.hint}>{t('transcription.editHint', { mod })}</p>
    </div>
  )
}
