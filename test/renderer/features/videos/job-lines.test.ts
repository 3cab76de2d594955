import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Telling } from '../../../../src/renderer/components/jobs/TickingWords.tsx'
import { detailsOf } from '../../../../src/renderer/features/videos/job-actions.ts'
import { progressWords, requestWords, troubleWords } from '../../../../src/renderer/features/videos/queue/job-lines.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../../../src/renderer/platform/i18n/locales/zh-cn.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { file, job } from './videos-made.ts'

const now = 1_000_000
let english: Telling
let chinese: Telling

beforeAll(async () => {
  await i18next.init({
    resources: { en: { translation: en }, 'zh-CN': { translation: zhCN } },
    lng: 'en',
    interpolation: { escapeValue: false },
  })
  english = { t: i18next.getFixedT('en'), language: 'en', now }
  chinese = { t: i18next.getFixedT('zh-CN'), language: 'zh-CN', now }
})

const watched = { status: 'processing', taskId: 't', sentAt: now - 108_000, polls: 3, nextPollAt: now + 5200 } as const

describe('the lines of a card', () => {
  it('the lines show the requested size, length and model', () => {
    const request = { ...job('a').request, model: 'demo-video-landscape' }
    expect(requestWords(english.t, job('a', { request }))).toEqual(['demo-video', 'Landscape', '5 s'])
  })

  it('the lines show the progress and the time of the next check', () => {
    expect(progressWords(english, job('a', watched))).toEqual(['1:48 so far', 'next check in 6 s'])
    expect(progressWords(chinese, job('a', watched))).toEqual(['已等 1:48', '6 秒后再次查询'])
    const due = { ...watched, nextPollAt: now - 1, polls: 1, attempts: 2 }
    expect(progressWords(english, job('a', due))).toEqual(['1:48 so far', 'checking', 'attempt 2'])
  })

  it('the lines show when a video ended, and its size', () => {
    const [when, size] = progressWords(english, job('a', { status: 'done', file, endedAt: now - 1000 }))
    expect(when).toMatch(/\d\d:\d\d/)
    expect(size).toBe('18\u00a0kB')
  })
})

describe('the problem on a video card', () => {
  it('a problem of a running job is shown without alarm', () => {
    const failing = { ...watched, error: appError('timeout'), nextPollAt: now + 12_000 }
    expect(troubleWords(english, job('a', failing))).toBe('The gateway did not answer in time. Next check in 12 s.')
    // one time is not shown twice
    expect(progressWords(english, job('a', failing))).toEqual(['1:48 so far'])
    const putOff = { error: appError('rate_limited'), retryAt: now + 75_000 }
    expect(troubleWords(english, job('a', putOff))).toMatch(/ Next attempt in 1:15\.$/)
    expect(troubleWords(chinese, job('a', putOff))).toMatch(/。1:15 后重试。$/)
  })

  it('a cancelled or lost job shows whether it may be charged', () => {
    const cancelled = { status: 'cancelled', error: appError('cancelled') } as const
    expect(troubleWords(english, job('a', cancelled))).toMatch(/Nothing was charged/)
    expect(troubleWords(english, job('a', { ...cancelled, taskId: 't' }))).toMatch(/may still be made and charged/)
    expect(troubleWords(english, job('a', { status: 'unknown', error: appError('app_closed') }))).toBe(
      'Atelier closed before the answer came. It may have been accepted and charged.',
    )
  })

  it('a job without problems shows none', () => {
    expect(troubleWords(english, job('a', watched))).toBeNull()
    expect(troubleWords(english, job('a', { status: 'done', file }))).toBeNull()
  })
})

it('details for support contain everything except the prompt', () => {
  const details = detailsOf(job('a', { ...watched, error: appError('timeout'), word: 'baking' }), '{"status":"baking"}')
  expect(details).toContain('task: t')
  expect(details).toContain('code: timeout')
  expect(details).toContain('answer: {"status":"baking"}')
  expect(details).not.toContain('City at dusk')
})
