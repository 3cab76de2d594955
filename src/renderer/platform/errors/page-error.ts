import type { AppError, ErrorCode } from '../../../shared/errors.ts'

/** An error that the page itself finds. (`appError` of shared/errors.ts would bring the schema library into the page.) */
export function pageError(code: ErrorCode, detail: string): AppError {
  return { code, detail, status: null, gatewayCode: null, gatewayMessage: null, requestId: null, retryAfterMs: null }
}
