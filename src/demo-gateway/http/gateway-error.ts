/** A refusal, sent to the client as a status and an error body. */
export class GatewayError extends Error {
  readonly status: number
  readonly code: string | null
  readonly param: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string | null,
    message: string,
    more: { param?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.name = 'GatewayError'
    this.status = status
    this.code = code
    this.param = more.param ?? null
    this.headers = more.headers ?? {}
  }
}

/** Creates a 400 that names the wrong parameter. */
export function invalidRequest(message: string, param?: string): GatewayError {
  return new GatewayError(400, 'invalid_request_error', message, param === undefined ? {} : { param })
}

/** Creates a 404 for a model that is unknown, or unknown to this key. */
export function modelNotFound(id: string): GatewayError {
  return new GatewayError(404, 'model_not_found', `The model "${id}" does not exist or this key may not use it.`, {
    param: 'model',
  })
}

/** Returns the error `type` for a status. */
export function errorType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 429) return 'rate_limit_error'
  if (status >= 500) return 'server_error'
  return 'invalid_request_error'
}

export interface ErrorBody {
  error: { message: string; type: string; code: string | null; param: string | null }
}

/** Returns the standard error body. */
export function errorBody(error: GatewayError): ErrorBody {
  return {
    error: { message: error.message, type: errorType(error.status), code: error.code, param: error.param },
  }
}
