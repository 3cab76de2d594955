import { noise, readyToGenerate, studio } from '../e2e/image-studio.ts'
import { expect, test } from './fixtures.ts'

test('a picture is extended: a larger source whose border alone is open', async ({ atelier, chat: page }) => {
  await readyToGenerate(page, { prompt: 'more of the sea' })
  const buffer = await noise(40, 20)
  await studio
    .form(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Extend…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Left and right' }).press('Space')
  await dialog.getByRole('radio', { name: '+100 %' }).press('Space')
  await expect(dialog.getByRole('status')).toHaveText('New size: 80×20')
  await dialog.getByRole('button', { name: 'Extend', exact: true }).click()
  await expect(studio.form(page).getByText('80×20')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove mask' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Generate/ })
    .first()
    .click()
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(atelier.app.images.requests[0]?.edit).toMatchObject({ keepOutside: true })
  expect(atelier.app.images.requests[0]?.edit?.maskId).not.toBeNull()
})
