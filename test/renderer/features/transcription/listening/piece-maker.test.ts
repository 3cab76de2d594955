import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MadePiece, PieceMaker } from '../../../../../src/renderer/features/transcription/listening/piece-maker.ts'
import { bytesPerSecond } from '../../../../../src/renderer/features/transcription/listening/sound.ts'
import { randomFrom } from '../../../../fakes/seeded-random.ts'
import { asInt16, speech } from './sound-made.ts'

/** Cuts sound that arrives in chunks of any length. */
function cut(sound: Int16Array, pieceSeconds: number, chunk = 16_000): readonly MadePiece[] {
  const maker = new PieceMaker(44 + pieceSeconds * bytesPerSecond)
  const pieces: MadePiece[] = []
  for (let at = 0; at < sound.length; at += chunk) pieces.push(...maker.add(sound.subarray(at, at + chunk)))
  return [...pieces, ...maker.finish()]
}

async function samplesOf({ wav }: MadePiece): Promise<Int16Array> {
  return new Int16Array(await wav.arrayBuffer(), 44)
}

describe('cutting a recording into pieces', () => {
  test('a recording is cut within the pauses, and pieces share no word', () => {
    const pauses = [
      [4.1, 4.9],
      [8.8, 9.6],
      [13.9, 15],
      [18.2, 18.8],
    ] as const
    const sound = asInt16(speech(20, pauses, randomFrom(1)))
    const pieces = cut(sound, 6)
    expect(pieces.length).toBeGreaterThan(3)
    for (const [index, piece] of pieces.entries()) {
      const next = pieces[index + 1]
      if (next === undefined) continue
      expect(piece.inSilence).toBe(true)
      const pause = pauses.find(([from, to]) => piece.to / 1000 > from && piece.to / 1000 <= to + 0.02)
      expect(pause, `${piece.to}`).toBeDefined()
      expect(next.from / 1000).toBeGreaterThanOrEqual((pause?.[0] ?? 0) - 0.02)
    }
  })

  test('pieces of sound without a pause share the length of a word', () => {
    const pieces = cut(asInt16(speech(20, [], randomFrom(2))), 6)
    for (const [index, piece] of pieces.slice(0, -1).entries()) {
      expect(piece.inSilence).toBe(false)
      expect(piece.to - (pieces[index + 1]?.from ?? 0)).toBe(1000)
    }
  })

  test('a piece stays within its limit if the sound ends less than a frame after it', async () => {
    const whole = asInt16(speech(6, [], randomFrom(3)))
    for (const more of [1, 319]) {
      const sound = whole.subarray(0, 5 * 16_000 + more)
      const pieces = cut(sound, 5)
      expect(pieces).toHaveLength(2)
      for (const { wav } of pieces) expect(wav.size).toBeLessThanOrEqual(44 + 5 * bytesPerSecond)
      const last = pieces[1]
      if (last === undefined) throw new Error('there is no second piece')
      expect(last.from * 16 + (await samplesOf(last)).length).toBe(sound.length)
    }
    expect(cut(whole.subarray(0, 5 * 16_000), 5)).toHaveLength(1)
  })

  test('no sound is lost, every piece is within its limit, and any chunks are cut alike', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 0.1, max: 45, noNaN: true }),
        fc.array(fc.tuple(fc.double({ min: 0, max: 45, noNaN: true }), fc.double({ min: 0.05, max: 2, noNaN: true })), {
          maxLength: 12,
        }),
        fc.integer({ min: 1, max: 50_000 }),
        async (seed, seconds, gaps, chunk) => {
          const pauses = gaps.map(([from, length]) => [from, from + length] as const)
          const sound = asInt16(speech(seconds, pauses, randomFrom(seed)))
          const pieces = cut(sound, 5, chunk)
          let covered = 0
          for (const [index, piece] of pieces.entries()) {
            expect(piece.index).toBe(index)
            expect(piece.wav.size).toBeLessThanOrEqual(44 + 5 * bytesPerSecond)
            const first = Math.round(piece.from * 16)
            expect(first).toBeLessThanOrEqual(covered)
            const samples = await samplesOf(piece)
            expect(samples.every((value, at) => value === sound[first + at])).toBe(true)
            covered = first + samples.length
            expect(Math.abs(piece.to * 16 - covered)).toBeLessThan(1)
          }
          expect(covered).toBe(sound.length)
          expect(cut(sound, 5, 16_000).map(({ from, to }) => [from, to])).toEqual(
            pieces.map(({ from, to }) => [from, to]),
          )
        },
      ),
      { numRuns: 40 },
    )
  })
})
