import type { z } from 'zod'
import { type AppError, appError, appErrorSchema } from '../../shared/errors.ts'

/**
 * Reads JSON of a column, member by member: what is damaged, or what only a newer version knows, takes its value from
 * `fallback`. One bad row must never hide a list. `fallback` must fit the schema.
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

/** Reads an error of a column; one that only a newer version knows keeps its words. */
export function storedError(text: unknown): AppError | null {
  if (typeof text !== 'string') return null
  return storedJson(text, appErrorSchema, appError('newer_error', 'an error that this version does not know'))
}

/** Null for what is no JSON. */
export function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null
  } catch {
    return null
  }
}
