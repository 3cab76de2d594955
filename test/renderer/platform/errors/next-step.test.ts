import { describe, expect, it } from 'vitest'
import {
  type ErrorKind,
  errorDetails,
  hasUsualStep,
  nextStep,
  stepsEverywhere,
  stepsOf,
} from '../../../../src/renderer/platform/errors/next-step.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import { appError, errorCodes } from '../../../../src/shared/errors.ts'

const answer = { where: 'answer', hasText: false } as const

describe('the next step of an error', () => {
  it('a next step exists exactly if there are words for it', () => {
    for (const code of errorCodes) expect([code, 'next' in en.errors[code]]).toEqual([code, hasUsualStep(code)])
  })

  it('a partial answer is continued, and an empty one repeated', () => {
    for (const code of ['connection_lost', 'stalled', 'cut_short', 'app_closed', 'stream_error'] as const) {
      expect(nextStep(appError(code), { ...answer, hasText: true })?.step).toBe('continue')
      expect(nextStep(appError(code), answer)?.step).toBe('retry')
    }
  })

  it('the step opens the connections, except in their own form', () => {
    expect(nextStep(appError('invalid_key'), answer)).toEqual({ step: 'openConnections', usual: 'invalid_key' })
    expect(nextStep(appError('invalid_key'), { where: 'form', hasText: false })).toBeNull()
  })

  it('tools are turned off only if the gateway refuses them', () => {
    const refused = appError('bad_request', 'status 400', { gatewayMessage: 'This model does not support tools.' })
    const place = { ...answer, hasTools: true }
    expect(nextStep(refused, place)).toEqual({ step: 'withoutTools', usual: null })
    const schema = appError('bad_request', 'status 400', { gatewayMessage: "Invalid schema for function 'weather'." })
    expect(nextStep(schema, place)).toEqual({ step: 'withoutTools', usual: null })
    expect(nextStep(refused, answer)?.step).toBe('edit')
    expect(nextStep(appError('bad_request', 'the temperature is wrong'), place)?.step).toBe('edit')
    expect(nextStep(appError('stalled', 'the tools stalled'), place)?.step).toBe('retry')
  })

  it('another model is offered only where one can be chosen', () => {
    expect(nextStep(appError('model_not_found'), answer)?.step).toBe('chooseModel')
    expect(nextStep(appError('model_not_found'), { where: 'other', hasText: false })).toBeNull()
  })

  const kinds: readonly ErrorKind[] = ['answer', 'send', 'image', 'video', 'sound', 'form', 'other']

  it.each(kinds)('the step works at every error of kind %s', (where) => {
    for (const code of errorCodes) {
      for (const [hasLink, canFetch] of [
        [true, true],
        [true, false],
        [false, true],
        [false, false],
      ] as const) {
        const next = nextStep(appError(code), { where, hasText: false, hasLink, canFetch })
        if (next === null) continue
        expect([...stepsOf[where], ...stepsEverywhere], `${code} at ${where}`).toContain(next.step)
        if (next.step === 'copyLink') expect(hasLink, code).toBe(true)
        if (next.step === 'fetchAgain') expect(canFetch, code).toBe(true)
      }
    }
  })

  // possible errors after the gateway or its result was reached
  const ends = [
    ...(['bad_request', 'invalid_key', 'forbidden', 'model_not_found', 'too_large', 'quota', 'rate_limited'] as const),
    ...(['server_error', 'unavailable', 'gateway_error', 'not_a_gateway', 'redirected', 'empty_answer'] as const),
    ...(['answer_too_large', 'timeout', 'connection_lost', 'cut_short', 'app_closed', 'offline', 'tls'] as const),
    ...(['no_connection', 'no_key', 'storage_full', 'not_found'] as const),
  ]

  it.each(['answer', 'send', 'image', 'video', 'sound'] as const)(
    'there is a step for every end of kind %s',
    (where) => {
      for (const code of ends) expect(nextStep(appError(code), { where, hasText: false }), code).not.toBeNull()
    },
  )

  const fitting: readonly (readonly [(typeof errorCodes)[number], string])[] = [
    ['invalid_key', 'openConnections'],
    ['quota', 'openConnections'],
    ['unavailable', 'retry'],
    ['rate_limited', 'retry'],
    ['model_not_found', 'chooseModel'],
    ['bad_request', 'changePrompt'],
    ['link_refused', 'copyLink'],
    ['result_too_large', 'copyLink'],
    ['link_expired', 'fetchAgain'],
  ]

  it.each(['image', 'video'] as const)('the next step suits a paid result of the kind %s', (where) => {
    for (const [code, step] of fitting) {
      const place = { where, hasText: false, hasLink: true, canFetch: true }
      expect([code, nextStep(appError(code), place)?.step]).toEqual([code, step])
    }
    const gone = { where, hasText: false, hasLink: false, canFetch: false }
    for (const code of ['link_refused', 'result_too_large', 'link_expired', 'not_a_picture', 'not_a_video'] as const) {
      if (nextStep(appError(code), { ...gone, canFetch: true }) === null) continue
      expect([code, nextStep(appError(code), gone)?.step]).toEqual([code, 'changePrompt'])
    }
  })

  it('downloads the pictures of a request that continued, and submits a failed video again', () => {
    const step = (where: 'image' | 'video', canFetch: boolean) =>
      nextStep(appError('task_expired'), { where, hasText: false, canFetch })?.step
    expect([step('image', true), step('image', false), step('video', true)]).toEqual(['fetchAgain', 'retry', 'retry'])
  })

  it('an error without a remedy has no step', () => {
    expect(nextStep(appError('already_running'), answer)).toBeNull()
  })
})

it('details for support are folded away, without unknown values', () => {
  const details = errorDetails(appError('quota', 'HTTP 429', { status: 429, requestId: 'req_1' }))
  expect(details).toBe('code: quota\nstatus: 429\nrequest: req_1\ndetail: HTTP 429')
})
