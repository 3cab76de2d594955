/** One piece of an answer, as it was handed to the socket. */
export interface SentChunk {
  /** Milliseconds, by the gateway's clock. */
  readonly at: number
  /** For chat streams: the text of the deltas, not the bytes of the events. */
  readonly text: string
}

/** How an answer ended: `open` until it did. */
export type RequestOutcome = 'open' | 'answered' | 'reset' | 'closed-early' | 'client-gone'

export interface RecordedRequest {
  /** The value of `x-request-id`. */
  readonly id: string
  readonly method: string
  /** Without query and without a fault prefix. */
  readonly path: string
  /** The requested model without a fault suffix. */
  readonly model: string | undefined
  /** Milliseconds, by the gateway's clock. */
  readonly receivedAt: number
  readonly headers: Readonly<Record<string, string>>
  readonly bodyBytes: number
  readonly authorised: boolean
  /** The parsed JSON body, as sent. Undefined for other bodies and for old large ones. */
  readonly body: unknown
  /** The fields of a form: text as it is, a file by its name, size and content hash. */
  readonly form: Readonly<Record<string, string | { fileName: string; bytes: number; sha256: string }>> | undefined
  /** The faults in force, in the syntax of the fault header. */
  readonly faults: string
  readonly status: number | undefined
  readonly chunks: readonly SentChunk[]
  readonly outcome: RequestOutcome
  readonly endedAt: number | undefined
}

/** The same record, while its request is being answered. */
export type OpenRecord = {
  -readonly [Key in keyof RecordedRequest]: Key extends 'chunks' ? SentChunk[] : RecordedRequest[Key]
}

export interface RequestLog {
  open(record: OpenRecord): void
  all(): readonly RecordedRequest[]
  /** Frees the oldest bodies once the bodies together are over the limit. Call after a body was attached. */
  trim(): void
}

/** Keeps the last `maxRequests` records, and the bodies of the newest up to `maxBodyBytes` in all. */
export function createRequestLog(maxRequests = 1_000, maxBodyBytes = 64 * 1024 * 1024): RequestLog {
  const records: OpenRecord[] = []
  return {
    open(record) {
      records.push(record)
      if (records.length > maxRequests) records.shift()
    },
    all: () => records.map((record) => ({ ...record, chunks: [...record.chunks] })),
    trim() {
      let bytes = 0
      for (const record of records.toReversed()) {
        bytes += record.bodyBytes
        if (bytes > maxBodyBytes) record.body = undefined
      }
    },
  }
}
