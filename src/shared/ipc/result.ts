import type { AppError } from '../errors.ts'

/**
 * The result of every call. A refusal is a value, never a thrown error, because Electron would pass on only its
 * message.
 */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError }

/** Wraps a value as a success. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** Wraps an error as a refusal. */
export function refused(error: AppError): Result<never> {
  return { ok: false, error }
}
