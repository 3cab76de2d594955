import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { JobNote } from '../../../../src/renderer/features/images/jobs/JobNote.tsx'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { job, outcome, plainRequest } from './images-made.ts'

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  await showLanguage('en')
})

it('shows everything about a failed request within its card', () => {
  const failed = job('a', {
    status: 'failed',
    attempts: 1,
    error: appError('image_failed', 'status 500', { status: 500 }),
  })
  const html = renderToStaticMarkup(createElement(JobNote, { job: failed }))
  const card = /^<div class="[^"]*" role="alert">/.exec(html)
  expect(card).not.toBeNull()
  expect(html).toContain('Details')
  expect(depthBeforeEnd(html)).toBeGreaterThan(0)
})

const cut = { ...outcome('saved', 'i'), error: appError('picture_cut', 'a picture that ends early') }
const failed = { ...outcome('failed'), error: appError('not_a_picture', '3 bytes') }
const four = { ...plainRequest, n: 4 }

it.each([
  [
    'fewer pictures than asked for, one of them cut',
    { status: 'done', request: four, error: appError('fewer_results', '1 of 4'), outcomes: [cut] },
    '1 of 4 pictures arrived. 1 is incomplete or damaged.',
  ],
  [
    'all pictures, one of them cut',
    {
      status: 'done',
      request: { ...plainRequest, n: 2 },
      error: appError('picture_cut', ''),
      outcomes: [cut, outcome('saved', 'j')],
    },
    'all 2 pictures arrived. 1 is incomplete or damaged.',
  ],
  [
    'the only picture, which is cut',
    { status: 'done', error: appError('picture_cut', ''), outcomes: [cut] },
    'the picture is incomplete or damaged.',
  ],
  [
    'nothing that could be saved',
    { status: 'failed', request: four, error: failed.error, outcomes: [failed] },
    '0 of 4 saved',
  ],
  [
    'a cut picture and one that could not be saved',
    { status: 'failed', request: four, error: failed.error, outcomes: [cut, failed] },
    '1 is incomplete or damaged.',
  ],
] as const)('says all about an answer with %s', (_what, change, words) => {
  expect(renderToStaticMarkup(createElement(JobNote, { job: job('a', change) }))).toContain(words)
})

/** Least depth of elements before the last tag: 0 where the card ends and something follows it. */
function depthBeforeEnd(html: string): number {
  let depth = 0
  let least = Number.POSITIVE_INFINITY
  const tags = html.match(/<\/?[a-z][^>]*>/g) ?? []
  for (const tag of tags.slice(0, -1)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    least = Math.min(least, depth)
  }
  return least
}
