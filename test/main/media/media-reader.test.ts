import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MediaReader } from '../../../src/main/media/media-reader.ts'
import { readVideo } from '../../../src/main/media/video-file.ts'
import { liveWebm } from '../../fakes/live-webm.ts'
import { loopbackServer } from '../../fakes/loopback-server.ts'
import { ManualClock } from '../../fakes/manual-clock.ts'

const root = join(import.meta.dirname, '../../..')
const film = join(root, 'resources/demo-gateway/portrait-5.mp4')
const hostile = (name: string): string => join(root, 'test/fixtures/hostile-media', name)
const folder = mkdtempSync(join(tmpdir(), 'atelier-reader-'))
const wanted = new AbortController().signal
const deadlineMs = 1_000
const idleMs = 100

let clock: ManualClock
let threads: Worker[]
const onThread = (thread: Worker): void => void threads.push(thread)

beforeEach(() => {
  clock = new ManualClock()
  threads = []
  process.on('worker', onThread)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(async () => {
  process.off('worker', onThread)
  await Promise.all(threads.map((thread) => thread.terminate()))
})

const patient = (): MediaReader => new MediaReader({ clock, deadlineMs, idleMs })

/** A reader whose thread runs this code for each task. */
function readerOf(code: string, patienceMs = deadlineMs): MediaReader {
  const file = join(folder, 'thread.mjs')
  writeFileSync(
    file,
    `import { parentPort as port } from 'node:worker_threads'\nport.on('message', (task) => { ${code} })`,
  )
  return new MediaReader({ file, clock, deadlineMs: patienceMs, idleMs })
}

async function begun(): Promise<void> {
  while (clock.nextIn === null) await setImmediate()
}

test('a film is read in a thread as in place, and the thread ends when it is idle', async () => {
  const reader = patient()
  expect(await reader.readVideo(film, wanted)).toEqual(await readVideo(film))
  expect(await reader.readVideo(join(root, 'package.json'), wanted)).toBeNull()
  expect(threads).toHaveLength(1)
  clock.advance(idleMs)
  while (threads[0]?.threadId !== -1) await setImmediate()
})

test.each([
  ['a list of pieces', '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nPIECE\n#EXT-X-ENDLIST\n'],
  ['a list of lists', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=640x360\nPIECE\n'],
])('a playlist, %s, is not a film, and nothing that it names is requested', async (_name, list) => {
  const server = await loopbackServer((_, response) => response.end(list))
  try {
    const path = join(folder, 'list.mp4')
    writeFileSync(path, list.replace('PIECE', `${server.origin}/piece.mp4`))
    expect(await patient().readVideo(path, wanted)).toBeNull()
    expect(server.paths).toEqual([])
  } finally {
    await server.close()
  }
})

test('sound is rewritten in a thread', async () => {
  const [from, to] = [join(folder, 'live'), join(folder, 'whole')]
  writeFileSync(from, await liveWebm(2))
  expect(await patient().writeWholeSound(from, to, wanted)).toBe(true)
  expect((await readFile(to)).subarray(0, 4).toString('hex')).toBe('1a45dfa3')
})

describe('a film on which the reader never ends', () => {
  test('a film that hangs the reader is given up at the deadline, and the next one gets a new thread', async () => {
    const reader = patient()
    const endless = reader.readVideo(hostile('endless.webm'), wanted)
    const after = reader.readVideo(film, wanted)
    await begun()
    clock.advance(deadlineMs)
    await expect(endless).rejects.toMatchObject({ error: { code: 'video_not_read' } })
    expect(await after).toMatchObject({ mime: 'video/mp4' })
    expect(threads).toHaveLength(2)
  })

  test('a film that hangs the reader is abandoned when the app ends', async () => {
    const reader = patient()
    const ending = new AbortController()
    const endless = reader.readVideo(hostile('endless.webm'), ending.signal)
    const after = reader.readVideo(film, ending.signal)
    await begun()
    ending.abort()
    await expect(endless).rejects.toMatchObject({ error: { code: 'cancelled' } })
    await expect(after).rejects.toMatchObject({ error: { code: 'cancelled' } })
    while (threads[0]?.threadId !== -1) await setImmediate()
  })
})

test('sound that hangs the writer is incomplete', async () => {
  const from = join(folder, 'endless')
  await copyFile(hostile('endless.webm'), from)
  const written = patient().writeWholeSound(from, join(folder, 'whole'), wanted)
  await begun()
  clock.advance(deadlineMs + 1_000)
  expect(await written).toBe(false)
})

test('a recording that the disk refuses fails with the error code of the disk', async () => {
  const from = join(folder, 'live')
  writeFileSync(from, await liveWebm(1))
  const written = patient().writeWholeSound(from, join(folder, 'none', 'whole'), wanted)
  await expect(written).rejects.toMatchObject({ code: 'ENOENT' })
})

describe('a film that fills the memory', () => {
  test.each(['samples.mp4', 'fragment.mp4'])(
    'a film whose declared samples exceed the memory is not a video: %s',
    async (name) => {
      expect(await patient().readVideo(hostile(name), wanted)).toBeNull()
    },
  )

  test.each([
    ['with objects', 'for (const kept = []; ; ) kept.push({ at: kept.length })'],
    ['with buffers outside the heap', 'for (const kept = []; ; ) kept.push(new Uint8Array(1024 * 1024).fill(1))'],
  ])('%s costs the thread, not the app', async (_how, growth) => {
    const read = readerOf(growth, Number.MAX_SAFE_INTEGER)
      .readVideo(film, wanted)
      .catch((cause: unknown) => cause)
    let failure: unknown = null
    void read.then((cause) => {
      failure = cause
    })
    // stops before the deadline, so that only the memory check can run
    while (failure === null) {
      await setImmediate()
      if (clock.nextIn !== null && clock.nextIn <= 50) clock.advance(clock.nextIn)
    }
    expect(failure).toMatchObject({ error: { code: 'video_not_read', detail: 'reading took too much memory' } })
    expect(await patient().readVideo(film, wanted)).toMatchObject({ mime: 'video/mp4' })
  })
})

describe('a reader that dies', () => {
  test.each([
    ['with an exception', "throw new Error('broken')"],
    ['with its thread', 'process.exit(7)'],
    ['with an answer that is none', "port.postMessage('?')"],
    ['with a video of no size', "port.postMessage({ kind: 'video', facts: { mime: 'video/mp4', width: 0 } })"],
  ])('%s has not read the film', async (_how, death) => {
    await expect(readerOf(death).readVideo(film, wanted)).rejects.toMatchObject({ error: { code: 'video_not_read' } })
  })
})
