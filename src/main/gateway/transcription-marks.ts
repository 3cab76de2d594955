import type { HeardSegment } from './heard-answer.ts'

/** Marks that models add to a text, such as `<|zh|>` and `<|NEUTRAL|>`. */
const tags = /<\|[^|<>]{0,40}\|>/g
/** Marks that are times in seconds, such as `<|2.00|>`. */
const times = /<\|(\d{1,6}(?:\.\d{1,3})?)\|>/

/** Removes the marks that models add to a text. */
export function withoutTags(text: string): string {
  return text.includes('<|') ? text.replace(tags, '').replace(/ {2,}/g, ' ').trim() : text
}

/**
 * Splits a text at Whisper's time marks into segments. Null without such marks, or with text outside them. Also null if
 * times go backwards: each window of a long recording begins at zero, and its offset is unknown.
 */
export function markedSegments(text: string): readonly HeardSegment[] | null {
  if (!text.includes('<|')) return null
  // text, time, text, time, …, text
  const [before = '', ...parts] = text.split(times)
  const segments: HeardSegment[] = []
  let last = 0
  for (let at = 0; at < parts.length; at += 2) {
    const from = Math.round(Number(parts[at]) * 1000)
    if (from < last) return null
    last = from
    const words = withoutTags(parts[at + 1] ?? '').trim()
    if (words === '') continue
    const end = parts[at + 2]
    if (end === undefined) return null
    segments.push({ from, to: Math.round(Number(end) * 1000), text: words, speaker: null })
  }
  return segments.length === 0 || withoutTags(before).trim() !== '' ? null : segments
}
