import type { AppError } from '../../shared/errors.ts'
import type { SentBody } from '../../shared/gateway-request.ts'

/** A request as it is sent, without the key. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Read and cut apart from the sending. Never rejects. */
  readonly body: Promise<SentBody>
}

/**
 * Takes down one exchange. The key is removed from everything before it gets here, but for one that stands in parts.
 * No method throws.
 */
export interface ExchangeRecord {
  sent(request: SentRequest): void
  answered(answer: {
    readonly status: number
    readonly requestId: string | null
    readonly headers: readonly (readonly [name: string, value: string])[]
  }): void
  /** Bytes of the answer's body, in order. */
  received(bytes: Uint8Array): void
  /** The answer's body holds the key in parts: nothing of it may stay. */
  withhold(): void
  /** Nothing follows. Calls after the first one change nothing. */
  ended(error: AppError | null): void
  /** An answer that has ended does not hold what was asked for. */
  unreadable(error: AppError): void
}
