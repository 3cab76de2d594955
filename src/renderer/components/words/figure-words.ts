/** Returns a duration as m:ss, or h:mm:ss from an hour on. */
export function elapsedWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Returns the whole seconds until a time; at least one before it. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000))
}

/** Returns the countdown to a time as a clock; never zero before that time. */
export function untilWords(at: number, now: number): string {
  return elapsedWords(Math.max(1000, Math.ceil((at - now) / 1000) * 1000))
}

/** Returns the share in whole percent; 100 only when everything is done. */
export function percentOf(part: number, whole: number): number {
  if (whole <= 0) return 0
  if (part >= whole) return 100
  return Math.min(99, Math.max(0, Math.floor((part / whole) * 100)))
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Returns a size in localised units, such as 4.2 MB. */
export function sizeWords(language: string, bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  const words = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // the short word has no plural in English
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 || value >= 100 ? 0 : 1,
  }).format(value)
  // a line does not break before the unit
  return words.replace(' ', '\u00a0')
}
