import { readyToGenerate, studio } from '../e2e/image-studio.ts'
import { expect, test } from './fixtures.ts'

test('a proposal is taken in parts, is paid once per press, and can be undone', async ({ atelier, chat: page }) => {
  await readyToGenerate(page, { prompt: 'harbour' })
  await page.getByRole('button', { name: 'Improve the prompt…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('No price is known for')
  await dialog.getByRole('button', { name: 'Improve', exact: true }).dblclick()
  await dialog.getByRole('checkbox', { name: ', at dawn' }).press('Space')
  expect(atelier.app.images.improvements).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Use this prompt' }).click()
  await expect(studio.prompt(page)).toHaveValue('a quiet harbour')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(studio.prompt(page)).toHaveValue('harbour')
})

test('a proposal stays when the prompt is changed meanwhile, until another one is asked for', async ({
  chat: page,
}) => {
  await readyToGenerate(page, { prompt: 'harbour' })
  const open = () => page.getByRole('button', { name: 'Improve the prompt…' }).click()
  await open()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Improve', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Use this prompt' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await studio.prompt(page).fill('harbour at night')
  await open()
  await expect(dialog).toContainText('a quiet harbour')
  await expect(dialog).toContainText('You changed the prompt since.')
  await dialog.getByRole('button', { name: 'Ask again' }).click()
  await expect(dialog.getByRole('button', { name: 'Improve', exact: true })).toBeVisible()
})

test('a proposal that is too long is shown, and can be used once a change is left out', async ({
  atelier,
  chat: page,
}) => {
  const prompt = 'x'.repeat(31_989)
  await readyToGenerate(page, { prompt })
  await page.getByRole('button', { name: 'Improve the prompt…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Improve', exact: true }).click()
  await expect(dialog).toContainText('This prompt is 6 characters too long.')
  await expect(dialog.getByRole('button', { name: 'Use this prompt' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: ', at dawn' }).press('Space')
  await expect(dialog).not.toContainText('too long')
  await expect(dialog.getByRole('button', { name: 'Use this prompt' })).toBeEnabled()
  expect(atelier.app.images.improvements).toHaveLength(1)
})

test('an earlier prompt comes back from the menu', async ({ chat: page }) => {
  await readyToGenerate(page, { prompt: 'a lighthouse' })
  await page
    .getByRole('button', { name: /^Generate/ })
    .first()
    .click()
  await expect(studio.tiles(page)).toHaveCount(1)
  await studio.prompt(page).fill('half a thought')
  await page.getByRole('button', { name: 'Earlier prompts and favourites' }).click()
  await page.getByRole('menuitem', { name: 'a lighthouse' }).click()
  await expect(studio.prompt(page)).toHaveValue('a lighthouse')
  await expect(studio.prompt(page)).toBeFocused()
})
