import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bringBack } from '../../../../src/main/services/backup/backup-restorer.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { migrations } from '../../../../src/main/storage/migrations.ts'
import { openStorage } from '../../../../src/main/storage/open.ts'
import { newCopyName, noteRestore } from '../../../../src/main/storage/pending-restore.ts'

const fixture = (version: number): string =>
  join(import.meta.dirname, `../../../fixtures/backups/schema-${version}.atelier-backup`)
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atelier-old-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

// includes the newest version; whoever adds a migration makes its fixture with test/fixtures/backups/make-fixture.ts
test.each(migrations.map((_, index) => index + 1))('a backup of schema %i is restored', async (version) => {
  const work = join(data, 'work')
  mkdirSync(work)
  const copy = newCopyName()
  const task = { dataFolder: data, path: fixture(version), passphrase: null, work, copy }
  const brought = await bringBack(task, () => undefined)
  expect(brought.madeAt).toBe(1000 + version)
  noteRestore(data, { copy, ...brought }, 5)
  const { database, notices, restored } = openStorage(data, 6)
  expect([notices, restored?.madeAt, database.pragma('user_version')]).toEqual([[], 1000 + version, migrations.length])
  const messages = new Messages(database)
  const [picture] = messages.findMessage('m1')?.attachments ?? []
  expect(messages.findMessage('m2')?.text).toBe(`of version ${version}`)
  expect(existsSync(join(data, 'media', picture?.id.slice(0, 2) ?? '', picture?.id ?? ''))).toBe(true)
  expect(database.prepare('SELECT count(*) AS n FROM images').get()?.n).toBe(version >= 2 ? 1 : 0)
  // what is searched is folded by this version
  const folds = database.prepare('SELECT what FROM search_refolding ORDER BY what').all()
  expect(folds.map(({ what }) => what)).toEqual(['images', 'transcript_segments', 'transcripts', 'video_jobs'])
  expect([database.pragma('integrity_check'), database.pragma('foreign_key_check')]).toEqual(['ok', undefined])
  database.close()
})
