import { describe, expect, test } from 'vitest'
import { pcmSeconds, pcmStretches } from '../../../../../src/renderer/features/transcription/listening/pcm-sound.ts'
import { type PcmLayout, pcmLayout, type ReadBytes } from '../../../../../src/shared/pcm-layout.ts'
import { randomFrom } from '../../../../fakes/seeded-random.ts'
import { aiffFile, auFile, cafFile, riffChunk, tone, waveFile } from '../../../../fakes/sound-files.ts'

const sound = tone(20.5)

function readerOf(file: Uint8Array): ReadBytes {
  return async (from, to) => file.subarray(from, to)
}

async function layoutOf(file: Uint8Array): Promise<PcmLayout> {
  const layout = await pcmLayout(readerOf(file), file.length)
  if (layout === null) throw new Error('no uncompressed sound')
  return layout
}

async function valuesOf(layout: PcmLayout, file: Uint8Array): Promise<readonly number[]> {
  const values: number[] = []
  for await (const { samples } of pcmStretches(layout, readerOf(file))) values.push(...samples)
  return values
}

/** All samples of a file as 16 bits. */
async function samplesOf(file: Uint8Array): Promise<Int16Array> {
  const samples: number[] = []
  for await (const stretch of pcmStretches(await layoutOf(file), readerOf(file))) {
    expect(Math.round(stretch.at * stretch.rate)).toBe(samples.length)
    for (const value of stretch.samples) samples.push(Math.round(value * 32_768))
  }
  return Int16Array.from(samples)
}

