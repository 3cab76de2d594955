import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { jobBadge } from '../../../src/renderer/platform/feature.ts'
import { en } from '../../../src/renderer/platform/i18n/locales/en.ts'

const i18n = createInstance({ lng: 'en', resources: { en: { translation: en } } })
await i18n.init()

test.each([
  ['nothing', 0, null, null],
  ['what runs by a ring', 0, '2 running', { attention: 0, isRunning: true, words: '2 running' }],
  ['what needs the person by a number', 3, null, { attention: 3, isRunning: false, words: '3 need you' }],
  ['both at once', 1, '2 running', { attention: 1, isRunning: true, words: '1 needs you · 2 running' }],
])('the badge of jobs shows %s', (_, attention, running, shown) => {
  const badge = jobBadge(i18n.t, attention, running)
  if (shown === null) expect(badge).toBeNull()
  else expect(badge).toEqual({ ...shown, hasDot: false })
})
