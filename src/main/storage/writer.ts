import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'
import { restWork } from './resting-work.ts'
import { id, integer, type RowOf, shortText, table } from './table.ts'

export const writerTable = table('writer', {
  /** Always 1, because a data folder has one writer. */
  only: integer,
  id,
  /** Where it writes, see `writer-place.ts`; empty if that is not known yet. */
  place: shortText(),
})

/** Tables of jobs, each of which only its owner may send. */
const jobs = ['image_jobs', 'transcription_jobs', 'video_jobs'] as const

/** Returns the id of this computer in this life of its data folder. The first call gives it the jobs without an owner. */
export function writerId(database: Database): string {
  return (findWriter(database) ?? addWriter(database)).id
}

/**
 * Gives the data folder a new writer if it is a copy in another place. Work under way rests then, because the original
 * may send it too. `isMoved` is true if Atelier has moved the folder, which leaves no second one in use. `now` is in ms
 * since 1970.
 */
export function claimWriter(database: Database, place: string, isMoved: boolean, now: number): void {
  database.transaction(() => {
    const known = findWriter(database) ?? addWriter(database)
    if (known.place !== '' && known.place !== place) {
      renewWriter(database)
      if (!isMoved) restWork(database, now)
    }
    database.prepare('UPDATE writer SET place = ?').run(place)
  })
}

/** Replaces the writer. The new one gets its jobs, but not those of other computers. Call it within a transaction. */
export function renewWriter(database: Database): void {
  const before = findWriter(database)
  database.execute('DELETE FROM writer')
  const { id } = addWriter(database)
  if (before !== null) giveJobs(database, before.id, id)
}

function findWriter(database: Database): RowOf<typeof writerTable> | null {
  const row = database.prepare('SELECT * FROM writer').get()
  return row === undefined ? null : writerTable.readRow(row)
}

function addWriter(database: Database): RowOf<typeof writerTable> {
  const writer = { only: 1, id: randomUUID(), place: '' }
  writerTable.insert(database, writer)
  // rows from before there was an owner
  giveJobs(database, '', writer.id)
  return writer
}

function giveJobs(database: Database, from: string, to: string): void {
  for (const table of jobs) database.prepare(`UPDATE ${table} SET owner = ? WHERE owner = ?`).run(to, from)
}
