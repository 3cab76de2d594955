import { expect, test } from 'vitest'
import { samplesIn, wavOf } from '../../../../../src/renderer/features/transcription/listening/sound.ts'

test('a piece is a WAV file of 16 kHz mono', async () => {
  const samples = Int16Array.from([0, 1, -1, 32_767, -32_768])
  const bytes = new Uint8Array(await wavOf(samples).arrayBuffer())
  const view = new DataView(bytes.buffer)
  const words = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  expect([words(0), words(8), words(12), words(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  expect([view.getUint32(24, true), view.getUint16(22, true), view.getUint16(34, true)]).toEqual([16_000, 1, 16])
  expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([bytes.length - 8, 10])
  expect([...new Int16Array(bytes.buffer, 44)]).toEqual([...samples])
  expect(samplesIn(bytes.length)).toBe(5)
})
