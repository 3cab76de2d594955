import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../src/main/app.ts'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import type { Database } from '../../../src/main/storage/database.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { openStorage } from '../../../src/main/storage/open.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { canMount, mountAt } from '../../fakes/mounted-disk.ts'
import { testPlatform } from '../../fakes/platform.ts'
import { conversation, storedMessage } from '../../fakes/storage.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step()
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'atelier-disk-'))
  undo.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

function mounted(...options: readonly string[]): string {
  const point = folder()
  undo.push(mountAt(point, ...options))
  return point
}

const codeOf = (run: () => unknown): string => {
  try {
    run()
    return 'ok'
  } catch (cause) {
    return cause instanceof AppFailure ? cause.error.code : `raw: ${cause}`
  }
}

const count = (database: Database, table: string): unknown =>
  database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n

describe.skipIf(!canMount)('a failing disk (mounted for the test)', () => {
  test('a full disk refuses a message completely, keeps the data, and works again once there is space', () => {
    const point = mounted('-t', 'tmpfs', '-o', 'size=4m', 'tmpfs')
    const { database } = openStorage(point, 1)
    undo.push(() => database.close())
    const messages = new Messages(database)
    new Conversations(database).insertConversation(conversation('c'))
    messages.insertMessage(storedMessage('first'))
    writeFileSync(join(point, 'ballast'), Buffer.alloc(2_600_000))
    const refused = codeOf(() =>
      database.durably(() => {
        messages.insertMessage(storedMessage('small'))
        messages.insertMessage(storedMessage('large', { text: 'x'.repeat(3_000_000) }))
      }),
    )
    expect(refused).toBe('storage_full')
    expect([messages.findMessage('first')?.text, messages.findMessage('small'), messages.findMessage('large')]).toEqual(
      ['text of first', null, null],
    )
    expect(database.pragma('synchronous')).toBe(1)
    rmSync(join(point, 'ballast'))
    database.durably(() => messages.insertMessage(storedMessage('later')))
    expect([messages.findMessage('later')?.id, database.pragma('integrity_check')]).toEqual(['later', 'ok'])
  })

  test('a disk that is full from the start is reported at once', async () => {
    const point = mounted('-t', 'tmpfs', '-o', 'size=32k', 'tmpfs')
    const made = testPlatform({ paths: { data: point, resources: point } })
    await expect(createApp(made.platform, { demo: false })).rejects.toMatchObject({ error: { code: 'storage_full' } })
  })

  test.each(['a good database', 'a damaged database', 'nothing'])(
    'a read-only disk, with %s, is reported at once and left unchanged',
    async (what) => {
      const source = folder()
      if (what !== 'nothing') openStorage(source, 1).database.close()
      if (what === 'a damaged database') writeFileSync(join(source, 'atelier.db'), 'garbage'.repeat(2000))
      const point = mounted('--bind', source)
      execFileSync('mount', ['-o', 'remount,ro,bind', point])
      const before = readdirSync(point)
      const made = testPlatform({ paths: { data: point, resources: point } })
      await expect(createApp(made.platform, { demo: false })).rejects.toMatchObject({
        error: { code: 'storage_read_only' },
      })
      expect(readdirSync(point)).toEqual(before)
    },
  )

  test('a disk that becomes full before a migration leaves the file unchanged', () => {
    const source = folder()
    const filled = openStorage(source, 1).database
    for (let row = 0; row < 500; row += 1)
      filled.prepare('INSERT INTO preferences (name, value) VALUES (?, ?)').run(`n${row}`, 'v'.repeat(1000))
    filled.close()
    // space for the file, but not for the copy made before a migration
    const room = Math.ceil((statSync(join(source, 'atelier.db')).size * 1.4) / 1024)
    const point = mounted('-t', 'tmpfs', '-o', `size=${room}k`, 'tmpfs')
    cpSync(join(source, 'atelier.db'), join(point, 'atelier.db'))
    const before = readFileSync(join(point, 'atelier.db'))
    expect(codeOf(() => openStorage(point, 2, [...migrations, 'CREATE TABLE later (x TEXT) STRICT']))).toBe(
      'storage_full',
    )
    expect(readFileSync(join(point, 'atelier.db')).equals(before)).toBe(true)
    expect(readdirSync(join(point, 'backups')).filter((name) => name.endsWith('.db'))).toEqual([])
  })
})

describe('a database that must not grow', () => {
  test('a size limit refuses writes as full, keeps nothing of them, and works again once it is raised', () => {
    const { database } = openStorage(folder(), 1)
    undo.push(() => database.close())
    const pages = Number(database.pragma('page_count'))
    database.pragma(`max_page_count = ${pages + 2}`)
    const messages = new Messages(database)
    expect(
      codeOf(() =>
        database.durably(() => {
          new Conversations(database).insertConversation(conversation('c'))
          messages.insertMessage(storedMessage('m', { text: 'x'.repeat(100_000) }))
        }),
      ),
    ).toBe('storage_full')
    expect([count(database, 'conversations'), count(database, 'messages')]).toEqual([0, 0])
    database.pragma('max_page_count = 100000')
    database.durably(() => new Conversations(database).insertConversation(conversation('c')))
    expect(count(database, 'conversations')).toBe(1)
  })
})
