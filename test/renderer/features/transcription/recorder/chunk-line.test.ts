import { expect, test } from 'vitest'
import { type Chunk, ChunkLine } from '../../../../../src/renderer/features/transcription/recorder/chunk-line.ts'
import { pageError } from '../../../../../src/renderer/platform/errors/page-error.ts'
import type { AppError } from '../../../../../src/shared/errors.ts'
import { ManualClock } from '../../../../fakes/manual-clock.ts'

/** A chunk line to a file in memory, with refusals on demand. */
function lineToFile() {
  const clock = new ManualClock()
  const told: (string | null)[] = []
  const file = { bytes: '', refuse: null as AppError | null, gone: 0, running: 0, mostAtOnce: 0 }
  const line = new ChunkLine({
    write: async ({ at, data }: Chunk) => {
      file.running += 1
      file.mostAtOnce = Math.max(file.mostAtOnce, file.running)
      const text = await data.text()
      file.running -= 1
      if (file.refuse !== null) return file.refuse
      expect(at).toBeLessThanOrEqual(file.bytes.length)
      file.bytes = file.bytes.slice(0, at) + text
      return null
    },
    onTrouble: (error) => told.push(error?.code ?? null),
    onGone: () => {
      file.gone += 1
    },
    after: (ms, run) => clock.after(ms, run),
  })
  return { clock, file, line, told }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
}

test('chunks are written in order, one at a time, each at its offset', async () => {
  const { file, line } = lineToFile()
  for (const text of ['one ', 'two ', '', 'three']) line.put(new Blob([text]), 0)
  await line.end()
  expect(file).toMatchObject({ bytes: 'one two three', mostAtOnce: 1 })
  expect(line.bytes).toBe(13)
})

test('a refused chunk waits and is written again, and none is missing afterwards', async () => {
  const { clock, file, line, told } = lineToFile()
  line.put(new Blob(['one ']), 0)
  await line.end()
  file.refuse = pageError('storage_full', 'no room')
  line.put(new Blob(['two ']), 0)
  await settle()
  line.put(new Blob(['three ']), 0)
  clock.advance(1000)
  await settle()
  expect([file.bytes, told.at(-1)]).toEqual(['one ', 'storage_full'])
  file.refuse = null
  clock.advance(1000)
  await line.end()
  expect([file.bytes, told.at(-1)]).toEqual(['one two three ', null])
})

test('an unanswered chunk is sent again', async () => {
  const clock = new ManualClock()
  const trouble: (string | null)[] = []
  let asked = 0
  const line = new ChunkLine({
    write: () => {
      asked += 1
      return asked === 1 ? new Promise(() => {}) : Promise.resolve(null)
    },
    onTrouble: (error) => trouble.push(error?.code ?? null),
    onGone: () => {},
    after: (ms, run) => clock.after(ms, run),
  })
  line.put(new Blob(['one']), 0)
  clock.advance(15_000)
  await settle()
  clock.advance(1000)
  await line.end()
  expect([asked, trouble]).toEqual([2, ['connection_lost', null]])
})

test('a recording discarded elsewhere is not retried, and its end is not awaited', async () => {
  const { clock, file, line } = lineToFile()
  file.refuse = pageError('not_found', 'discarded')
  line.put(new Blob(['one']), 0)
  line.put(new Blob(['two']), 0)
  await line.end()
  expect(file.gone).toBe(1)
  line.put(new Blob(['three']), 0)
  expect(clock.nextIn).toBeNull()
})

test('a chunk dropped while it waits is released', async () => {
  const { clock, file, line } = lineToFile()
  file.refuse = pageError('connection_lost', 'away')
  line.put(new Blob(['one']), 0)
  await settle()
  const ended = line.end()
  line.drop()
  await ended
  expect([clock.nextIn, file.gone]).toEqual([null, 0])
})
