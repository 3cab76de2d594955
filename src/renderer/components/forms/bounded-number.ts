/**
 * Parses the content of a number field; null when it is empty or incomplete. Fields return very long numbers as text.
 */
export function typedNumber(typed: string | number): number | null {
  if (typeof typed === 'number') return Number.isFinite(typed) ? typed : null
  const text = typed.trim()
  if (!/\d/.test(text)) return null
  const number = Number(text)
  return Number.isNaN(number) ? null : number
}

export function isOutside(value: number | null, min: number, max: number): boolean {
  return value !== null && (value < min || value > max)
}

/** Clamps a number to the bounds. */
export function clamped(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}
