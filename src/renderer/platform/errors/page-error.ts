import type { AppError, ErrorCode } from '../../../shared/errors.ts'

/** Makes an error in the page. (`appError` of shared/errors.ts would pull the schema library into the page.) */
export function pageError(code: ErrorCode, detail: string): AppError {
  return { code, detail, status: null, gatewayCode: null, gatewayMessage: null, requestId: null, retryAfterMs: null }
}
