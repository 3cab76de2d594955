import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isChained } from '../../../../../src/renderer/features/transcription/listening/ogg-streams.ts'

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../../../fixtures/sound', name))

/** The file with another number for its stream. */
function renumbered(file: Buffer): Buffer {
  const other = Buffer.from(file)
  for (let at = other.indexOf('OggS'); at >= 0; at = other.indexOf('OggS', at + 1)) other.writeUInt32LE(77, at + 14)
  return other
}

const chained = async (file: Buffer): Promise<boolean> =>
  await isChained(async (from, to) => file.subarray(from, to), file.length)

test.each(['talk.ogg', 'talk.opus'])('two recordings in one Ogg file are reported: %s', async (name) => {
  const file = fixture(name)
  expect(await chained(file)).toBe(false)
  expect(await chained(Buffer.concat([file, renumbered(file)]))).toBe(true)
  // cut off within its last page
  expect(await chained(file.subarray(0, file.length - 100))).toBe(false)
})

test('other files are not read as chained Ogg', async () => {
  expect(await chained(Buffer.alloc(100, 0x4f))).toBe(false)
})
