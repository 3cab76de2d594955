/** A span of time as m:ss, or h:mm:ss from an hour on. */
export function elapsedWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** What is left until a moment, in whole seconds and never less than one while it is to come. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000))
}

/** The beginning of a prompt, on one line, for a title. */
export function promptTitle(prompt: string, max = 48): string {
  const line = prompt.trim().replace(/\s+/g, ' ')
  const signs = [...line]
  return signs.length <= max
    ? line
    : `${signs
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
