import { describe, expect, it } from 'vitest'
import { unsentMs } from '../../../../src/renderer/features/transcription/queue/unsent-sound.ts'
import { soundCost } from '../../../../src/renderer/features/transcription/sound-cost.ts'
import type { Price } from '../../../../src/shared/prices.ts'

const piece = (from: number, to: number, state: 'waiting' | 'done' = 'waiting') => ({ index: 0, from, to, state })

describe('the sound that a retry sends', () => {
  it('a retry sends the sound of the pieces that are not transcribed', () => {
    const pieces = [piece(0, 60_000, 'done'), piece(59_000, 120_000), piece(119_000, 130_000)]
    expect(unsentMs({ duration: 130_000, pieces })).toBe(72_000)
  })

  it('a retry sends the whole recording before it is cut', () => {
    expect(unsentMs({ duration: 90_000, pieces: [] })).toBe(90_000)
    expect(unsentMs({ duration: 90_000, pieces: [piece(0, 0)] })).toBe(90_000)
  })

  it('the sound of a retry is unknown if the length is', () => {
    expect(unsentMs({ duration: null, pieces: [] })).toBeNull()
    expect(unsentMs({ duration: null, pieces: [piece(0, 0)] })).toBeNull()
  })
})

describe('the price of sound', () => {
  const none = { input: null, cached: null, output: null, image: null, second: null, minute: null }
  const prices: readonly Price[] = [
    { ...none, model: 'whisper-1', connectionId: '', currency: 'USD', minute: 6_000_000 },
    { ...none, model: 'by-token', connectionId: '', currency: 'USD', input: 1_000 },
  ]
  const target = { connectionId: 'c', model: 'whisper-1' }

  it('the price covers the minutes, or one minute if the length is unknown', () => {
    expect(soundCost(prices, target, 90_000)).toEqual({ money: { currency: 'USD', nano: 9_000_000 }, of: 'all' })
    expect(soundCost(prices, target, null)).toEqual({ money: { currency: 'USD', nano: 6_000_000 }, of: 'minute' })
  })

  it('the price is unknown without a price per minute', () => {
    expect(soundCost(prices, { ...target, model: 'by-token' }, 90_000)).toBeNull()
    expect(soundCost(prices, { ...target, model: 'other' }, 90_000)).toBeNull()
  })
})
