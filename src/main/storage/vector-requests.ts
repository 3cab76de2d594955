import { type Database, numberOrNull } from './database.ts'

/** A model of a connection. */
export interface VectorModel {
  readonly connectionId: string
  readonly model: string
}

/** A text without a vector, with its estimated tokens. */
export interface WantedText {
  readonly textId: number
  readonly tokens: number
}

/** Numbers of the texts that have no vector. */
export interface WantedCount {
  readonly texts: number
  readonly tokens: number
  /** The part of the tokens for Chinese, Japanese and Korean characters. */
  readonly wide: number
  /** Texts whose answer was refused: held until the user retries, and set aside after the second refusal. */
  readonly held: number
  readonly aside: number
}

/** Totals of a model's requests so far. */
export interface RequestTotals {
  readonly requests: number
  /** Tokens as counted by the gateway, else estimated. */
  readonly tokens: number
  /** Requests whose answer may have been charged and lost. */
  readonly unknown: number
}

type RequestState = 'done' | 'failed' | 'refused' | 'unknown'

/** The texts to be sent, and the requests sent: a request is stored as a row before it is sent. */
export class VectorRequests {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the newest texts to be sent. */
  newestWanted(limit: number): readonly WantedText[] {
    return this.database
      .prepare('SELECT text_id, tokens FROM wanted WHERE held = 0 ORDER BY at DESC, text_id LIMIT ?')
      .all(limit)
      .map((row) => ({ textId: Number(row.text_id), tokens: Number(row.tokens) }))
  }

  wanted(): WantedCount {
    const row = this.database
      .prepare(
        `SELECT count(*) FILTER (WHERE held < 2) AS texts, coalesce(sum(tokens) FILTER (WHERE held < 2), 0) AS tokens,
           coalesce(sum(wide) FILTER (WHERE held < 2), 0) AS wide,
           count(*) FILTER (WHERE held = 1) AS held, count(*) FILTER (WHERE held = 2) AS aside
         FROM wanted`,
      )
      .get()
    return {
      texts: Number(row?.texts ?? 0),
      tokens: Number(row?.tokens ?? 0),
      wide: Number(row?.wide ?? 0),
      held: Number(row?.held ?? 0),
      aside: Number(row?.aside ?? 0),
    }
  }

  /** Marks every text without a vector in a set as wanted; a null set has no vectors. */
  wantAll(setId: number | null): void {
    this.database.execute('DELETE FROM wanted')
    this.database
      .prepare(
        `INSERT INTO wanted (text_id, at, tokens, wide)
         SELECT texts.id, max(documents.at), texts.tokens, texts.wide
         FROM chunks JOIN documents ON documents.id = document_id JOIN texts ON texts.id = chunks.text_id
         WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE set_id = ? AND text_id = chunks.text_id) GROUP BY chunks.text_id`,
      )
      .run(setId ?? 0)
  }

  /** Drops texts that can no longer be read. */
  unwant(textIds: readonly number[]): void {
    const drop = this.database.prepare('DELETE FROM wanted WHERE text_id = ?')
    for (const id of textIds) drop.run(id)
  }

  /** Records a request that is about to be sent. Returns its id. */
  beginRequest({ connectionId, model }: VectorModel, texts: number, estimated: number, now: number): number {
    const row = this.database
      .prepare(
        `INSERT INTO requests (connection_id, model, texts, estimated, state, sent_at) VALUES (?, ?, ?, ?, 'sent', ?)
         RETURNING id`,
      )
      .get(connectionId, model, texts, estimated, now)
    return Number(row?.id)
  }

  endRequest(id: number, state: RequestState, tokens: number | null = null): void {
    this.database.prepare('UPDATE requests SET state = ?, tokens = ? WHERE id = ?').run(state, tokens, id)
  }

  /** Holds back the texts of a refused answer; after the second refusal they are set aside. */
  hold(textIds: readonly number[]): void {
    const hold = this.database.prepare(
      'UPDATE wanted SET refusals = refusals + 1, held = iif(refusals >= 1, 2, 1) WHERE text_id = ?',
    )
    for (const id of textIds) hold.run(id)
  }

  /** Sets aside texts that the gateway refuses even alone. */
  setAside(textIds: readonly number[]): void {
    const aside = this.database.prepare('UPDATE wanted SET held = 2 WHERE text_id = ?')
    for (const id of textIds) aside.run(id)
  }

  /** Allows held texts to be sent once more. */
  release(): void {
    this.database.execute('UPDATE wanted SET held = 0 WHERE held = 1')
  }

  /** Marks requests of a killed process: their answers are lost. */
  recoverRequests(): void {
    this.database.execute("UPDATE requests SET state = 'unknown' WHERE state = 'sent'")
  }

  totals({ connectionId, model }: VectorModel): RequestTotals {
    const row = this.database
      .prepare(
        `SELECT count(*) AS requests, coalesce(sum(coalesce(tokens, estimated)), 0) AS tokens,
           count(*) FILTER (WHERE state = 'unknown') AS unknown
         FROM requests WHERE connection_id = ? AND model = ? AND state <> 'failed'`,
      )
      .get(connectionId, model)
    return {
      requests: Number(row?.requests ?? 0),
      tokens: Number(row?.tokens ?? 0),
      unknown: Number(row?.unknown ?? 0),
    }
  }

  /**
   * Returns the number of texts that a model accepts in one request, and the number that it refused; null if unknown.
   */
  batchSize({ connectionId, model }: VectorModel): { readonly size: number; readonly refused: number | null } | null {
    const row = this.database
      .prepare('SELECT size, refused FROM batch_sizes WHERE connection_id = ? AND model = ?')
      .get(connectionId, model)
    if (row === undefined) return null
    return { size: Number(row.size), refused: numberOrNull(row.refused) }
  }

  setBatchSize({ connectionId, model }: VectorModel, size: number, refused: number | null): void {
    this.database
      .prepare('INSERT OR REPLACE INTO batch_sizes (connection_id, model, size, refused) VALUES (?, ?, ?, ?)')
      .run(connectionId, model, size, refused)
  }
}
