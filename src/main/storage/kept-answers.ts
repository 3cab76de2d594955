import { type KeptKind, keptKinds, type Leftovers, leftoversSchema, noLeftovers } from '../../shared/kept-answer.ts'
import type { Database, Row } from './database.ts'
import { parsed } from './stored-json.ts'
import { type Column, choice, flag, id, integer, json, media, named, type RowOf, table, text, time } from './table.ts'

/** The unused parts of an answer; stored as null if there are none. */
const leftoverColumn: Column<Leftovers> = {
  ...json(leftoversSchema, noLeftovers, 'long'),
  isNullable: true,
  read: (stored) => leftoversSchema.safeParse(parsed(stored)).data ?? noLeftovers,
}

export const keptTable = table(
  'kept_answers',
  {
    id: integer,
    kind: choice(keptKinds),
    ownerId: id,
    /** The piece of a recording, else 0. */
    part: integer,
    receivedAt: time,
    status: integer,
    contentType: text(),
    whole: flag,
    // bodies with pictures are by far the largest
    mediaId: media('images'),
    state: choice(['unread', 'left'], 'unread'),
    leftovers: named('extra', leftoverColumn),
  },
  { lists: { 'kind, owner_id': 1000 } },
)

/** The body of an answer as a row; the bytes are a library file. */
export type StoredAnswer = RowOf<typeof keptTable>

/** Owner of an answer. */
export type AnswerOwner = Pick<StoredAnswer, 'kind' | 'ownerId' | 'part'>

/** The table of bodies of paid answers with unused parts. */
export class KeptAnswers {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Inserts an unread body; returns its id. */
  insertAnswer(
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
  recordUnused(id: number, leftovers: Leftovers): void {
    this.database
      .prepare("UPDATE kept_answers SET state = 'left', extra = ? WHERE id = ?")
      .run(JSON.stringify(leftovers), id)
  }

  removeAnswer(id: number): void {
    this.database.prepare('DELETE FROM kept_answers WHERE id = ?').run(id)
  }

  /** Returns the media ids of all bodies. */
  mediaIds(): readonly string[] {
    return this.database
      .prepare('SELECT media_id FROM kept_answers')
      .all()
      .map((row) => String(row.media_id))
  }

  findAnswer(id: number): StoredAnswer | null {
    const row = this.database.prepare('SELECT * FROM kept_answers WHERE id = ?').get(id)
    return row ? fromRow(row) : null
  }

  /** Returns the kept answers of one message or job, oldest first. */
  answersOf(kind: KeptKind, ownerId: string): readonly StoredAnswer[] {
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
  return keptKinds.some((kind) => kind === row.kind) ? keptTable.readRow(row) : null
}
