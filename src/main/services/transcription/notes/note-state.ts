import type { NoteStatus, TranscriptNote, TranslatedLine } from '../../../../shared/transcript-note.ts'
import type { NotePart, NoteSource } from '../../../storage/transcript-notes.ts'
import { translatedLines } from './translated-lines.ts'

/** Number of lines before a part that its request includes, so that names and half sentences fit. */
const contextLines = 3

/** Returns the status of a note. A lost answer comes first, because sending it again may cost again. */
export function noteStatus(parts: readonly NotePart[], isRunning: boolean): NoteStatus {
  if (isRunning) return 'running'
  const has = (state: NotePart['state']): boolean => parts.some((part) => part.state === state)
  if (has('unknown') || has('sending')) return 'unknown'
  if (has('failed')) return 'failed'
  return has('waiting') ? 'stopped' : 'done'
}

/** Returns true for a part that is sent when the user continues; with `again` also where its answer was lost. */
export function isOpen(part: NotePart, again: boolean): boolean {
  switch (part.state) {
    case 'waiting':
    case 'failed':
      return true
    case 'unknown':
      return again
    case 'done':
      return missingIn(part).length > 0
    case 'sending':
      return false
    default:
      return part.state satisfies never
  }
}

/** Returns the segments of a translation that have no line yet; none for another kind. */
export function missingIn({ answer, source }: NotePart): readonly NoteSource[] {
  if (answer === null || typeof answer === 'string') return []
  const there = new Set(answer.map(({ segmentId }) => segmentId))
  return source.filter(({ id }) => !there.has(id))
}

/** Returns the segments that the next request of a part holds. */
export function toSend(part: NotePart): readonly NoteSource[] {
  const missing = missingIn(part)
  return missing.length === 0 ? part.source : missing
}

/** Id of an answer without a matching line. It is kept, because the user paid for it. */
const unreadId = ''

/** Returns the lines of a part with those of a new answer, in the order of its segments. */
export function withAnswer(
  { answer, source }: NotePart,
  asked: readonly NoteSource[],
  text: string,
): readonly TranslatedLine[] {
  const lines = translatedLines(asked, text)
  const before = linesIn(answer)
  if (lines.length === 0) return [...before, { segmentId: unreadId, text }]
  const texts = new Map([...lines, ...before].map((line) => [line.segmentId, line.text]))
  return source.flatMap(({ id }): TranslatedLine[] => {
    const found = texts.get(id)
    return found === undefined ? [] : [{ segmentId: id, text: found }]
  })
}

/** Returns the texts and lines of a note. The text of a translation is the answer that contained no lines. */
export function contentOf(parts: readonly NotePart[]): Pick<TranscriptNote, 'text' | 'lines'> {
  const all = parts.flatMap(({ answer }) =>
    typeof answer === 'string' ? [{ segmentId: unreadId, text: answer }] : linesIn(answer),
  )
  return {
    text: all
      .filter(({ segmentId }) => segmentId === unreadId)
      .map(({ text }) => text)
      .join('\n\n'),
    lines: all.filter(({ segmentId }) => segmentId !== unreadId),
  }
}

function linesIn(answer: NotePart['answer']): readonly TranslatedLine[] {
  return answer === null || typeof answer === 'string' ? [] : answer
}

/** Returns the last translated lines before a part. */
export function contextOf(parts: readonly NotePart[], { part }: NotePart): readonly string[] {
  const before = linesIn(parts.find((other) => other.part === part - 1)?.answer ?? null)
  return before
    .filter(({ segmentId }) => segmentId !== unreadId)
    .slice(-contextLines)
    .map(({ text }) => text)
}
