import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queuedProgress } from '../../../src/main/services/images/image-job-machine.ts'
import { Database } from '../../../src/main/storage/database.ts'
import { ImageJobs } from '../../../src/main/storage/image-jobs.ts'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { openStorage, prepareRestore } from '../../../src/main/storage/open.ts'
import { claimWriter, renewWriter, writerId } from '../../../src/main/storage/writer.ts'
import { placeOf } from '../../../src/main/storage/writer-place.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'
import { imageRequest } from '../../fakes/studio.ts'

let database: Database
let dispose: () => void
let folder: string
beforeEach(() => {
  ;({ database, folder, dispose } = temporaryDatabase())
})
afterEach(() => dispose())

const addJob = (id: string): void => {
  new ImageJobs(database).insertJob({ ...queuedProgress, id, request: imageRequest(), createdAt: 1 })
}
const jobs = () => database.prepare('SELECT id, owner, status FROM image_jobs ORDER BY id').all()

describe('the writer of a data folder', () => {
  test('it stays the same, and owns new jobs', () => {
    const writer = writerId(database)
    addJob('a')
    expect([writerId(database), jobs()]).toEqual([writer, [{ id: 'a', owner: writer, status: 'queued' }]])
  })

  test('a start in the same place keeps it, and work continues', () => {
    const writer = writerId(database)
    addJob('a')
    for (let start = 0; start < 2; start += 1) claimWriter(database, 'here', false, 5)
    expect([writerId(database), jobs()]).toMatchObject([writer, [{ owner: writer, status: 'queued' }]])
  })

  test('a copy in another place gets a new one, and its work rests', () => {
    claimWriter(database, 'here', false, 5)
    const writer = writerId(database)
    addJob('a')
    claimWriter(database, 'there', false, 6)
    expect(writerId(database)).not.toBe(writer)
    expect(jobs()).toEqual([{ id: 'a', owner: writerId(database), status: 'unknown' }])
    claimWriter(database, 'there', false, 7)
    expect(jobs()).toMatchObject([{ owner: writerId(database) }])
  })

  test('a folder that Atelier has moved gets a new one, and its work continues', () => {
    claimWriter(database, 'here', false, 5)
    const writer = writerId(database)
    addJob('a')
    claimWriter(database, 'there', true, 6)
    expect(writerId(database)).not.toBe(writer)
    expect(jobs()).toEqual([{ id: 'a', owner: writerId(database), status: 'queued' }])
  })

  test('a new one does not get the jobs of another computer', () => {
    addJob('a')
    addJob('b')
    database.execute("UPDATE image_jobs SET owner = 'laptop' WHERE id = 'b'")
    database.transaction(() => renewWriter(database))
    expect(jobs().map(({ owner }) => owner)).toEqual([writerId(database), 'laptop'])
    expect(new ImageJobs(database).activeJobs().map(({ id }) => id)).toEqual(['a'])
  })

  test('jobs from before there was a writer belong to the first one', () => {
    const old = new Database(':memory:')
    for (const step of migrations.slice(0, 36)) old.execute(step)
    old.execute("INSERT INTO image_jobs (id, request, status, attempts, created_at) VALUES ('a', '{}', 'done', 1, 2)")
    old.execute(migrations[36] ?? '')
    const writer = writerId(old)
    expect(old.prepare('SELECT owner FROM image_jobs').all()).toEqual([{ owner: writer }])
    old.close()
  })

  test('a restored database gets a new one, which has its jobs', () => {
    claimWriter(database, placeOf(folder), false, 5)
    const writer = writerId(database)
    addJob('a')
    database.close()
    // the start of another version makes a copy
    openStorage(folder, 7, migrations, true).database.close()
    prepareRestore(folder, `atelier-v${migrations.length}-7.db`, 8)?.commit(9)
    ;({ database } = openStorage(folder, 10))
    claimWriter(database, placeOf(folder), false, 11)
    expect(writerId(database)).not.toBe(writer)
    expect(jobs()).toEqual([{ id: 'a', owner: writerId(database), status: 'unknown' }])
  })
})

test('a place is the same at each start, and another for a copy', () => {
  const other = mkdtempSync(join(tmpdir(), 'atelier-place-'))
  cpSync(folder, other, { recursive: true })
  expect(placeOf(folder)).toBe(placeOf(folder))
  expect(placeOf(other)).not.toBe(placeOf(folder))
  rmSync(other, { recursive: true })
})
