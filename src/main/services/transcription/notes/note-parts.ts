import type { NoteKind } from '../../../../shared/note-kinds.ts'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import type { NoteSource } from '../../../storage/transcript-notes.ts'

/** Bounds of one request of a translation: lines, and UTF-16 units of text. Models drop lines of longer lists. */
const [linesMax, charactersMax] = [40, 4_000]

/**
 * Returns the segments of each request of a note. A translation is cut into short lists of lines, so that one lost
 * answer costs little; every other kind reads the whole transcript at once. Segments without text are left out.
 */
export function noteParts(kind: NoteKind, segments: readonly TranscriptSegment[]): readonly (readonly NoteSource[])[] {
  const sources = segments.flatMap(({ from, id, speaker, text }): NoteSource[] =>
    text.trim() === '' ? [] : [{ id, from, speaker, text: text.trim() }],
  )
  if (sources.length === 0) return []
  if (kind !== 'translation') return [sources]
  const parts: NoteSource[][] = []
  let characters = 0
  for (const source of sources) {
    const last = parts.at(-1)
    if (last === undefined || last.length === linesMax || characters + source.text.length > charactersMax) {
      parts.push([source])
      characters = source.text.length
    } else {
      last.push(source)
      characters += source.text.length
    }
  }
  return parts
}
