import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Database } from '../../../src/main/storage/database.ts'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { openStorage, prepareRestore } from '../../../src/main/storage/open.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-storage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (): string => join(folder, 'atelier.db')
const nextStep = "CREATE TABLE later (x TEXT) STRICT; INSERT INTO later VALUES ('1');"

function fill(rows: number): void {
  const { database } = openStorage(folder, 1)
  for (let i = 0; i < rows; i += 1)
    database.prepare('INSERT INTO preferences (name, value) VALUES (?, ?)').run(`n${i}`, 'v')
  database.close()
}

function count(database: Database): unknown {
  return database.prepare('SELECT count(*) AS n FROM preferences').get()?.n
}

describe('opening the database', () => {
  test('opening copies the database before the first start of another version, once', () => {
    fill(3)
    openStorage(folder, 2, migrations, true).database.close()
    openStorage(folder, 3).database.close()
    expect(readdirSync(join(folder, 'backups'))).toEqual([`atelier-v${migrations.length}-2.db`])
    const copy = prepareRestore(folder, `atelier-v${migrations.length}-2.db`, 4)
    expect(copy?.madeAt).toBe(2)
  })

  test('opening creates the database, and opens it unchanged again', () => {
    fill(3)
    const { database, notices } = openStorage(folder, 2)
    expect([count(database), notices, database.pragma('user_version'), database.pragma('journal_mode')]).toEqual([
      3,
      [],
      migrations.length,
      'wal',
    ])
    database.close()
  })

  test('opening replays what a killed process left in the journal next to the file', () => {
    fill(1)
    const killed = new Database(file())
    killed.prepare('INSERT INTO preferences (name, value) VALUES (?, ?)').run('late', 'v')
    const copy = mkdtempSync(join(tmpdir(), 'atelier-killed-'))
    for (const name of ['atelier.db', 'atelier.db-wal'])
      writeFileSync(join(copy, name), readFileSync(join(folder, name)))
    killed.close()
    const { database, notices } = openStorage(copy, 2)
    expect([count(database), notices]).toEqual([2, []])
    database.close()
    rmSync(copy, { recursive: true })
  })

  test('opening keeps a verified copy before it changes the schema', () => {
    fill(5)
    const { database } = openStorage(folder, 42, [...migrations, nextStep])
    expect(database.pragma('user_version')).toBe(migrations.length + 1)
    database.close()
    expect(readdirSync(join(folder, 'backups'))).toEqual([`atelier-v${migrations.length}-42.db`])
    const copy = new Database(join(folder, 'backups', `atelier-v${migrations.length}-42.db`), { readonly: true })
    expect([count(copy), copy.pragma('user_version')]).toEqual([5, migrations.length])
    copy.close()
  })

  test('a migration that fails leaves the file unchanged', () => {
    fill(2)
    expect(() =>
      openStorage(folder, 3, [...migrations, 'CREATE TABLE half (x TEXT) STRICT; INSERT INTO nowhere VALUES (1);']),
    ).toThrow()
    const { database } = openStorage(folder, 4)
    expect([count(database), database.pragma('user_version')]).toEqual([2, migrations.length])
    expect(database.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).toEqual([])
    database.close()
  })

  test('opening keeps the five newest copies', () => {
    fill(1)
    const steps = [...migrations]
    for (let version = 0; version < 8; version += 1) {
      steps.push(`CREATE TABLE t${version} (x TEXT) STRICT;`)
      openStorage(folder, 100 + version, steps).database.close()
    }
    expect(readdirSync(join(folder, 'backups')).length).toBe(5)
  })
})

