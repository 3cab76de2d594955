import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSoundLength } from '../../../../../src/main/media/sound-length.ts'
import { DiskFolder } from '../../../../../src/main/services/transcription/watch/disk-folder.ts'
import { wav } from '../../../../fakes/recordings.ts'
import { hashOf } from '../../../../fakes/simulated-watch.ts'
import { aiffFile, tone } from '../../../../fakes/sound-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-disk-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const view = new DiskFolder({
  reader: { readLength: (path) => readSoundLength(path) },
  signal: new AbortController().signal,
})

test('a listing has the recordings of a folder and the folders in it, by their names', async () => {
  mkdirSync(join(folder, 'June', 'node_modules'), { recursive: true })
  for (const name of ['b.wav', 'a.mp3', '.hidden.wav', 'notes.txt', 'code.ts', 'June/c.m4a', 'June/node_modules/d.wav'])
    writeFileSync(join(folder, name), 'x')
  symlinkSync(join(folder, 'a.mp3'), join(folder, 'link.mp3'))
  const listing = await view.list(folder)
  expect(listing?.files.map(({ path }) => path).toSorted()).toEqual(['June/c.m4a', 'a.mp3', 'b.wav'])
  expect(listing?.isCut).toBe(false)
})

test('there is no listing of a folder that is gone', async () => {
  expect(await view.list(join(folder, 'none'))).toBeNull()
})

test('a file is read with its hash and its length', async () => {
  const bytes = wav(3)
  writeFileSync(join(folder, 'a.wav'), bytes)
  const content = await view.read(folder, 'a.wav')
  expect(content).toMatchObject({ bytes: bytes.length, isSound: true, duration: 3_000 })
  expect(content?.hash).toHaveLength(64)
})

test('words with the name of a recording are no sound', async () => {
  writeFileSync(join(folder, 'a.wav'), 'only words')
  expect(await view.read(folder, 'a.wav')).toMatchObject({ hash: hashOf('only words'), isSound: false, duration: null })
  expect(await view.read(folder, 'none.wav')).toBeNull()
})

test('the length of uncompressed sound follows from its bytes', async () => {
  const path = join(folder, 'a.aiff')
  writeFileSync(path, aiffFile(tone(1, 8_000)))
  expect(await readSoundLength(path)).toBe(1_000)
})
