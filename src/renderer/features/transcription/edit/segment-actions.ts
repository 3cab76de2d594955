import i18next from 'i18next'
import { showToast } from '../../../platform/toasts.ts'
import { usePlay } from '../play/player.ts'
import { transcription, useTranscription } from '../transcription-store.ts'
import type { Segments } from './edit.ts'
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
import { setTimes, type TimeProblem, type Times, timeProblem } from './segment-times.ts'
import { timeProblemWords } from './time-problem-words.ts'

let serial = 0

/** Scrolls to a segment. */
export function showSegment(segmentId: string): void {
  serial += 1
  useTranscription.setState({ wanted: { segmentId, serial } })
}

/** Focuses a segment's text once its row is mounted. */
export function focusSegment(segmentId: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-segment="${CSS.escape(segmentId)}"]`)?.focus({ preventScroll: true }),
  )
}

/** Opens the editor of a segment; without `caret`, the caret is at the end. */
export function editSegment(segmentId: string, caret: number | null = null): void {
  useTranscription.setState({ editing: { segmentId, caret, here: null } })
}

/** Ends editing a segment, unless another one was opened meanwhile. */
export function endEditing(segmentId: string): void {
  useTranscription.setState(({ editing }) => (editing?.segmentId === segmentId ? { editing: null } : {}))
}

/** Saves the text of a segment and, unless null, its times, as one edit. */
export function saveSegment(segmentId: string, text: string, times: Times | null): void {
  changeSegments((segments) => withTyped(segments, segmentId, text, times))
}

function withTyped(segments: Segments, segmentId: string, text: string, times: Times | null): Segments {
  return setText(times === null ? segments : setTimes(segments, segmentId, times), segmentId, text)
}

/** Returns the playback position in ms, at most the length of the recording. */
export function positionHere(): number {
  const duration = transcription().open?.summary.duration ?? null
  const { time } = usePlay.getState()
  return Math.round(duration === null ? time : Math.min(time, duration))
}

/** Returns why a segment of the open transcript cannot have these times; null when it can. */
export function problemOf(segmentId: string, times: Times): TimeProblem | null {
  const { open } = transcription()
  return open === null ? null : timeProblem(open.segments, segmentId, times, open.summary.duration)
}

/**
 * Sets the start or end of a segment to the playback position, or shows why that is impossible. A segment without times
 * is opened for editing with that position, because it needs both.
 */
export function setTimeHere(segmentId: string, side: keyof Times): void {
  const segment = transcription().open?.segments.find(({ id }) => id === segmentId)
  if (segment === undefined) return
  const ms = positionHere()
  const [from, to] = side === 'from' ? [ms, segment.to] : [segment.from, ms]
  if (from === null || to === null) {
    useTranscription.setState({ editing: { segmentId, caret: null, here: { side, ms } } })
    return
  }
  const problem = problemOf(segmentId, { from, to })
  if (problem !== null) showToast(timeProblemWords(i18next.t, problem))
  else changeSegments((segments) => setTimes(segments, segmentId, { from, to }))
}

/** Splits a segment with its typed text and times at an offset; the second half is edited next. */
export function splitAt(segmentId: string, text: string, times: Times | null, offset: number): boolean {
  const newId = crypto.randomUUID()
  changeSegments((segments) => splitSegment(withTyped(segments, segmentId, text, times), segmentId, offset, newId))
  const split = transcription().open?.segments.some((segment) => segment.id === newId) ?? false
  if (split) editSegment(newId, 0)
  return split
}

/** Joins a segment with the next one. */
export function mergeNext(segmentId: string): void {
  changeSegments((segments) => mergeWithNext(segments, segmentId))
}

/** Joins a segment with its typed text and times and the next one. */
export function mergeTyped(segmentId: string, text: string, times: Times | null): void {
  changeSegments((segments) => mergeWithNext(withTyped(segments, segmentId, text, times), segmentId))
}

export function mergeMarked(): void {
  const { marked } = transcription()
  changeSegments((segments) => mergeAll(segments, marked))
  clearMarks()
}

export function shiftSegments(ids: ReadonlySet<string>, ms: number): void {
  changeSegments((segments) => shiftTimes(segments, ids, ms))
}

/** Names the speaker in these segments, or replaces the name `before` everywhere. */
export function nameSpeaker(ids: ReadonlySet<string>, name: string, before: string | null): void {
  const speaker = name.trim() === '' ? null : name.trim().slice(0, 100)
  changeSegments((segments) =>
    before === null ? setSpeaker(segments, ids, speaker) : renameSpeaker(segments, before, speaker),
  )
}

/** Removes segments; the edit can be undone. The focus moves to the next segment. */
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

// start of a range selection
let anchor: string | null = null

/** Selects or deselects a segment; with `range`, selects everything from the last one on. */
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
