import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { receivingProgress } from '../../../src/main/services/transcription/transcription-machine.ts'
import { TranscriptSegments } from '../../../src/main/storage/transcript-segments.ts'
import { TranscriptionJobs } from '../../../src/main/storage/transcription-jobs.ts'
import { Transcripts } from '../../../src/main/storage/transcripts.ts'
import type { TranscriptSegment } from '../../../src/shared/transcript.ts'
import { transcriptionRequest } from '../../fakes/recordings.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let segments: TranscriptSegments
beforeEach(() => {
  run = temporaryDatabase()
  segments = new TranscriptSegments(run.database)
})
afterEach(() => run.dispose())

function transcript(id: string): void {
  new TranscriptionJobs(run.database).insertJob({
    ...receivingProgress,
    id,
    name: 'a',
    bytes: 1,
    request: transcriptionRequest(),
    createdAt: 1,
  })
  new Transcripts(run.database).insertTranscript({
    id,
    jobId: id,
    title: 'a',
    model: 'm',
    language: null,
    start: '',
    complete: true,
    revision: 1,
    edit: 0,
    createdAt: 1,
    editedAt: null,
    deletedAt: null,
  })
}

const segment = (id: string): TranscriptSegment => ({
  id,
  from: 1.5,
  to: null,
  text: `text of ${id}`,
  speaker: 'Ann',
  words: [{ from: 1, to: 2, text: 'text' }],
  mended: true,
})

test('a transcript is untimed if some of its text has no time', () => {
  const untimed = (times: readonly (number | null)[], text = 'words'): boolean => {
    const id = randomUUID()
    transcript(id)
    const put = times.map((from) => ({ ...segment(randomUUID()), from, text }))
    run.database.transaction(() => segments.replace(id, 0, 0, put))
    return segments.areUntimed(id)
  }
  expect([untimed([null]), untimed([1, null, 3]), untimed([1, 3]), untimed([])]).toEqual([true, true, false, false])
  expect(untimed([1, null], ' ')).toBe(false)
})

test('any replacement keeps the order', () => {
  const change = fc.tuple(fc.nat(1000), fc.nat(3), fc.nat(3))
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const id = randomUUID()
      transcript(id)
      let expected: readonly TranscriptSegment[] = []
      for (const [where, remove, count] of changes) {
        const at = where % (expected.length + 1)
        const insert = Array.from({ length: count }, () => segment(randomUUID()))
        run.database.transaction(() => segments.replace(id, at, Math.min(remove, expected.length - at), insert))
        expected = expected.toSpliced(at, remove, ...insert)
      }
      expect(segments.segmentsOf(id)).toEqual(expected)
      expect(segments.countSegments(id)).toBe(expected.length)
    }),
    { numRuns: 60 },
  )
})

test('numbering always leaves space at one position, and an edit writes only its own rows', () => {
  transcript('t')
  segments.replace(
    't',
    0,
    0,
    Array.from({ length: 2000 }, (_, index) => segment(`s${index}`)),
  )
  const expected = segments.segmentsOf('t').map(({ id }) => id)
  for (let index = 0; index < 200; index += 1) {
    segments.replace('t', 1000, 0, [segment(`n${index}`)])
    expected.splice(1000, 0, `n${index}`)
  }
  expect(segments.segmentsOf('t').map(({ id }) => id)).toEqual(expected)
  const rows = () => run.database.prepare('SELECT place, id FROM transcript_segments ORDER BY place').all()
  const before = rows()
  segments.replace('t', 500, 1, [segment('changed')])
  expect(rows().filter(({ place, id }, index) => before[index]?.place !== place || before[index]?.id !== id)).toEqual([
    { place: before[500]?.place, id: 'changed' },
  ])
})
