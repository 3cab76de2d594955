import { expect, test } from 'vitest'
import { StoredSound, samplesIn } from '../../../../../src/renderer/features/transcription/listening/sound.ts'

test('stored sound is a WAV file of 16 kHz mono', async () => {
  const samples = Int16Array.from([0, 1, -1, 32_767, -32_768])
  const sound = new StoredSound()
  sound.add(samples)
  const bytes = new Uint8Array(await sound.wav(5).arrayBuffer())
  const view = new DataView(bytes.buffer)
  const words = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  expect([words(0), words(8), words(12), words(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  expect([view.getUint32(24, true), view.getUint16(22, true), view.getUint16(34, true)]).toEqual([16_000, 1, 16])
  expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([bytes.length - 8, 10])
  expect([...new Int16Array(bytes.buffer, 44)]).toEqual([...samples])
  expect(samplesIn(bytes.length)).toBe(5)
})

test('stored sound can be dropped from its beginning, in any chunks', async () => {
  const all = Int16Array.from({ length: 900_000 }, (_value, at) => at % 30_000)
  const sound = new StoredSound()
  for (let at = 0; at < all.length; at += 70_001) sound.add(all.subarray(at, at + 70_001))
  sound.drop(300_001)
  sound.drop(7)
  expect(sound.length).toBe(all.length - 300_008)
  const kept = new Int16Array(await sound.wav(400_000).arrayBuffer(), 44)
  expect(kept.length).toBe(400_000)
  expect(kept.every((value, at) => value === all[300_008 + at])).toBe(true)
})
