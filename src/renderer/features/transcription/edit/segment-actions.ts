import { transcription, useTranscription } from '../transcription-store.ts'
import { changeSegments } from './edit-actions.ts'
import {
  deleteSegments,
  mergeAll,
  mergeWithNext,
  renameSpeaker,
  setSpeaker,
  setText,
  shiftTimes,
  splitSegment,
} from './segment-edits.ts'

let serial = 0

/** Brings a segment into view. */
export function showSegment(segmentId: string): void {
  serial += 1
  useTranscription.setState({ wanted: { segmentId, serial } })
}

/** Puts the focus on a segment's text, as soon as its row is there. */
export function focusSegment(segmentId: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-segment="${CSS.escape(segmentId)}"]`)?.focus({ preventScroll: true }),
  )
}

/** Opens a segment's text to be changed; without a caret all of it is behind the caret. */
export function editSegment(segmentId: string, caret: number | null = null): void {
  useTranscription.setState({ editing: { segmentId, caret } })
}

/** Ends the editing of a segment; another one that was opened meanwhile stays open. */
export function endEditing(segmentId: string): void {
  useTranscription.setState(({ editing }) => (editing?.segmentId === segmentId ? { editing: null } : {}))
}

export function saveText(segmentId: string, text: string): void {
  changeSegments((segments) => setText(segments, segmentId, text))
}

/** Splits a segment, as it is typed, at a place in its text; the second half is then the one that is edited. */
export function splitAt(segmentId: string, text: string, offset: number): boolean {
  const newId = crypto.randomUUID()
  changeSegments((segments) => splitSegment(setText(segments, segmentId, text), segmentId, offset, newId))
  const split = transcription().open?.segments.some((segment) => segment.id === newId) ?? false
  if (split) editSegment(newId, 0)
  return split
}

/** Joins a segment, as it is typed, with the one after it. */
export function mergeNext(segmentId: string, text?: string): void {
  changeSegments((segments) =>
    mergeWithNext(text === undefined ? segments : setText(segments, segmentId, text), segmentId),
  )
}

export function mergeMarked(): void {
  const { marked } = transcription()
  changeSegments((segments) => mergeAll(segments, marked))
  clearMarks()
}

export function shiftSegments(ids: ReadonlySet<string>, ms: number): void {
  changeSegments((segments) => shiftTimes(segments, ids, ms))
}

/** Names who speaks: in these segments, or everywhere where it was `before`. */
export function nameSpeaker(ids: ReadonlySet<string>, name: string, before: string | null): void {
  const speaker = name.trim() === '' ? null : name.trim().slice(0, 100)
  changeSegments((segments) =>
    before === null ? setSpeaker(segments, ids, speaker) : renameSpeaker(segments, before, speaker),
  )
}

/** Takes segments out; the edit can be undone. The focus goes to what comes after them. */
export function removeSegments(ids: ReadonlySet<string>): void {
  const { open } = transcription()
  if (open === null) return
  const last = open.segments.findLastIndex((segment) => ids.has(segment.id))
  const next =
    open.segments.slice(last + 1).find((segment) => !ids.has(segment.id)) ??
    open.segments.findLast((segment) => !ids.has(segment.id))
  changeSegments((segments) => deleteSegments(segments, ids))
  if (next !== undefined) focusSegment(next.id)
}

// where a range of marks begins
let anchor: string | null = null

/** Marks a segment or takes the mark away; with `range` all from the last one on. */
export function toggleMarked(segmentId: string, range: boolean): void {
  const { marked, open } = transcription()
  if (open === null) return
  const ids = open.segments.map((segment) => segment.id)
  const from = anchor === null ? -1 : ids.indexOf(anchor)
  const to = ids.indexOf(segmentId)
  const next = new Set(marked)
  if (range && from >= 0 && to >= 0) {
    for (const id of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(id)
  } else if (next.has(segmentId)) next.delete(segmentId)
  else next.add(segmentId)
  anchor = segmentId
  useTranscription.setState({ marked: next })
}

export function markAll(): void {
  const { open } = transcription()
  useTranscription.setState({ marked: new Set(open?.segments.map((segment) => segment.id) ?? []) })
}

export function clearMarks(): void {
  anchor = null
  useTranscription.setState({ marked: new Set() })
}
