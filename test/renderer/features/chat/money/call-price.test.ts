import { describe, expect, test } from 'vitest'
import { callPrice } from '../../../../../src/renderer/features/chat/money/call-price.ts'
import type { Price } from '../../../../../src/shared/prices.ts'

const none = { input: null, cached: null, output: null, image: null, second: null, minute: null }
const prices: readonly Price[] = [
  { ...none, model: 'gpt-image-1', connectionId: '', currency: 'USD', image: 40_000_000 },
]
const parts = { connectionId: 'c', models: ['gpt-5', 'gpt-image-1'], prices, videoPriceOf: { wan: 0.8 } }

describe('the price of a call', () => {
  test('the price of a picture call uses the usual model', () => {
    const found = callPrice({ ...parts, toolId: 'builtin:make_image', text: '{"prompt":"a cat","n":3}' })
    expect(found).toEqual({ model: 'gpt-image-1', cost: { currency: 'USD', nano: 120_000_000 } })
  })

  test('the price of a video call is by its seconds, as entered for videos', () => {
    const text = '{"prompt":"a cat","model":"wan","duration":10}'
    expect(callPrice({ ...parts, toolId: 'builtin:make_video', text })).toEqual({
      ...{ model: 'wan', cost: { currency: 'CNY', nano: 8e9 } },
    })
  })

  test.each(['constructor', '__proto__', 'toString-landscape'])('a video call by %s shows no price', (model) => {
    const text = JSON.stringify({ model })
    expect(callPrice({ ...parts, toolId: 'builtin:make_video', text })).toEqual({ model, cost: null })
  })

  test.each([
    ['{"model":"other"}', { model: 'other', cost: null }],
    ['{"n":-1}', { model: 'gpt-image-1', cost: null }],
    ['{"n":1e300}', { model: 'gpt-image-1', cost: null }],
    ['not JSON', { model: 'gpt-image-1', cost: { currency: 'USD', nano: 40_000_000 } }],
  ])('a call for %s shows a price only if it is known', (text, expected) => {
    expect(callPrice({ ...parts, toolId: 'builtin:make_image', text })).toEqual(expected)
  })

  test('a transcription call shows a price per minute: the length of the recording is unknown', () => {
    const minute = { ...none, model: 'whisper-1', connectionId: '', currency: 'USD', minute: 6_000_000 } as const
    const heard = { ...parts, models: ['tts-1', 'whisper-1'], prices: [minute], toolId: 'builtin:transcribe_recording' }
    const cost = { currency: 'USD', nano: 6_000_000 }
    expect(callPrice({ ...heard, text: '{}' })).toEqual({ model: 'whisper-1', cost, isPerMinute: true })
    expect(callPrice({ ...heard, text: '{"model":"tts-1"}' })).toEqual({ model: 'tts-1', cost: null })
  })

  test("a call of a server's tool shows no price", () => {
    expect(callPrice({ ...parts, toolId: 'server:make_image', text: '{}' })).toBeNull()
  })
})