describe('uncompressed sound', () => {
  const sizes = Buffer.alloc(28)
  sizes.writeBigUInt64LE(BigInt(sound.samples.byteLength), 8)
  const wide = waveFile(sound, { dataSize: 0xffff_ffff, before: riffChunk('ds64', sizes) })
  wide.write('RF64', 0, 'latin1')
  const list = riffChunk('LIST', Buffer.from('INFOISFT'))
  test.each([
    ['WAV', waveFile(sound), true],
    ['WAV with other chunks around it', waveFile(sound, { before: list, behind: list }), true],
    ['WAV with an ID3v1 tag behind it', Buffer.concat([waveFile(sound), Buffer.from('TAG'.padEnd(128))]), true],
    ['WAV with an ID3v2 tag', Buffer.concat([waveFile(sound), Buffer.from('ID3\x03'.padEnd(60_000, 'A'))]), true],
    ['WAV with XML', Buffer.concat([waveFile(sound), Buffer.from('<?xml version="1.0"?>'.padEnd(9000))]), true],
    ['WAV with an APE tag', Buffer.concat([waveFile(sound), Buffer.from('APETAGEX'.padEnd(9000, 'A'))]), true],
    ['WAV with a few bytes', Buffer.concat([waveFile(sound), Buffer.alloc(3001, 0x9c)]), true],
    ['AIFF with a tag', Buffer.concat([aiffFile(sound), Buffer.from('ID3\x03'.padEnd(60_000, 'A'))]), true],
    ['WAV that a crash left with sizes of 0', waveFile(sound, { dataSize: 0, riffSize: 0 }), false],
    ['WAV of a stream', waveFile(sound, { dataSize: 0xffff_ffff, riffSize: 0xffff_ffff }), false],
    ['WAV of FFmpeg to a pipe', waveFile(sound, { dataSize: 0x7fff_f000 }), false],
    ['WAV with the size of its first second', waveFile(sound, { dataSize: 32_000, riffSize: 32_036 }), false],
    ['WAV with an odd wrong size', waveFile(sound, { dataSize: 32_001 }), false],
    ['RF64, with its size in another chunk', wide, true],
    ['AIFF', aiffFile(sound), true],
    ['AIFF with a size of 0', aiffFile(sound, 'none', 0), false],
    ['AIFC in the byte order of PCs', aiffFile(sound, 'sowt'), true],
    ['CAF', cafFile(sound), true],
    ['AU', auFile(sound), true],
  ])('%s is read to its end', async (_name, file, sizesFit) => {
    const layout = await layoutOf(file)
    expect([layout.sizesFit, layout.rate]).toEqual([sizesFit, 16_000])
    expect(pcmSeconds(layout)).toBeCloseTo(20.5, 3)
    const read = await samplesOf(file)
    expect(read.length).toBe(sound.samples.length)
    expect(read).toEqual(sound.samples)
  })

  test('truncated sound is read as far as possible, without half a sample', async () => {
    const cut = waveFile(sound).subarray(0, 100_001)
    expect((await layoutOf(cut)).sizesFit).toBe(false)
    expect((await samplesOf(cut)).length).toBe(Math.floor((100_001 - 44) / 2))
  })

  test('other widths and companding laws give the same loudness', async () => {
    const one = { dataFrom: 0, rate: 8000, channels: 1, littleEndian: true, sizesFit: true } as const
    const first = async (sample: PcmLayout['sample'], bytes: readonly number[], littleEndian = true) => {
      const file = Uint8Array.from(bytes)
      const [value] = await valuesOf({ ...one, littleEndian, sample, dataTo: file.length }, file)
      return value
    }
    expect(await first('u8', [192])).toBe(0.5)
    expect(await first('s8', [0xc0])).toBe(-0.5)
    expect(await first('s24', [0, 0, 0x40])).toBe(0.5)
    expect(await first('s24', [0xc0, 0, 0], false)).toBe(-0.5)
    expect(await first('s32', [0, 0, 0, 0x40])).toBe(0.5)
    expect(await first('f32', [0, 0, 0, 0x3f])).toBe(0.5)
    expect(await first('f32', [0, 0, 0xc0, 0x7f])).toBe(0)
    expect(await first('f64', [0, 0, 0, 0, 0, 0, 0xe0, 0x3f])).toBe(0.5)
    // G.711: the loudest codes, and silence
    expect(await first('muLaw', [0x80])).toBeCloseTo(32_124 / 32_768, 4)
    expect(await first('muLaw', [0xff])).toBe(0)
    expect(await first('aLaw', [0xaa])).toBeCloseTo(32_256 / 32_768, 4)
    expect(await first('aLaw', [0xd5])).toBeCloseTo(8 / 32_768, 5)
  })

  test('channels are mixed', async () => {
    const file = Uint8Array.from([0, 0x40, 0, 0])
    const layout = { dataFrom: 0, dataTo: 4, rate: 8000, channels: 2, littleEndian: true, sizesFit: true } as const
    expect(await valuesOf({ ...layout, sample: 's16' }, file)).toEqual([0.25])
  })
})

test.each([
  ['compressed WAV', waveFile(sound, { code: 0x11 })],
  ['compressed AIFC', aiffFile(sound, 'ima4')],
  ['compressed CAF', cafFile(sound, 'alac')],
  ['WAV without sound', waveFile(sound).subarray(0, 36)],
  ['words', Buffer.from('words')],
  ['nothing', Buffer.alloc(0)],
])('%s is no uncompressed sound', async (_name, file) => {
  expect(await pcmLayout(readerOf(file), file.length)).toBeNull()
})

test('any damage leaves a range within the file, or none', async () => {
  const random = randomFrom(20_261_128)
  const files = [waveFile(sound), aiffFile(sound), cafFile(sound), auFile(sound)].map((file) => file.subarray(0, 4000))
  for (let round = 0; round < 3000; round += 1) {
    const file = Buffer.from(files[round % files.length] ?? Buffer.alloc(0))
    for (let change = 0; change < 3; change += 1) file[Math.floor(random() * 120)] = Math.floor(random() * 256)
    const layout = await pcmLayout(readerOf(file), file.length)
    if (layout === null) continue
    expect(layout.dataFrom).toBeLessThanOrEqual(layout.dataTo)
    expect(layout.dataTo).toBeLessThanOrEqual(file.length)
  }
})
