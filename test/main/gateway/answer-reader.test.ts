import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AnswerReader } from '../../../src/main/gateway/answer-reader.ts'
import { eventually } from '../../fakes/eventually.ts'
import { ManualClock } from '../../fakes/manual-clock.ts'
import { pictures } from '../../fakes/pictures.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-answer-reader-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** A thread that handles its task with `code`. */
function threadOf(code: string): string {
  const file = join(folder, 'thread.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
     let held
     parentPort.on('message', (task) => { ${code} })`,
  )
  return file
}

const bodyOf = (value: unknown): Uint8Array => Uint8Array.from(Buffer.from(JSON.stringify(value)))
const picture = Buffer.concat([pictures.png, Buffer.alloc(900_000, 7)])
/** Too large to be read on the main thread. */
const large = () =>
  bodyOf({ data: [{ b64_json: picture.toString('base64') }, { b64_json: pictures.png.toString('base64') }] })

describe('the body of a paid answer', () => {
  test('a body is read alike in the thread and in main, and is transferred', async () => {
    const threads: unknown[] = []
    const onWorker = (thread: unknown): void => void threads.push(thread)
    process.on('worker', onWorker)
    const reader = new AnswerReader()
    const body = large()
    const { pieces, leftovers } = await reader.images(body, [], 2)
    expect(body.byteLength).toBe(0)
    expect(leftovers).toBeNull()
    expect(pieces.map((piece) => piece.kind === 'bytes' && Buffer.from(piece.bytes))).toEqual([picture, pictures.png])
    expect(threads).toHaveLength(1)
    const small = await reader.images(bodyOf({ data: [{ url: 'https://a.example/1.png' }] }), [], 1)
    expect(small.pieces).toEqual([{ kind: 'link', url: 'https://a.example/1.png', revisedPrompt: null }])
    expect(threads).toHaveLength(1)
    process.off('worker', onWorker)
  })

  test('a long transcript is read with its words and its text', async () => {
    const words = Array.from({ length: 30_000 }, (_, index) => ({ word: `w${index}`, start: index, end: index + 1 }))
    const body = bodyOf({ text: 'all of it', words })
    const raw = Buffer.from(body).toString()
    const read = await new AnswerReader().transcription(body, [], false)
    expect(read.heard.words).toHaveLength(30_000)
    expect(read.raw).toBe(raw)
  })

  test('a long text is shown by its beginning and its length', async () => {
    const body = Uint8Array.from(Buffer.from(`é${'x'.repeat(2_000_000)}`))
    expect(await new AnswerReader().bodyText(body, 3)).toEqual({ text: 'éxx', length: 2_000_001 })
  })

  test('an unreadable body reports the problem', async () => {
    const reader = new AnswerReader()
    const blank = Uint8Array.from(Buffer.alloc(2_000_000, ' '))
    await expect(reader.images(blank, [], 1)).rejects.toMatchObject({ error: { code: 'empty_answer' } })
    const page = Uint8Array.from(Buffer.from(`<!doctype html>${' '.repeat(2_000_000)}`))
    await expect(reader.images(page, [], 1)).rejects.toMatchObject({ error: { code: 'not_a_gateway' } })
    await expect(reader.images(large(), [], 2)).resolves.toMatchObject({ reason: null })
  })

  test.each([
    [
      'of words without end',
      `{"text":"a","words":[${'{"word":"a","start":0,"end":1},'.repeat(250_001)}{"word":"a","start":0,"end":1}]}`,
    ],
    ['that is far too long', `{"text":"${'a'.repeat(33 * 1024 * 1024)}"}`],
  ])('is not read as a transcript %s', async (_name, text) => {
    await expect(new AnswerReader().transcription(Uint8Array.from(Buffer.from(text)), [], false)).rejects.toMatchObject(
      {
        error: { code: 'answer_not_read' },
      },
    )
  })

  test('a body is abandoned if the thread hangs, and a new thread reads the next one', async () => {
    const clock = new ManualClock()
    const reader = new AnswerReader({ clock, file: threadOf('for (;;);') })
    const reading = reader.images(large(), [], 1)
    reading.catch(() => undefined)
    await eventually(() => expect(clock.nextIn).not.toBeNull())
    clock.advance(60_000)
    await expect(reading).rejects.toMatchObject({ error: { code: 'answer_not_read', detail: 'reading took too long' } })
  })

  // gigabytes of memory are filled, which takes long on a busy machine
  test('a body is abandoned if the thread exceeds its memory, dies or answers nonsense', async () => {
    const eating = 'held = []; for (;;) held.push(Buffer.alloc(64 * 1024 * 1024, 1))'
    for (const code of [eating, 'process.exit(1)', 'throw new Error("x")', 'parentPort.postMessage({})'])
      await expect(new AnswerReader({ file: threadOf(code) }).images(large(), [], 1)).rejects.toMatchObject({
        error: { code: 'answer_not_read' },
      })
  })
})
