import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { describe, expect, test } from 'vitest'
import { Mp3Frames } from '../../../../../src/renderer/features/transcription/listening/mp3-frames.ts'
import { randomFrom } from '../../../../fakes/seeded-random.ts'

interface Found {
  readonly at: number
  readonly bytes: number
}

/** The frames of a file read in blocks of this size. */
function framesOf(file: Uint8Array, blockBytes: number): readonly Found[] {
  const frames = new Mp3Frames(file.length)
  const found: Found[] = []
  for (let before = -1; frames.position < file.length && frames.position > before; ) {
    before = frames.position
    for (const { at, bytes } of frames.in(file.subarray(before, before + blockBytes)))
      found.push({ at: before + at, bytes })
  }
  return found
}

/** Contents of the packets that mediabunny finds. */
async function packetsOf(file: Uint8Array): Promise<readonly Uint8Array[]> {
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  if (track === null) throw new Error('there is no track')
  const packets: Uint8Array[] = []
  for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(data.slice())
  return packets
}

function letters(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function concat(parts: readonly ArrayLike<number>[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function isEqual(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return one.length === other?.length && one.every((byte, at) => byte === other[at])
}

interface Kind {
  /** The second byte of a header: MPEG 1, 2 or 2.5, layer III. */
  readonly version: 0xfb | 0xf3 | 0xe3
  readonly mono: boolean
}

/** A frame of any bit rate, filled with bytes that do not look like a header. */
function frame({ version, mono }: Kind, random: () => number, words = ''): Uint8Array {
  const kilobits = (version === 0xfb ? [128, 64, 320] : [64, 32, 160])[Math.floor(random() * 3)] ?? 64
  const index = { 32: 4, 64: version === 0xfb ? 5 : 8, 128: 9, 160: 14, 320: 14 }[kilobits] ?? 8
  const rate = version === 0xfb ? 44_100 : version === 0xf3 ? 22_050 : 11_025
  const padding = random() < 0.5 ? 1 : 0
  const bytes = new Uint8Array(Math.floor(((version === 0xfb ? 144 : 72) * kilobits * 1000) / rate) + padding)
  for (let at = 4; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 255)
  bytes.set([0xff, version, (index << 4) | (padding << 1), mono ? 0xc0 : 0x00])
  bytes.set(letters(words), 4 + (version === 0xfb ? (mono ? 17 : 32) : mono ? 9 : 17))
  return bytes
}

function tag(bytes: number): Uint8Array {
  const size = [(bytes >> 21) & 0x7f, (bytes >> 14) & 0x7f, (bytes >> 7) & 0x7f, bytes & 0x7f]
  return concat([letters('ID3'), [4, 0, 0, ...size], new Uint8Array(bytes).fill(0x41)])
}

describe('the frames of an MP3 file', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'the frames are those that mediabunny finds, in any blocks (seed %i)',
    async (seed) => {
      const random = randomFrom(seed)
      const versions = [0xfb, 0xf3, 0xe3] as const
      const kind = { version: versions[seed % 3] ?? 0xfb, mono: seed % 2 === 0 }
      const parts = [frame(kind, random, seed % 4 < 2 ? 'Xing' : 'Info')]
      if (seed % 4 === 1) parts.unshift(tag(20_000))
      for (let count = 0; count < 200; count += 1) {
        parts.push(frame(kind, random))
        // data that editors leave between frames
        if (random() < 0.05) parts.push(new Uint8Array(Math.floor(random() * 3000)).fill(0x55))
        // a frame of another kind is a coincidence
        if (random() < 0.02) parts.push(frame({ ...kind, mono: !kind.mono }, random))
      }
      if (seed % 3 === 0) parts.push(letters('TAG'.padEnd(128)))
      const whole = concat(parts)
      // some files end inside a frame
      const file = seed % 4 === 3 ? whole.subarray(0, whole.length - 60) : whole
      const packets = await packetsOf(file)
      expect(packets.length).toBeGreaterThan(150)
      for (const blockBytes of [4096, 65_536, file.length]) {
        const found = framesOf(file, blockBytes).map(({ at, bytes }) => file.subarray(at, at + bytes))
        expect(found.length).toBe(packets.length)
        expect(found.every((bytes, index) => isEqual(bytes, packets[index]))).toBe(true)
      }
    },
  )

  describe('an MP3 file whose rate or channels change', () => {
    const random = randomFrom(20_261_128)
    const many = (kind: Kind, count: number) => Array.from({ length: count }, () => frame(kind, random))
    const jingle = [frame({ version: 0xf3, mono: true }, random, 'Info'), ...many({ version: 0xf3, mono: true }, 40)]
    const talk = [frame({ version: 0xfb, mono: false }, random, 'Xing'), ...many({ version: 0xfb, mono: false }, 100)]
    const mono = many({ version: 0xfb, mono: true }, 2)

    test.each([
      ['one behind the other', [...jingle, ...talk], 140],
      ['with a tag between them', [...jingle, tag(300_000), ...talk, letters('TAG'.padEnd(128))], 140],
      ['back and forth, to two frames at the end', [...talk, ...jingle, ...talk, ...mono], 242],
    ])('are all found: %s', (_name, parts, count) => {
      const file = concat(parts)
      for (const blockBytes of [8192, 65_536, file.length]) expect(framesOf(file, blockBytes).length).toBe(count)
      const frames = new Mp3Frames(file.length)
      const kinds = new Set<string>()
      for (let before = -1; frames.position < file.length && frames.position > before; ) {
        before = frames.position
        for (const { rate, channels } of frames.in(file.subarray(before, before + 65_536)))
          kinds.add(`${rate} ${channels}`)
      }
      expect([kinds.size, frames.skipped]).toEqual([parts.includes(mono[0] ?? file) ? 3 : 2, 0])
    })

    test('an APE tag at the end or between frames is skipped by its size', () => {
      const ape = new Uint8Array(400_000).map(() => Math.floor(random() * 256))
      ape.set(letters('APETAGEX'))
      const view = new DataView(ape.buffer)
      view.setUint32(8, 2000, true)
      view.setUint32(12, ape.length - 32, true)
      view.setUint32(20, 0xa000_0000, true)
      for (const [parts, count] of [
        [[...talk, ape], 100],
        [[...talk, ape, ...talk], 200],
      ] as const) {
        const file = concat(parts)
        for (const blockBytes of [4096, 65_536, file.length]) {
          const frames = new Mp3Frames(file.length)
          let found = 0
          for (let before = -1; frames.position < file.length && frames.position > before; ) {
            before = frames.position
            for (const _frame of frames.in(file.subarray(before, before + blockBytes))) found += 1
          }
          expect([found, frames.skipped]).toEqual([count, 0])
        }
      }
    })

    test('bytes after the last frame are distinguished from bytes between frames', () => {
      const noise = new Uint8Array(400_000).map(() => Math.floor(random() * 256))
      const file = concat([...talk, noise.subarray(0, 30_000), ...talk, noise])
      const all = new Mp3Frames(file.length)
      expect([...all.in(file)].length).toBe(200)
      expect(all.skipped - all.behind).toBeGreaterThan(29_000)
      expect(all.skipped - all.behind).toBeLessThan(31_000)
    })

    test('bytes outside of frames are counted, so that lost speech is reported', () => {
      const file = concat([...talk, new Uint8Array(50_000).fill(0x55), new Uint8Array(50_000)])
      const frames = new Mp3Frames(file.length)
      expect([...frames.in(file)].length).toBe(100)
      expect(frames.skipped).toBeGreaterThan(49_000)
      expect(frames.skipped).toBeLessThan(51_000)
    })
  })
})
