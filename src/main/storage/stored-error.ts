import { appErrorSchema } from '../../shared/error-schema.ts'
import { type AppError, appError } from '../../shared/errors.ts'
import { storedJson } from './stored-json.ts'
import { type Column, jsonOrNull } from './table.ts'

/** Parses the error of a column; an error of a newer version keeps its text. */
export function storedError(text: unknown): AppError | null {
  if (typeof text !== 'string') return null
  return storedJson(text, appErrorSchema, appError('newer_error', 'an error that this version does not know'))
}

/** The error of a job; null for none. */
export const errorColumn: Column<AppError | null> = { ...jsonOrNull(appErrorSchema), read: storedError }
