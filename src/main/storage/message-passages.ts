import { z } from 'zod'
import type { Citation, PassagePlace } from '../../shared/knowledge.ts'
import { passageKinds } from '../../shared/knowledge-limits.ts'
import type { Database, Row } from './database.ts'
import { choice, id, integer, json, named, nullable, real, shortText, table, text } from './table.ts'

export const passageTable = table(
  'message_passages',
  {
    messageId: id,
    number: integer,
    kind: choice(passageKinds),
    sourceId: named('source', text()),
    document: text(5000),
    title: shortText(5000),
    headings: json(z.array(z.string()).readonly(), []),
    partId: named('part', nullable(text())),
    start: named('start_at', integer),
    end: named('end_at', integer),
    atMs: nullable(real),
    quote: text(),
  },
  { lists: { message_id: 1000 } },
)

/** Passages that were sent with messages. A number means the same passage in its whole conversation. */
export class MessagePassages {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /**
   * Stores the passages of a message and numbers them: a passage already in the conversation keeps its number. Call it
   * within a transaction, after the message is stored.
   */
  addPassages(
    messageId: string,
    conversationId: string,
    passages: readonly Omit<Citation, 'number'>[],
  ): readonly Citation[] {
    // looking up the passages of a long chat is slow
    if (passages.length === 0) return []
    const known = this.ofConversation(conversationId)
    let last = Math.max(0, ...known.map(({ number }) => number))
    const numbered: Citation[] = []
    for (const passage of passages) {
      const same = [...known, ...numbered].find((other) => isSame(other, passage))
      if (same === undefined) last += 1
      numbered.push({ ...passage, number: same?.number ?? last })
    }
    this.insertPassages(messageId, numbered)
    return numbered
  }

  /** Stores passages under their existing numbers. */
  insertPassages(messageId: string, passages: readonly Citation[]): void {
    for (const { number, place, quote } of passages)
      passageTable.insertIfNew(this.database, { ...place, messageId, number, quote })
  }

  /** Returns the passages of a message, by number. */
  passagesOf(messageId: string): readonly Citation[] {
    return this.database
      .prepare('SELECT * FROM message_passages WHERE message_id = ? ORDER BY number')
      .all(messageId)
      .map(fromRow)
  }

  /** Returns the numbers of a message's passages, in order. */
  numbersOf(messageId: string): readonly number[] {
    return this.database
      .prepare('SELECT number FROM message_passages WHERE message_id = ? ORDER BY number')
      .all(messageId)
      .map(({ number }) => Number(number))
  }

  /** Returns the passages of a conversation, each number once. */
  ofConversation(conversationId: string): readonly Citation[] {
    return this.database
      .prepare(
        `SELECT message_passages.* FROM message_passages JOIN messages ON messages.id = message_id
         WHERE conversation_id = ? GROUP BY number ORDER BY number`,
      )
      .all(conversationId)
      .map(fromRow)
  }

  /** Returns which of the messages have passages. */
  among(messageIds: readonly string[]): ReadonlySet<string> {
    const rows = this.database
      .prepare('SELECT DISTINCT message_id FROM message_passages WHERE message_id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(messageIds))
    return new Set(rows.map(({ message_id }) => String(message_id)))
  }
}

function isSame(one: Omit<Citation, 'number'>, other: Omit<Citation, 'number'>): boolean {
  const [a, b]: readonly PassagePlace[] = [one.place, other.place]
  return (
    a !== undefined &&
    b !== undefined &&
    a.sourceId === b.sourceId &&
    a.document === b.document &&
    a.start === b.start &&
    one.quote === other.quote
  )
}

function fromRow(row: Row): Citation {
  const { messageId: _, number, quote, ...place } = passageTable.readRow(row)
  return { number, place, quote }
}
