import { useEffect, useRef } from 'react'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import { forgetUnsent, keepUnsent, unsentText } from '../../../components/forms/unsent-text.ts'
import { useModKey } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from '../view/SegmentList.module.css'
import { endEditing, focusSegment, mergeNext, saveText, splitAt } from './segment-actions.ts'

interface SegmentEditorProps {
  readonly segment: TranscriptSegment
  /** Caret position; null is the end. */
  readonly caret: number | null
  readonly label: string
}

/** Editor of a segment's text. The field is uncontrolled, and input methods handle their own keys. */
export function SegmentEditor({ segment, caret, label }: SegmentEditorProps) {
  const { t } = useTranslation()
  const mod = useModKey()
  // leaving the field saves, unless a key has already decided
  const decided = useRef(false)
  const shown = useRef(false)
  const owner = `segment:${segment.id}` as const
  useEffect(() => () => forgetUnsent(owner), [owner])
  const leave = (focus: boolean) => {
    decided.current = true
    endEditing(segment.id)
    if (focus) focusSegment(segment.id)
  }
  const keys = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const { value, selectionStart } = event.currentTarget
    const withMod = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') {
      event.stopPropagation()
      leave(true)
    } else if (withMod && event.shiftKey && event.key === 'Enter') {
      decided.current = splitAt(segment.id, value, selectionStart)
    } else if (withMod && event.shiftKey && event.key.toLowerCase() === 'm') {
      leave(true)
      mergeNext(segment.id, value)
    } else if (withMod && event.key === 'Enter') {
      leave(true)
      saveText(segment.id, value)
    } else return
    event.preventDefault()
  }
  return (
    <div className={classes.editor}>
      <textarea
        autoComplete="off"
        ref={(field) => {
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
        onKeyDown={keys}
        onBlur={(event) => {
          if (decided.current) return
          saveText(segment.id, event.currentTarget.value)
          leave(false)
        }}
      />
      <p className={classes.hint}>{t('transcription.editHint', { mod })}</p>
    </div>
  )
}
