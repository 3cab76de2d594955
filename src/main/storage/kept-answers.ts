import { z } from 'zod'
import {
  type KeptKind,
  keptAnswerSchema,
  keptKinds,
  type Leftovers,
  leftoversSchema,
  noLeftovers,
} from '../../shared/kept-answer.ts'
import type { Database, Row } from './database.ts'

/** Owner of an answer; `part` is the piece of a recording, else 0. */
export interface AnswerOwner {
  readonly kind: KeptKind
  readonly ownerId: string
  readonly part: number
}

/** The body of an answer as a row; the bytes are a library file. */
export interface StoredAnswer extends AnswerOwner {
  readonly id: number
  /** ms since 1970. */
  readonly receivedAt: number
  readonly status: number
  readonly contentType: string
  readonly whole: boolean
  readonly mediaId: string
  readonly state: 'unread' | 'left'
  readonly leftovers: Leftovers
}

const rowSchema = z.object({
  id: z.number(),
  kind: z.enum(keptKinds),
  owner_id: z.string(),
  part: z.number(),
  received_at: z.number(),
  status: z.number(),
  content_type: z.string(),
  whole: z.number(),
  media_id: z.string(),
  state: keptAnswerSchema.unwrap().shape.state.catch('unread'),
  extra: z.string().nullable(),
})

/** The table of bodies of paid answers with unused parts. */
export class KeptAnswers {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Inserts an unread body; returns its id. */
  insert(
    owner: AnswerOwner,
    about: Pick<StoredAnswer, 'receivedAt' | 'status' | 'contentType' | 'whole' | 'mediaId'>,
  ): number {
    const row = this.database
      .prepare(
        `INSERT INTO kept_answers (kind, owner_id, part, received_at, status, content_type, whole, media_id, state)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'unread') RETURNING id`,
      )
      .get(
        owner.kind,
        owner.ownerId,
        owner.part,
        about.receivedAt,
        about.status,
        about.contentType,
        about.whole ? 1 : 0,
        about.mediaId,
      )
    return Number(row?.id)
  }

  /** Records that a body was read, with its unused parts. */
  leave(id: number, leftovers: Leftovers): void {
    this.database
      .prepare("UPDATE kept_answers SET state = 'left', extra = ? WHERE id = ?")
      .run(JSON.stringify(leftovers), id)
  }

  remove(id: number): void {
    this.database.prepare('DELETE FROM kept_answers WHERE id = ?').run(id)
  }

  /** Returns the media ids of all bodies. */
  mediaIds(): readonly string[] {
    return this.database
      .prepare('SELECT media_id FROM kept_answers')
      .all()
      .map((row) => String(row.media_id))
  }

  find(id: number): StoredAnswer | null {
    const row = this.database.prepare('SELECT * FROM kept_answers WHERE id = ?').get(id)
    return row ? fromRow(row) : null
  }

  /** Returns the kept answers of one message or job, oldest first. */
  of(kind: KeptKind, ownerId: string): readonly StoredAnswer[] {
    return this.database
      .prepare('SELECT * FROM kept_answers WHERE kind = ? AND owner_id = ? ORDER BY part, id')
      .all(kind, ownerId)
      .flatMap((row) => fromRow(row) ?? [])
  }

  /** Returns true if a message or job has kept answers. */
  has(kind: KeptKind, ownerId: string): boolean {
    return (
      this.database.prepare('SELECT 1 FROM kept_answers WHERE kind = ? AND owner_id = ? LIMIT 1').get(kind, ownerId) !==
      undefined
    )
  }
}

/** Converts a row to an answer; null for a kind that only a newer version knows. */
function fromRow(row: Row): StoredAnswer | null {
  const parsed = rowSchema.safeParse(row).data
  if (parsed === undefined) return null
  return {
    id: parsed.id,
    kind: parsed.kind,
    ownerId: parsed.owner_id,
    part: parsed.part,
    receivedAt: parsed.received_at,
    status: parsed.status,
    contentType: parsed.content_type,
    whole: parsed.whole !== 0,
    mediaId: parsed.media_id,
    state: parsed.state,
    leftovers: leftoversFrom(parsed.extra),
  }
}

function leftoversFrom(text: string | null): Leftovers {
  if (text === null) return noLeftovers
  try {
    return leftoversSchema.safeParse(JSON.parse(text)).data ?? noLeftovers
  } catch {
    return noLeftovers
  }
}
