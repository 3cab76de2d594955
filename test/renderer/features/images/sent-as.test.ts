import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { SentAs } from '../../../../src/renderer/features/images/form/SentAs.tsx'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'
import { media } from './images-made.ts'

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  await showLanguage('en')
})

const note = (mime: string) => renderToStaticMarkup(createElement(SentAs, { media: { ...media('a'), mime } }))

it.each([
  ['image/jpeg', 'Sent as JPEG with all its pixels'],
  ['image/webp', 'Sent as WebP with all its pixels'],
])('the note for a source that is %s names the sent format', (mime, words) => {
  expect(note(mime)).toContain(words)
})

it('a PNG source needs no note', () => {
  expect(note('image/png')).toBe('')
})
