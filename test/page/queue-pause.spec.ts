import { lookAt, looks } from '../e2e/looks.ts'
import { expect, parts, test, wordsOf } from './fixtures.ts'

for (const [language, theme] of looks)
  test(`the banner of paused queues fits, in ${language}, ${theme}`, async ({ chat: page, atelier }) => {
    await expect(parts.composer(page)).toBeVisible()
    await atelier.call('settings.update', { language, theme, queuesPaused: true })
    await expect(page.getByRole('region', { name: wordsOf(language, 'paused.label') })).toBeVisible()
    await lookAt(page, 'queues-paused', language, theme)
  })
