import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ImportReader } from '../../../../src/main/services/transfer/import/import-reader.ts'
import { eventually } from '../../../fakes/eventually.ts'
import { ManualClock } from '../../../fakes/manual-clock.ts'
import { transferFixture } from '../../../fakes/transfer.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-import-reader-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const wanted = new AbortController().signal

/** A thread that leaves a staged file, then handles each task with `code`. */
function threadOf(code: string): string {
  const incoming = join(folder, 'media', 'incoming')
  mkdirSync(incoming, { recursive: true })
  const file = join(folder, 'thread.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
     import { writeFileSync } from 'node:fs'
     writeFileSync(${JSON.stringify(join(incoming, `carry-read-${'0'.repeat(36)}.part`))}, 'left')
     let held
     parentPort.on('message', (task) => { ${code} })`,
  )
  return file
}

const left = (): readonly string[] => readdirSync(join(folder, 'media', 'incoming'))

test('a reader that hangs is ended at its deadline, and its leftovers are removed', async () => {
  const clock = new ManualClock()
  const reader = new ImportReader({ dataFolder: folder, signal: wanted, clock, file: threadOf('for (;;);') })
  const opening = reader.openFile(join(folder, 'a.json'), 'a.json', 0)
  opening.catch(() => undefined)
  await eventually(() => {
    expect(left()).toHaveLength(1)
    expect(clock.nextIn).not.toBeNull()
  })
  clock.advance(20_000)
  await expect(opening).rejects.toMatchObject({ error: { code: 'import_not_read', detail: 'reading took too long' } })
  await reader.endThread()
  expect(left()).toEqual([])
})

test('a reader that takes too much memory is ended', async () => {
  const code = 'held = []; for (;;) held.push(Buffer.alloc(32 * 1024 * 1024, 1))'
  const reader = new ImportReader({ dataFolder: folder, signal: wanted, file: threadOf(code) })
  await expect(reader.openFile(join(folder, 'a.json'), 'a.json', 0)).rejects.toMatchObject({
    error: { code: 'import_not_read', detail: 'reading took too much memory' },
  })
  await reader.endThread()
})

test('a reader that answers without progress is given up', async () => {
  const code = `parentPort.postMessage(task.kind === 'open'
    ? { kind: 'opened', format: 'chatgpt', jsonBytes: 10 }
    : { kind: 'read', items: [], bytes: 5, done: false })`
  const reader = new ImportReader({ dataFolder: folder, signal: wanted, file: threadOf(code) })
  await reader.openFile(join(folder, 'a.json'), 'a.json', 0)
  await expect(reader.portable(() => undefined).next()).rejects.toMatchObject({
    error: { code: 'import_not_read', detail: 'reading does not go on' },
  })
  await reader.endThread()
})

test('a reader that dies, or answers nonsense, fails the import and not the app', async () => {
  for (const code of ['process.exit(3)', 'throw new Error("x")', 'parentPort.postMessage({ kind: "?" })']) {
    const reader = new ImportReader({ dataFolder: folder, signal: wanted, file: threadOf(code) })
    await expect(reader.openFile(join(folder, 'a.json'), 'a.json', 0)).rejects.toMatchObject({
      error: { code: 'import_not_read' },
    })
    await reader.endThread()
  }
})

test('a reader that is cancelled in the middle of a loop ends at once', async () => {
  const cancel = new AbortController()
  const reader = new ImportReader({ dataFolder: folder, signal: cancel.signal, file: threadOf('for (;;);') })
  const opening = reader.openFile(join(folder, 'a.json'), 'a.json', 0)
  cancel.abort()
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
  await reader.endThread()
  expect(left()).toEqual([])
})

test('a reader reports the contents of a file, and how much of it was read', async () => {
  const path = join(folder, 'a.json')
  writeFileSync(path, transferFixture('chatgpt.json'))
  const reader = new ImportReader({ dataFolder: folder, signal: wanted })
  const { format, jsonBytes } = await reader.openFile(path, 'a.json', 0)
  expect([format, jsonBytes]).toEqual(['chatgpt', transferFixture('chatgpt.json').length])
  let bytes = 0
  const types: string[] = []
  for await (const { type } of reader.portable((read) => (bytes += read))) types.push(type)
  expect(bytes).toBe(jsonBytes)
  expect(types.filter((type) => type === 'message')).toHaveLength(4)
  await reader.endThread()
  expect(existsSync(join(folder, 'media'))).toBe(false)
})
