import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EncodedPacketSink, FilePathSource, Input, WEBM } from 'mediabunny'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeWholeSound } from '../../../src/main/media/whole-sound.ts'
import { liveWebm } from '../../fakes/live-webm.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-whole-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const target = (): string => join(folder, 'whole.webm')
const source = (bytes: Uint8Array): string => {
  const path = join(folder, 'live.sound')
  writeFileSync(path, bytes)
  return path
}

/** Stated length of a file in s, and its packets. */
async function read(path: string) {
  const input = new Input({ source: new FilePathSource(path), formats: [WEBM] })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (track === null) throw new Error('no sound in it')
    const packets: { readonly at: number; readonly data: string }[] = []
    for await (const { timestamp, data } of new EncodedPacketSink(track).packets())
      packets.push({ at: timestamp, data: Buffer.from(data).toString('base64') })
    return { duration: await track.getDurationFromMetadata(), packets }
  } finally {
    input.dispose()
  }
}

describe('a recording of a browser', () => {
  test("a browser's recording gets its length, and every packet stays unchanged", async () => {
    const live = source(await liveWebm(5))
    const before = await read(live)
    expect(before.duration).toBeNull()
    expect(await writeWholeSound(live, target())).toBe(true)
    const after = await read(target())
    expect(after.duration).toBeCloseTo(5, 1)
    expect(after.packets).toEqual(before.packets)
  })

  test('a recording that breaks off anywhere is usable up to two seconds before that', async () => {
    const bytes = await liveWebm(6)
    const all = (await read(source(bytes))).packets
    for (let part = 0.35; part < 1; part += 0.05) {
      const cut = Math.floor(bytes.length * part)
      expect(await writeWholeSound(source(bytes.subarray(0, cut)), target()), `${cut} bytes`).toBe(true)
      const { packets } = await read(target())
      expect(packets).toEqual(all.slice(0, packets.length))
      expect(packets.length * 0.02, `${cut} bytes`).toBeGreaterThan(6 * part - 2)
    }
  })
})

test('a file that is not WebM, or has no sound, is unchanged', async () => {
  const bytes = await liveWebm(2)
  for (const other of [Buffer.alloc(0), Buffer.from('RIFF, or so'), bytes.subarray(0, 60), Buffer.alloc(5000, 0x1a)])
    expect(await writeWholeSound(source(other), target())).toBe(false)
})

test('sound whose times go backwards is incomplete', async () => {
  const bytes = await liveWebm(4)
  const cluster = Buffer.from('1f43b675', 'hex')
  const [first, second] = [bytes.indexOf(cluster), bytes.indexOf(cluster, bytes.indexOf(cluster) + 4)]
  const backwards = Buffer.concat([bytes.subarray(0, first), bytes.subarray(second), bytes.subarray(first, second)])
  expect(await writeWholeSound(source(backwards), target())).toBe(false)
})

test('sound that WebM cannot hold is refused, even in a file that declares itself WebM', async () => {
  const film = readFileSync(join(import.meta.dirname, '../../fixtures/sound/tracks.mkv'))
  const at = film.indexOf('matroska')
  const claimed = Buffer.concat([film.subarray(0, at), Buffer.from('webm\0\0\0\0'), film.subarray(at + 8)])
  expect(await writeWholeSound(source(claimed), target())).toBe(false)
})
