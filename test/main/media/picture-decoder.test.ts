import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PictureDecoder } from '../../../src/main/media/picture-decoder.ts'
import { appError } from '../../../src/shared/errors.ts'
import { ManualClock } from '../../fakes/manual-clock.ts'
import { pictures } from '../../fakes/pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-decoder-'))
const deadlineMs = 1_000
const idleMs = 100
const spoiled = { ok: false, error: appError('not_a_picture', 'trap'), spoiled: true }
const thumbnail = { kind: 'thumbnail', bytes: pictures.jpeg, damaged: false } as const

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

/** A decoder whose thread runs this code; `port` is its message port, `n` counts its tasks. */
function decoderOf(code: string): PictureDecoder {
  const file = join(folder, 'thread.mjs')
  writeFileSync(
    file,
    `import { parentPort as port } from 'node:worker_threads'
     let n = 0
     const made = { ok: true, picture: { bytes: null, width: 1, height: 1 } }
     port.on('message', (task) => { n += 1; ${code} })`,
  )
  return new PictureDecoder({ file, clock, deadlineMs, idleMs })
}

/** A decoder with the thread that the app has. */
function realDecoder(): PictureDecoder {
  return new PictureDecoder({ clock, deadlineMs, idleMs })
}

async function ended(thread: Worker | undefined): Promise<void> {
  while (thread && thread.threadId !== -1) await setImmediate()
}

describe('the thread that decodes pictures', () => {
  test('one thread starts with the first picture', async () => {
    const decoder = realDecoder()
    expect(threads).toHaveLength(0)
    await decoder.run(thumbnail)
    await decoder.run(thumbnail)
    expect(threads).toHaveLength(1)
  })

  test('the thread ends after idling, and starts again for the next picture', async () => {
    const decoder = realDecoder()
    await decoder.run(thumbnail)
    expect(clock.nextIn).toBe(idleMs)
    clock.advance(idleMs)
    await ended(threads[0])
    expect(await decoder.run(thumbnail)).toMatchObject({ width: 37, height: 21 })
    expect(threads).toHaveLength(2)
  })

  test('the thread does not end while pictures arrive', async () => {
    const decoder = decoderOf('port.postMessage(made)')
    await decoder.run(thumbnail)
    clock.advance(idleMs - 1)
    await decoder.run(thumbnail)
    clock.advance(idleMs - 1)
    await decoder.run(thumbnail)
    expect(threads).toHaveLength(1)
  })

  test('the thread decodes one picture after another, in the order of the requests', async () => {
    const decoder = realDecoder()
    const done: number[] = []
    await Promise.all([1, 2, 3, 4].map(async (n) => decoder.run(thumbnail).then(() => done.push(n))))
    expect(done).toEqual([1, 2, 3, 4])
  })
})

describe('pictures that cannot be decoded', () => {
  test('pictures get a new thread after twenty failures, because they leave something in its memory', async () => {
    const refused = { ok: false, error: appError('not_a_picture', 'damaged'), spoiled: false }
    const decoder = decoderOf(`port.postMessage(task.kind === 'png' ? ${JSON.stringify(refused)} : made)`)
    const damaged = { kind: 'png', bytes: pictures.png } as const
    for (let number = 1; number <= 20; number += 1) {
      await expect(decoder.run(damaged)).rejects.toMatchObject({ error: { code: 'not_a_picture' } })
      expect(threads).toHaveLength(1)
    }
    expect(await decoder.run(thumbnail)).toMatchObject({ width: 1 })
    expect(threads).toHaveLength(2)
  })
})

describe('a picture that never ends', () => {
  test('a picture that never ends fails at the deadline, and the next one gets a new thread', async () => {
    const decoder = decoderOf("if (task.kind === 'png') for (;;); else port.postMessage(made)")
    const endless = decoder.run({ kind: 'png', bytes: pictures.png })
    const after = decoder.run(thumbnail)
    while (clock.nextIn === null) await setImmediate()
    clock.advance(deadlineMs)
    await expect(endless).rejects.toMatchObject({ error: { code: 'not_a_picture' } })
    expect(await after).toMatchObject({ width: 1 })
    await ended(threads[0])
    expect(threads).toHaveLength(2)
  })
})

describe('a picture that kills the decoder', () => {
  test.each([
    ['with an exception', "throw new Error('trap')"],
    ['with its thread', 'process.exit(7)'],
    ['with an answer that is none', "port.postMessage('?')"],
    ['in no known state', `port.postMessage(${JSON.stringify(spoiled)})`],
  ])('fails %s, and the app continues', async (_how, death) => {
    const decoder = decoderOf(`if (task.kind === 'png') { ${death} } else port.postMessage(made)`)
    await expect(decoder.run({ kind: 'png', bytes: pictures.png })).rejects.toThrow()
    expect(await decoder.run(thumbnail)).toMatchObject({ width: 1 })
    expect(threads).toHaveLength(2)
  })

  test('a picture that kills a used thread is retried once, because its memory may have been full', async () => {
    const decoder = decoderOf("if (n > 1) throw new Error('full'); port.postMessage(made)")
    await decoder.run(thumbnail)
    expect(await decoder.run(thumbnail)).toMatchObject({ width: 1 })
    expect(threads).toHaveLength(2)
  })

  test('a picture that kills a new thread is not retried', async () => {
    const decoder = decoderOf("throw new Error('trap')")
    await expect(decoder.run(thumbnail)).rejects.toMatchObject({ error: { code: 'not_a_picture' } })
    expect(threads).toHaveLength(1)
  })
})
