import { lookAt } from '../e2e/looks.ts'
import { expect, parts, test, wordsOf } from './fixtures.ts'

for (const language of ['en', 'zh-CN'] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`the banner of paused queues fits, in ${language}, ${theme}`, async ({ chat: page, atelier }) => {
      await expect(parts.composer(page)).toBeVisible()
      await atelier.call('settings.update', { language, theme, queuesPaused: true })
      await expect(page.getByRole('region', { name: wordsOf(language, 'paused.label') })).toBeVisible()
      await lookAt(page, 'queues-paused', language, theme)
    })
