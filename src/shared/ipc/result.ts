import type { AppError } from '../errors.ts'

/** The envelope of every call: a refusal is an answer, never a thrown error (Electron would keep only its message). */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError }

/** A success. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** A refusal. */
export function refused(error: AppError): Result<never> {
  return { ok: false, error }
}
