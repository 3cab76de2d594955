import { type AppError, AppFailure, appError } from '../shared/errors.ts'

/** The AppError of anything thrown. Never the message of an unexpected error, as it may quote a prompt. */
export function failureOf(cause: unknown): AppError {
  return cause instanceof AppFailure
    ? cause.error
    : appError('internal', cause instanceof Error ? cause.name : 'unknown')
}
