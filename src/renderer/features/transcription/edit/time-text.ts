/** Returns a time in a recording, in ms, in the form in which it is typed: `0:12.300`, `1:02:03.450`. */
export function timeText(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [
    Math.floor(whole / 3_600_000),
    Math.floor(whole / 60_000) % 60,
    Math.floor(whole / 1000) % 60,
  ]
  const clock = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
  return `${clock}.${String(whole % 1000).padStart(3, '0')}`
}

/** Longest text read as a time, in UTF-16 units. */
const lengthMax = 20
const clockPattern = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/

/**
 * Parses `h:mm:ss.mmm`, `m:ss` or seconds into ms, with a comma or full-width signs too. Null for any other text, and
 * for 60 or more minutes or seconds after a larger unit.
 */
export function readTime(text: string): number | null {
  const typed = text.normalize('NFKC').trim()
  const parts = typed.length > lengthMax ? null : clockPattern.exec(typed)
  if (parts === null) return null
  const [hours, minutes, seconds] = parts.slice(1, 4)
  const isTooMany = (hours !== undefined && Number(minutes) > 59) || (minutes !== undefined && Number(seconds) > 59)
  if (isTooMany) return null
  const ms = Number((parts[4] ?? '').padEnd(3, '0'))
  return ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)) * 1000 + ms
}
