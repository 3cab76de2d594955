import { fillForm, noise, readyToGenerate, studio } from '../e2e/image-studio.ts'
import { lookInBothLanguages } from '../e2e/looks.ts'
import { expect, test } from './fixtures.ts'

test('the dialogs for prompts and larger canvases fit the window', async ({ chat: page }) => {
  test.slow()
  await readyToGenerate(page, { prompt: 'harbour' })
  await page.getByRole('button', { name: 'Improve the prompt…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('No price is known for')
  await lookInBothLanguages(page, 'images-improve')
  await dialog.getByRole('button', { name: 'Improve', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Use this prompt' })).toBeVisible()
  await lookInBothLanguages(page, 'images-improved')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await studio
    .form(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await noise(400, 200) })
  await page.getByRole('button', { name: 'Extend…' }).click()
  await expect(dialog.getByRole('radio', { name: 'Left and right' })).toBeVisible()
  await lookInBothLanguages(page, 'images-extend')
})

test('two pictures under one slider fit the window', async ({ chat: page }) => {
  test.slow()
  await readyToGenerate(page, { prompt: 'one' })
  for (const [index, prompt] of ['one', 'two'].entries()) {
    await fillForm(page, { prompt })
    await page
      .getByRole('button', { name: /^Generate/ })
      .first()
      .click()
    await expect(studio.tiles(page)).toHaveCount(index + 1)
  }
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
  for (const at of [0, 1]) await studio.tiles(page).nth(at).click()
  await page.getByRole('button', { name: 'Compare two pictures' }).click()
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible()
  await lookInBothLanguages(page, 'images-pair')
})