describe('a file that cannot be used', () => {
  const unusable: readonly (readonly [string, (path: string) => void, 'damaged' | 'newer'])[] = [
    [
      'another program’s file',
      (path) => writeFileSync(path, 'This is not a database, it is a letter.'.repeat(300)),
      'damaged',
    ],
    [
      'the database of another program',
      (path) => {
        rmSync(path)
        const database = new Database(path)
        database.execute('CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT)')
        database.execute("INSERT INTO moz_places (url) VALUES ('https://example.org')")
        database.close()
      },
      'damaged',
    ],
    [
      'the database of another program that counts its versions as well',
      (path) => {
        rmSync(path)
        const database = new Database(path)
        database.execute('CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT)')
        database.execute('PRAGMA user_version = 1')
        database.close()
      },
      'damaged',
    ],
    [
      'a file with one letter changed in its schema',
      (path) => {
        const text = readFileSync(path, 'latin1').replaceAll('contentless_delete', 'contentless_dalete')
        writeFileSync(path, text, 'latin1')
      },
      'damaged',
    ],
    ['a truncated file', (path) => writeFileSync(path, readFileSync(path).subarray(0, 5000)), 'damaged'],
    [
      'a file with a damaged schema page',
      (path) => writeFileSync(path, readFileSync(path).fill(0xff, 100, 3000)),
      'damaged',
    ],
    [
      'a file of a newer version',
      (path) => {
        const database = new Database(path)
        database.execute('PRAGMA user_version = 999')
        database.close()
      },
      'newer',
    ],
  ]

  test.each(unusable)('%s is set aside untouched, and reported', (_, break_, why) => {
    fill(4)
    break_(file())
    const before = readFileSync(file())
    const { database, notices } = openStorage(folder, 77)
    expect(notices).toEqual([{ code: 'database_set_aside', why, folder: `${why}-77`, backup: null }])
    expect(readFileSync(join(folder, `${why}-77`, 'atelier.db')).equals(before)).toBe(true)
    expect(count(database)).toBe(0)
    database.close()
  })

  test('an empty file becomes a new database, because it has nothing to lose', () => {
    writeFileSync(file(), '')
    const { database, notices } = openStorage(folder, 5)
    expect([count(database), notices]).toEqual([0, []])
    database.close()
  })

  test('two files set aside in the same millisecond do not overwrite each other', () => {
    mkdirSync(join(folder, 'damaged-9'))
    writeFileSync(file(), 'x'.repeat(9000))
    const { database, notices } = openStorage(folder, 9)
    expect(notices[0]).toMatchObject({ folder: 'damaged-9-2' })
    database.close()
  })

  test('an unusable file leads to the newest good backup, which can be restored; a damaged one is skipped', () => {
    fill(6)
    openStorage(folder, 10, [...migrations, nextStep]).database.close()
    const backups = join(folder, 'backups')
    writeFileSync(
      join(backups, `atelier-v${migrations.length}-11.db`),
      readFileSync(join(backups, `atelier-v${migrations.length}-10.db`)).fill(1, 4096),
    )
    writeFileSync(file(), 'garbage'.repeat(2000))
    const opened = openStorage(folder, 12)
    opened.database.close()
    const name = `atelier-v${migrations.length}-10.db`
    expect(opened.notices).toEqual([
      { code: 'database_set_aside', why: 'damaged', folder: 'damaged-12', backup: { name, madeAt: 10 } },
    ])

    expect(prepareRestore(folder, `atelier-v${migrations.length}-11.db`)).toBeNull()
    expect(prepareRestore(folder, '../atelier.db')).toBeNull()
    const restore = prepareRestore(folder, name)
    expect(restore?.madeAt).toBe(10)
    restore?.commit(13)
    const { database, notices } = openStorage(folder, 14)
    expect([count(database), notices]).toEqual([6, []])
    expect(readdirSync(folder)).toContain('replaced-13')
    database.close()
  })
})

test('a database whose first opening was killed is opened, and half-written data are undone', () => {
  const { database } = openStorage(folder, 1)
  database.execute("INSERT INTO preferences (name, value) VALUES ('kept', 'whole')")
  database.close()
  // as a restored file is until it is opened: without WAL, and in the middle of a write that has reached the disk
  const path = join(folder, 'atelier.db')
  const writer = new Sqlite(path)
  writer.pragma('journal_mode = DELETE')
  writer.pragma('cache_size = 1')
  writer.exec("BEGIN IMMEDIATE; UPDATE preferences SET value = 'half'")
  writer.exec('CREATE TABLE filler (x); INSERT INTO filler SELECT hex(randomblob(2000)) FROM sqlite_schema')
  const killed = join(folder, 'killed')
  mkdirSync(killed)
  for (const name of ['atelier.db', 'atelier.db-journal']) copyFileSync(join(folder, name), join(killed, name))
  writer.exec('ROLLBACK')
  writer.close()
  const again = openStorage(killed, 2)
  expect(again.notices).toEqual([])
  expect(again.database.prepare("SELECT value FROM preferences WHERE name = 'kept'").get()?.value).toBe('whole')
  expect(again.database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'filler'").get()).toBeUndefined()
  again.database.close()
})
