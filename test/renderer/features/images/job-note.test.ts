import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { JobNote } from '../../../../src/renderer/features/images/jobs/JobNote.tsx'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { job } from './images-made.ts'

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  await showLanguage('en')
})

it('has all that belongs to a failed request within its card', () => {
  const failed = job('a', {
    status: 'failed',
    attempts: 1,
    error: appError('image_failed', 'status 500', { status: 500 }),
  })
  const html = renderToStaticMarkup(createElement(JobNote, { job: failed }))
  const card = /^<div class="[^"]*" role="alert">/.exec(html)
  expect(card).not.toBeNull()
  expect(html).toContain('Show request')
  expect(depthBeforeEnd(html)).toBeGreaterThan(0)
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
