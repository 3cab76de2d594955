import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openStorage } from '../../../../src/main/storage/open.ts'
import { TranscriptNotes } from '../../../../src/main/storage/transcript-notes.ts'
import { everything } from '../../../fakes/everything.ts'
import { transferApps } from '../../../fakes/transfer-apps.ts'

const started = transferApps()

const request = { kind: 'translation', connectionId: 'gone', model: 'm', language: 'de', instruction: 'Short' } as const
const source = [{ id: 's1', from: 0, speaker: 'Anna', text: 'Hello there' }]

/** A transcript with a finished note, and one whose last request was under way. */
async function withNotes(folder: string): Promise<void> {
  await everything(folder)
  const { database } = openStorage(folder, 2)
  const transcriptId = String(database.prepare('SELECT id FROM transcripts').get()?.id)
  const notes = new TranscriptNotes(database)
  const note = { transcriptId, request, revision: 3 }
  const done = { source, error: null, answers: 1, state: 'done', answer: [{ segmentId: 's1', text: 'Hallo' }] } as const
  notes.insertWhole({ ...note, id: 'n1', createdAt: 10 }, [{ ...done, part: 0 }])
  notes.insertWhole({ ...note, id: 'n2', createdAt: 20, request: { ...request, kind: 'summary' } }, [
    { part: 0, source, error: null, answers: 0, state: 'sending', answer: null },
  ])
  database.close()
}

test('notes are exported with their transcript, and the import never sends unfinished ones', async () => {
  const from = await started(withNotes)
  await from.call('transfer.export', { keys: null })
  const zip = from.exported()
  const to = await started()
  await to.call('transfer.import', { token: to.give(zip, 'Atelier.zip') })
  const { transcripts } = await to.call('transcripts.list', { query: '', offset: 0, limit: 10 })
  const notes = await to.call('transcripts.notes', { transcriptId: transcripts[0]?.id ?? '' })
  expect(
    notes.map(({ createdAt, error, lines, request: asked, status }) => [
      createdAt,
      asked.kind,
      status,
      error?.code,
      lines,
    ]),
  ).toEqual([
    [10, 'translation', 'done', undefined, [{ segmentId: 's1', text: 'Hallo' }]],
    [20, 'summary', 'unknown', 'app_closed', []],
  ])
  const again = await to.call('transfer.import', { token: to.give(zip, 'Atelier.zip') })
  expect(again.added.transcripts).toBe(0)
  expect(await to.call('transcripts.notes', { transcriptId: transcripts[0]?.id ?? '' })).toEqual(notes)
})

test('an export of a transcript without notes has no list of notes, as before notes existed', async () => {
  const from = await started(everything)
  await from.call('transfer.export', { keys: null })
  const json = Buffer.from(unzipSync(from.exported())['atelier.json'] ?? []).toString()
  expect(json).toContain('"transcripts"')
  expect(json).not.toContain('"notes"')
})
