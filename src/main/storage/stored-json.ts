import type { z } from 'zod'

/**
 * Parses the JSON of a column member by member. A damaged member, or one of a newer version, gets its value from
 * `fallback`, so that one bad row never hides a list. `fallback` must match the schema.
 */
export function storedJson<T extends object>(text: unknown, schema: z.ZodType<T>, fallback: T): T {
  const stored = parsed(text)
  const whole = schema.safeParse(stored)
  if (whole.success) return whole.data
  if (typeof stored !== 'object' || stored === null) return fallback
  let read = fallback
  for (const [key, value] of Object.entries(stored)) {
    if (Object.hasOwn(fallback, key)) read = schema.safeParse({ ...read, [key]: value }).data ?? read
  }
  return read
}

/** Parses JSON; null if it is invalid. */
export function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null
  } catch {
    return null
  }
}
