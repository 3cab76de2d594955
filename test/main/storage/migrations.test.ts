import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { MediaItems } from '../../../src/main/storage/media-items.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { openStorage } from '../../../src/main/storage/open.ts'
import { conversation, storedMessage } from '../../fakes/storage.ts'

test('a file of the first version takes in what came later, keeps what it holds, and a copy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-upgrade-'))
  const item = { id: 'a'.repeat(64), mime: 'image/png', bytes: 1, width: 1, height: 1 }
  const first = openStorage(folder, 1, migrations.slice(0, 1)).database
  // as that version wrote it
  first.prepare('INSERT INTO media VALUES (?, ?, 1, 1, 1, 1)').run(item.id, item.mime)
  new Conversations(first).insert(conversation('c'))
  new Messages(first).insert(storedMessage('m', { attachments: [item] }))
  first.close()
  const { database, notices } = openStorage(folder, 2)
  expect([notices, new Messages(database).find('m')?.attachments]).toEqual([[], [item]])
  expect(database.prepare('SELECT count(*) AS n FROM images').get()).toEqual({ n: 0 })
  expect(database.prepare('SELECT count(*) AS n FROM transcripts').get()).toEqual({ n: 0 })
  const items = new MediaItems(database)
  expect([items.find(item.id), items.referralOf(item.id)]).toEqual([item, null])
  expect([database.pragma('integrity_check'), database.pragma('foreign_key_check')]).toEqual(['ok', undefined])
  database.close()
  expect(readdirSync(join(folder, 'backups'))).toEqual(['atelier-v1-2.db'])
  rmSync(folder, { recursive: true, force: true })
})
