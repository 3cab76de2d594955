import type { Database } from './database.ts'

/** A text, and the number of bits in which its signs differ from the requested ones. */
export interface NearSigns {
  readonly textId: number
  readonly distance: number
}

/** Fraction of changed rows above which rereading all rows is faster than applying the changes. */
const changedShareMax = 1 / 100
const changedMin = 500

/**
 * Finds the nearest signs of one set. Keeps the signs of each searched collection in memory, because SQLite takes three
 * times as long to return the rows as comparing them in memory.
 * Triggers of this connection list the changed rows. The list is part of the transaction, so it does not contain a
 * change that is rolled back.
 */
export class SignScan {
  private readonly database: Database
  readonly setId: number
  private readonly copies = new Map<number, SignCopy>()

  constructor(database: Database, setId: number) {
    this.database = database
    this.setId = setId
    database.execute(listening)
  }

  /** Returns the `limit` texts with the nearest signs, in no order. A text in several collections counts once. */
  nearest(collections: readonly string[], signs: Uint8Array, limit: number): readonly number[] {
    this.takeChanges()
    const near = this.idsOf(collections).flatMap((id) => this.copy(id, signs.length).nearest(signs, limit))
    const best = near.toSorted((one, other) => one.distance - other.distance)
    return [...new Set(best.map(({ textId }) => textId))].slice(0, limit)
  }

  /** Reads the signs of some collections before a search. */
  load(collections: readonly string[], bytes: number): void {
    for (const id of this.idsOf(collections)) this.copy(id, bytes)
  }

  /** Frees the memory. */
  close(): void {
    this.copies.clear()
    this.database.execute(unlistening)
  }

  private idsOf(collections: readonly string[]): readonly number[] {
    return this.database
      .prepare('SELECT id FROM collections WHERE name IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(collections))
      .map((row) => Number(row.id))
  }

  private copy(collectionId: number, bytes: number): SignCopy {
    const known = this.copies.get(collectionId)
    if (known !== undefined) return known
    const copy = new SignCopy(bytes)
    const rows = this.database.prepare('SELECT text_id, signs FROM signs WHERE set_id = ? AND collection_id = ?')
    for (const row of rows.all(this.setId, collectionId))
      if (row.signs instanceof Uint8Array) copy.addSigns(Number(row.text_id), row.signs)
    this.copies.set(collectionId, copy)
    return copy
  }

  private takeChanges(): void {
    const changes = this.database
      .prepare(
        `SELECT changed_signs.collection_id, changed_signs.text_id, signs.signs FROM changed_signs
         LEFT JOIN signs USING (set_id, collection_id, text_id) WHERE set_id = ? ORDER BY 1, 2`,
      )
      .all(this.setId)
    this.database.prepare('DELETE FROM changed_signs').run()
    for (const [collectionId, rows] of Map.groupBy(changes, (row) => Number(row.collection_id))) {
      const copy = this.copies.get(collectionId)
      if (copy === undefined) continue
      if (rows.length > Math.max(changedMin, copy.count * changedShareMax)) this.copies.delete(collectionId)
      else
        for (const { text_id: textId, signs } of rows) {
          copy.removeSigns(Number(textId))
          if (signs instanceof Uint8Array) copy.addSigns(Number(textId), signs)
        }
    }
  }
}

const listening = `
  CREATE TEMP TABLE IF NOT EXISTS changed_signs (
    set_id INTEGER, collection_id INTEGER, text_id INTEGER, PRIMARY KEY (set_id, collection_id, text_id)
  ) WITHOUT ROWID;
  CREATE TEMP TRIGGER IF NOT EXISTS signs_put AFTER INSERT ON main.signs BEGIN
    INSERT OR REPLACE INTO changed_signs VALUES (NEW.set_id, NEW.collection_id, NEW.text_id);
  END;
  CREATE TEMP TRIGGER IF NOT EXISTS signs_removed AFTER DELETE ON main.signs BEGIN
    INSERT OR REPLACE INTO changed_signs VALUES (OLD.set_id, OLD.collection_id, OLD.text_id);
  END;
`
const unlistening = `
  DROP TRIGGER IF EXISTS temp.signs_put;
  DROP TRIGGER IF EXISTS temp.signs_removed;
  DROP TABLE IF EXISTS temp.changed_signs;
`

/** Signs of many texts in sequence, as 32-bit words. */
class SignCopy {
  count = 0
  private readonly stride: number
  private ids = new Int32Array(256)
  private words: Int32Array

  constructor(bytes: number) {
    this.stride = Math.ceil(bytes / 4)
    this.words = new Int32Array(this.ids.length * this.stride)
  }

  addSigns(textId: number, signs: Uint8Array): void {
    if (this.count === this.ids.length) this.grow()
    this.ids[this.count] = textId
    this.words.set(wordsOf(signs, this.stride), this.count * this.stride)
    this.count += 1
  }

  /** Removes a text by moving the last one to its position. */
  removeSigns(textId: number): void {
    const at = this.ids.subarray(0, this.count).indexOf(textId)
    if (at === -1) return
    this.count -= 1
    this.ids[at] = this.ids[this.count] ?? 0
    this.words.copyWithin(at * this.stride, this.count * this.stride, (this.count + 1) * this.stride)
  }

  /** Returns the `limit` nearest, in no order. Of those with the same distance as the last one, any may be returned. */
  nearest(signs: Uint8Array, limit: number): readonly NearSigns[] {
    const distances = this.distances(wordsOf(signs, this.stride))
    const farthest = distanceOf(distances, limit, this.stride * 32)
    const near: NearSigns[] = []
    // first the ones that are certainly part of the result
    for (const [at, distance] of distances.entries())
      if (distance < farthest) near.push({ textId: this.ids[at] ?? 0, distance })
    for (let at = 0; at < distances.length && near.length < limit; at += 1)
      if (distances[at] === farthest) near.push({ textId: this.ids[at] ?? 0, distance: farthest })
    return near
  }

  private distances(asked: Int32Array): Uint32Array {
    const { count, stride, words } = this
    const distances = new Uint32Array(count)
    let from = 0
    for (let text = 0; text < count; text += 1) {
      let bits = 0
      for (let at = 0; at < stride; at += 1) bits += bitsOf((words[from + at] ?? 0) ^ (asked[at] ?? 0))
      distances[text] = bits
      from += stride
    }
    return distances
  }

  private grow(): void {
    const [ids, words] = [new Int32Array(this.ids.length * 2), new Int32Array(this.words.length * 2)]
    ids.set(this.ids)
    words.set(this.words)
    this.ids = ids
    this.words = words
  }
}

/** Returns the distance of the `limit`-th nearest. */
function distanceOf(distances: Uint32Array, limit: number, most: number): number {
  const counts = new Uint32Array(most + 1)
  for (const distance of distances) counts[distance] = (counts[distance] ?? 0) + 1
  let seen = 0
  for (const [distance, count] of counts.entries()) {
    seen += count
    if (seen >= limit) return distance
  }
  return most
}

/** Returns a copy in words, because the bytes of a row may begin at any offset of a buffer; padded with zeros. */
function wordsOf(signs: Uint8Array, stride: number): Int32Array {
  const bytes = new Uint8Array(stride * 4)
  bytes.set(signs.subarray(0, bytes.length))
  return new Int32Array(bytes.buffer)
}

/** Returns the number of set bits of a 32-bit word, by sums of neighbours, in pairs, fours, bytes. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
