import type { Transcript, TranscriptChange, TranscriptSegment } from '../../../../shared/transcript.ts'

export type Segments = readonly TranscriptSegment[]

/** A saved change of a transcript: `segments` replace `remove` segments from index `at` on. */
export interface Edit {
  readonly at: number
  readonly remove: number
  readonly insert: Segments
}

/** Returns the smallest edit from `before` to `after`; null when equal. Compares segments by identity. */
export function editBetween(before: Segments, after: Segments): Edit | null {
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same += 1
  if (same === before.length && same === after.length) return null
  let tail = 0
  while (tail < shorter - same && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  return { at: same, remove: before.length - same - tail, insert: after.slice(same, after.length - tail) }
}

export function applyEdit(segments: Segments, edit: Edit): Segments {
  return [...segments.slice(0, edit.at), ...edit.insert, ...segments.slice(edit.at + edit.remove)]
}

/** Applies a change to a transcript; null when the change is based on another version. */
export function changedTranscript(before: Transcript, answer: TranscriptChange): Transcript | null {
  const { change, ...rest } = answer
  if (rest.revision !== before.revision + 1) return null
  const edit = { at: change.at, remove: change.removed, insert: change.inserted }
  return { ...before, ...rest, segments: applyEdit(before.segments, edit) }
}

/** Returns the edit, rebased onto a transcript that changed meanwhile. Null if the text it replaces has changed. */
export function rebase(edit: Edit, before: Segments, now: Segments): Edit | null {
  const replaced = before.slice(edit.at, edit.at + edit.remove)
  const first = replaced[0]
  if (first === undefined) return null
  const at = now.findIndex((segment) => segment.id === first.id)
  if (at < 0) return null
  const there = now.slice(at, at + edit.remove)
  return JSON.stringify(there) === JSON.stringify(replaced) ? { ...edit, at } : null
}
