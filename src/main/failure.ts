import { type AppError, AppFailure, appError } from '../shared/errors.ts'

/** What something that was thrown means; never the message of an error nobody expected, as it may quote a prompt. */
export function failureOf(cause: unknown): AppError {
  return cause instanceof AppFailure
    ? cause.error
    : appError('internal', cause instanceof Error ? cause.name : 'unknown')
}
