/** A part of an answer as written to the socket. */
export interface SentChunk {
  /** Milliseconds, by the gateway's clock. */
  readonly at: number
  /** For chat streams: the text of the deltas, not the bytes of the events. */
  readonly text: string
}

/** How an answer ended; `open` while it runs. */
export type RequestOutcome = 'open' | 'answered' | 'reset' | 'closed-early' | 'client-gone'

export interface RecordedRequest {
  /** The value of `x-request-id`. */
  readonly id: string
  readonly method: string
  /** Path without query and fault prefix. */
  readonly path: string
  /** The requested model without its fault suffix. */
  readonly model: string | undefined
  /** Milliseconds, by the gateway's clock. */
  readonly receivedAt: number
  readonly headers: Readonly<Record<string, string>>
  readonly bodyBytes: number
  readonly authorised: boolean
  /** The parsed JSON body as sent; undefined for other bodies and for large ones that were dropped. */
  readonly body: unknown
  /** The fields of a form: a text unchanged, a file by its name, size and content hash. */
  readonly form: Readonly<Record<string, string | { fileName: string; bytes: number; sha256: string }>> | undefined
  /** The faults in force, in the syntax of the fault header. */
  readonly faults: string
  readonly status: number | undefined
  readonly chunks: readonly SentChunk[]
  readonly outcome: RequestOutcome
  readonly endedAt: number | undefined
}

/** A record that can still change, because its request is being answered. */
export type OpenRecord = {
  -readonly [Key in keyof RecordedRequest]: Key extends 'chunks' ? SentChunk[] : RecordedRequest[Key]
}

export interface RequestLog {
  open(record: OpenRecord): void
  all(): readonly RecordedRequest[]
  /** Drops the oldest bodies while all bodies together exceed the limit. Call it after adding a body. */
  trim(): void
}

/** Keeps the last `maxRequests` records, and the newest bodies up to `maxBodyBytes` in total. */
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
