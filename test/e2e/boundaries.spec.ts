import type { Page } from '@playwright/test'
import { environmentOf, expect, parts, test } from './fixtures.ts'
import { HistorySeed } from './history-seed.ts'

const panel = (page: Page, name: string) => parts.panels(page).getByRole('button', { name, exact: true })

const errorsAreShown = [/broken for a test/, /error boundary/i]

test('a row or tile that cannot be rendered leaves its neighbours intact, and can be retried', async ({
  atelier,
  gateway,
  data,
}) => {
  atelier.allow(...errorsAreShown)
  const seed = new HistorySeed(data)
  const media = await seed.picture(20)
  for (const title of ['Fails', 'Stays']) {
    seed.chat(title, ['Question', 'Answer'])
    seed.transcript(title, ['Text'])
    seed.image(title, media)
    seed.video(title)
  }
  seed.close()
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await expect(parts.rows(page)).toHaveCount(2)
  await page.evaluate(`window.__whole = String.prototype.toWellFormed
    String.prototype.toWellFormed = function () {
      if (this.startsWith('Fails')) throw new Error('broken for a test')
      return window.__whole.call(this)
    }`)
  for (const [name, failed, count] of [
    ['Images', 'Could not be shown.', 1],
    ['Transcribe', 'This entry could not be shown.', 1],
    ['Videos', 'Could not be shown.', 1],
    ['History', 'This entry could not be shown.', 4],
    ['Chat', 'This entry could not be shown.', 1],
  ] as const) {
    await panel(page, name).click()
    await expect(page.getByText(failed), name).toHaveCount(count)
    await expect(page.getByText('Stays').first(), name).toBeAttached()
    await expect(page.getByText('Fails', { exact: true }), name).toHaveCount(0)
  }
  await page.evaluate('String.prototype.toWellFormed = window.__whole')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect(parts.row(page, 'Fails')).toBeVisible()
})
