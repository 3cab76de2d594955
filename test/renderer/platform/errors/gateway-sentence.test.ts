import { describe, expect, it } from 'vitest'
import { gatewaySentence, hasAnswered, sentenceMax } from '../../../../src/renderer/platform/errors/gateway-sentence.ts'
import { appError, type ErrorCode } from '../../../../src/shared/errors.ts'

describe("the gateway's sentence", () => {
  const refusals: readonly (readonly [ErrorCode, number])[] = [
    ['bad_request', 400],
    ['too_large', 413],
    ['bad_request', 415],
    ['bad_request', 422],
    ['image_failed', 400],
    ['invalid_key', 401],
    ['quota', 402],
    ['unavailable', 503],
  ]

  it.each(refusals)("the gateway's message is shown for %s (%i)", (code, status) => {
    expect(gatewaySentence(appError(code, ' The  prompt\n is refused. ', { status }))).toBe('The prompt is refused.')
  })

  it("the gateway's message is shown for a failed task", () => {
    expect(gatewaySentence(appError('video_failed', 'nudity in frame 3'))).toBe('nudity in frame 3')
  })

  it("the gateway's message is not shown if the words are Atelier's own", () => {
    for (const error of [
      appError('bad_request', 'status 400', { status: 400 }),
      appError('server_error', 'an HTML page', { status: 502 }),
      appError('video_failed', 'the gateway gave no reason'),
      appError('video_failed'),
      appError('task_expired', 'unfinished when its time was over'),
      appError('not_a_gateway', 'not JSON', { status: 200 }),
      appError('connection_lost', 'socket hang up'),
      appError('link_expired', 'the link leads to nothing', { status: 404 }),
    ]) {
      expect(gatewaySentence(error), error.detail).toBeNull()
    }
  })

  it("the gateway's message is one bounded line, without direction or invisible characters", () => {
    const hostile = `\u202eevil\u2066\u0000\u200b ${'🀄'.repeat(1000)}`
    const shown = gatewaySentence(appError('bad_request', hostile, { status: 400 })) ?? ''
    expect(shown.length).toBeLessThanOrEqual(sentenceMax + 1)
    expect(shown).toMatch(/^evil 🀄+…$/u)
    expect(shown.isWellFormed()).toBe(true)
  })
})

it('an error answer of the gateway is distinguished from a missing one', () => {
  expect(hasAnswered(appError('timeout'))).toBe(false)
  expect(hasAnswered(appError('connection_lost'))).toBe(false)
  expect(hasAnswered(null)).toBe(false)
  expect(hasAnswered(appError('unavailable', '', { status: 504 }))).toBe(true)
  expect(hasAnswered(appError('cut_short'))).toBe(true)
})
