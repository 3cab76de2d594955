import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MediaLibrary } from '../../../src/main/media/library.ts'
import { MediaItems } from '../../../src/main/storage/media-items.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'

let run: ReturnType<typeof temporaryDatabase>
let library: MediaLibrary
let source: string
const about = { mime: 'audio/wav', width: null, height: null }
const bytes = Buffer.alloc(3 * 1024 * 1024 + 7, 5)
beforeEach(() => {
  run = temporaryDatabase()
  library = new MediaLibrary(run.folder, new MediaItems(run.database), () => 5)
  source = join(run.folder, 'talk')
  writeFileSync(source, bytes)
})
afterEach(() => run.dispose())

const files = () =>
  readdirSync(join(run.folder, 'media'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const add = (changes: Partial<Parameters<MediaLibrary['addFile']>[0]> = {}) =>
  library.addFile({ path: source, temporary: false, signal: new AbortController().signal, ...changes }, about)

describe('a file that is copied into the library', () => {
  test('a file is copied with progress, and equal content is one file', async () => {
    const told: number[] = []
    const item = await add({ onBytes: (read) => told.push(read) })
    expect(item).toEqual({ ...about, id: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length })
    expect(readFileSync(library.pathOf(item.id)).equals(bytes)).toBe(true)
    expect([told.length, told.at(-1), existsSync(source)]).toEqual([4, bytes.length, true])
    expect([await add(), files().length]).toEqual([item, 1])
  })

  test('a temporary file is moved instead of copied', async () => {
    const item = await add({ temporary: true })
    expect([existsSync(source), readFileSync(library.pathOf(item.id)).equals(bytes)]).toEqual([false, true])
  })

  test.each([
    ['grows', () => appendFileSync(source, 'x')],
    ['shrinks', () => truncateSync(source, 1_500_000)],
    ['is written anew', () => writeFileSync(source, Buffer.alloc(bytes.length, 6))],
  ])('and %s meanwhile is refused, and nothing of it stays', async (_what, change) => {
    for (const temporary of [false, true]) {
      writeFileSync(source, bytes)
      let changed = false
      const adding = add({
        temporary,
        onBytes: () => {
          if (!changed) change()
          changed = true
        },
      })
      await expect(adding).rejects.toMatchObject({ error: { code: 'file_refused' } })
      expect(files()).toEqual([])
    }
  })

  test('a file that is gone, or no longer wanted, leaves nothing', async () => {
    await expect(add({ path: join(run.folder, 'gone') })).rejects.toMatchObject({ error: { code: 'file_refused' } })
    const abort = new AbortController()
    const adding = add({ signal: abort.signal, onBytes: () => abort.abort() })
    await expect(adding).rejects.toMatchObject({ error: { code: 'cancelled' } })
    expect(files()).toEqual([])
  })
})
