import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import { Recorder, wav } from '../../../fakes/recordings.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

test('a recording whose arrival cannot be recorded leaves no file, and can be added again', async () => {
  const database = new Database(join(studio.platform.paths.data, 'atelier.db'))
  database.execute(`CREATE TRIGGER refused BEFORE UPDATE ON transcription_jobs WHEN new.source_id IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'refused'); END`)
  const bytes = wav(1)
  const mediaId = createHash('sha256').update(bytes).digest('hex')
  const recorder = new Recorder(studio)
  const { id } = await recorder.add(bytes)
  expect((await recorder.ended(id)).status).toBe('failed')
  await expect.poll(() => studio.app.findMedia(mediaId)).toBeNull()
  database.execute('DROP TRIGGER refused')
  database.close()
  const again = await recorder.add(bytes)
  await recorder.until(again.id, ({ status }) => status === 'preparing')
  expect(studio.app.findMedia(mediaId)).not.toBeNull()
})
