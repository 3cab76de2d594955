import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attemptsMax, backoffMs, decide, type RequestKind } from '../../../src/main/gateway/retry-policy.ts'
import { appError, type ErrorCode, errorCodes } from '../../../src/shared/errors.ts'

const verdict = (kind: RequestKind, code: ErrorCode, shown = false): string => {
  const status = code === 'rate_limited' ? 429 : null
  return decide({ kind, error: appError(code, code, { status }), shown, attempt: 1 }, () => 0.5).action
}

describe('the retry table of design §5', () => {
  const rows: readonly (readonly [RequestKind, Readonly<Partial<Record<ErrorCode, string>>>])[] = [
    ['read', { rate_limited: 'retry', unavailable: 'retry', server_error: 'retry', connection_lost: 'retry' }],
    ['words', { rate_limited: 'retry', unavailable: 'retry', server_error: 'retry', connection_lost: 'ask' }],
    ['image', { rate_limited: 'retry', unavailable: 'retry', server_error: 'stop', connection_lost: 'ask' }],
    ['video', { rate_limited: 'retry', unavailable: 'retry', server_error: 'ask', connection_lost: 'ask' }],
  ]
  const alwaysStop: readonly ErrorCode[] = ['bad_request', 'invalid_key', 'model_not_found', 'too_large', 'quota']

  for (const [kind, row] of rows) {
    test(`${kind}: ${JSON.stringify(row)}, and stops for lasting errors`, () => {
      for (const [code, expected] of Object.entries(row)) {
        expect(`${code}: ${verdict(kind, errorCodes.find((known) => known === code) ?? 'internal')}`).toBe(
          `${code}: ${expected}`,
        )
      }
      for (const code of alwaysStop) expect(`${code}: ${verdict(kind, code)}`).toBe(`${code}: stop`)
    })
  }

  test("a proxy's timeout does not show whether a paid request was accepted", () => {
    const verdictAt = (kind: RequestKind, status: number): string =>
      decide({ kind, error: appError('server_error', 'x', { status }), shown: false, attempt: 1 }, () => 0.5).action
    for (const kind of ['words', 'image', 'video'] as const)
      expect([502, 504, 524].map((status) => `${kind}: ${verdictAt(kind, status)}`)).toEqual(
        Array(3).fill(`${kind}: ask`),
      )
    expect(verdictAt('read', 504)).toBe('retry')
  })

  test('a rate limit inside an answer that had begun is not a refusal', () => {
    const inside = (kind: RequestKind): string =>
      decide({ kind, error: appError('rate_limited'), shown: false, attempt: 1 }, () => 0.5).action
    expect((['read', 'words', 'image', 'video'] as const).map(inside)).toEqual(['retry', 'ask', 'ask', 'ask'])
  })

  test('a rate limit in a body with status 200 is not a refusal', () => {
    const inside = (kind: RequestKind): string =>
      decide({ kind, error: appError('rate_limited', 'x', { status: 200 }), shown: false, attempt: 1 }, () => 0.5)
        .action
    expect((['read', 'words', 'image', 'video'] as const).map(inside)).toEqual(['retry', 'ask', 'ask', 'ask'])
  })

  test('a request is not resent once the user has seen text', () => {
    for (const code of errorCodes) expect(verdict('words', code, true)).toBe('stop')
  })

  test('a paid request is never resent automatically after a lost connection, whatever the error', () => {
    const lost: readonly ErrorCode[] = [
      'connection_lost',
      'timeout',
      'stalled',
      'cut_short',
      'empty_answer',
      'stream_error',
      'app_closed',
    ]
    for (const kind of ['words', 'image', 'video'] as const)
      for (const code of lost) expect(verdict(kind, code)).not.toBe('retry')
  })
})

describe('the wait before a retry', () => {
  test('the wait is at least as long as the gateway asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 600_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (asked, chance) => {
          const decision = decide(
            {
              kind: 'words',
              error: appError('rate_limited', 'x', { status: 429, retryAfterMs: asked }),
              shown: false,
              attempt: 1,
            },
            () => chance,
          )
          expect(decision.action === 'retry' && decision.delayMs >= asked).toBe(true)
        },
      ),
    )
  })

  test('a wait longer than ten minutes does not begin', () => {
    const error = appError('rate_limited', 'x', { status: 429, retryAfterMs: 600_001 })
    expect(decide({ kind: 'words', error, shown: false, attempt: 1 }, () => 0)).toEqual({ action: 'stop' })
  })

  test('the wait grows up to half a minute, and is spread over its whole range', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map((attempt) => backoffMs(attempt, () => 0.999_999))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
    expect(backoffMs(3, () => 0)).toBe(100)
    expect(backoffMs(3, () => 0.5)).toBe(2000)
  })

  test(`retries end after ${attemptsMax} attempts`, () => {
    const error = appError('unavailable')
    expect(decide({ kind: 'words', error, shown: false, attempt: attemptsMax - 1 }, () => 0).action).toBe('retry')
    expect(decide({ kind: 'words', error, shown: false, attempt: attemptsMax }, () => 0).action).toBe('stop')
  })
})
