import type { z } from 'zod'
import { type AppError, appError, appErrorSchema } from '../../shared/errors.ts'

/**
 * Parses JSON of a column member by member. A damaged member, or one of a newer version, gets its value from
 * `fallback`, so that one bad row never hides a list.
 * `fallback` must fit the schema.
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

/** Parses an error of a column; an error of a newer version keeps its text. */
export function storedError(text: unknown): AppError | null {
  if (typeof text !== 'string') return null
  return storedJson(text, appErrorSchema, appError('newer_error', 'an error that this version does not know'))
}

/** Null for invalid JSON. */
export function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null
  } catch {
    return null
  }
}
