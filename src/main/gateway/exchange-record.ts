import type { AppError } from '../../shared/errors.ts'
import type { SentBody } from '../../shared/gateway-request.ts'

/** A request as it is sent, without the key. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body, read and shortened separately from the sending. Never rejects. */
  readonly body: Promise<SentBody>
}

/**
 * Records one exchange. The key is already removed from everything it gets, except a key split into parts. No method
 * throws.
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
  /** Discards the answer's body, because it holds the key in parts. */
  withhold(): void
  /** Ends the record. Later calls have no effect. */
  ended(error: AppError | null): void
  /** Records that a finished answer does not hold the requested result. */
  unreadable(error: AppError): void
}
