import { fillForm, readyToGenerate, studio } from '../e2e/image-studio.ts'
import { expect, test } from './fixtures.ts'

test('any two pictures are compared under one slider, and Esc leads back', async ({ chat: page }) => {
  await readyToGenerate(page, { prompt: 'one' })
  for (const [index, prompt] of ['one', 'two', 'three'].entries()) {
    await fillForm(page, { prompt })
    await page
      .getByRole('button', { name: /^Generate/ })
      .first()
      .click()
    await expect(studio.tiles(page)).toHaveCount(index + 1)
  }
  const compare = page.getByRole('button', { name: 'Compare two pictures' })
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
  await expect(compare).toBeDisabled()
  await studio.tiles(page).nth(0).click()
  await studio.tiles(page).nth(2).click()
  await compare.click()
  const slider = page.getByRole('slider', { name: 'Before and after' })
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveValue('51')
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await page.keyboard.press('Escape')
  await expect(studio.tiles(page)).toHaveCount(3)
})
