import { describe, expect, it } from 'vitest'
import { errorDetails, hasUsualStep, nextStep } from '../../../src/renderer/app/errors/next-step.ts'
import { en } from '../../../src/renderer/app/i18n/locales/english.ts'
import { appError, errorCodes } from '../../../src/shared/errors.ts'

const answer = { where: 'answer', hasText: false } as const

describe('the next step of an error', () => {
  it('exists exactly where there are words for it', () => {
    for (const code of errorCodes) expect([code, 'next' in en.errors[code]]).toEqual([code, hasUsualStep(code)])
  })

  it('continues an answer of which some came, and repeats one of which nothing came', () => {
    for (const code of ['connection_lost', 'stalled', 'cut_short', 'app_closed', 'stream_error'] as const) {
      expect(nextStep(appError(code), { ...answer, hasText: true })?.step).toBe('continue')
      expect(nextStep(appError(code), answer)?.step).toBe('retry')
    }
  })

  it('leads to the connections from everywhere but their own form', () => {
    expect(nextStep(appError('invalid_key'), answer)).toEqual({ step: 'openConnections', usual: 'invalid_key' })
    expect(nextStep(appError('invalid_key'), { where: 'form', hasText: false })).toBeNull()
  })

  it('offers another model only where one can be chosen', () => {
    expect(nextStep(appError('model_not_found'), answer)?.step).toBe('chooseModel')
    expect(nextStep(appError('model_not_found'), { where: 'other', hasText: false })).toBeNull()
  })

  it('is nothing where there is nothing to do', () => {
    expect(nextStep(appError('already_running'), answer)).toBeNull()
  })
})

it('folds away what support needs, and nothing that is not known', () => {
  const details = errorDetails(appError('quota', 'HTTP 429', { status: 429, requestId: 'req_1' }))
  expect(details).toBe('code: quota\nstatus: 429\nrequest: req_1\ndetail: HTTP 429')
})
