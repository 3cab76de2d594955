import type { Page } from '@playwright/test'
import { noise, plain, readyToGenerate, studio } from '../e2e/image-studio.ts'
import { expect, test } from './fixtures.ts'

/** Adds pictures by the form's dialog. */
async function addPictures(page: Page): Promise<void> {
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
  const pictures = [
    file('man.png', await plain(24, 16)),
    file('coat.png', await noise(24, 16)),
    file('hat.png', await noise(32, 16)),
  ]
  await studio.form(page).locator('input[type=file]').first().setInputFiles(pictures)
  await expect(rows(page)).toHaveCount(3)
}

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Pictures in the order they are sent' }).getByRole('listitem')
const role = (page: Page, number: number) => page.getByRole('textbox', { name: `Role of picture ${number}` })

test('several pictures have roles and an order, by keyboard too, and are sent in it', async ({
  atelier,
  chat: page,
}) => {
  await readyToGenerate(page, { prompt: 'Dress him' })
  await addPictures(page)
  await role(page, 1).fill('the man')
  await role(page, 2).fill('the coat')
  await page.getByRole('button', { name: 'Move picture 2', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(role(page, 3)).toHaveValue('the coat')
  await expect(page.getByRole('button', { name: 'Move picture 3', exact: true })).toBeFocused()

  await page.getByRole('button', { name: 'Put roles into the prompt' }).click()
  await expect(studio.prompt(page)).toHaveValue('Picture 1: the man\nPicture 3: the coat\n\nDress him')
  await expect(page.getByRole('button', { name: 'Put roles into the prompt' })).toBeDisabled()

  await page.getByRole('button', { name: 'Move picture 3', exact: true }).dragTo(rows(page).first())
  await expect(role(page, 1)).toHaveValue('the coat')
  await page.getByRole('button', { name: 'Generate', exact: false }).first().click()
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(atelier.app.images.requests[0]?.edit?.references).toHaveLength(2)
})

test('a removed picture comes back by Undo, and the first one alone can stay', async ({ chat: page }) => {
  await readyToGenerate(page, { prompt: 'Dress him' })
  await addPictures(page)
  await role(page, 1).fill('the man')
  await page.getByRole('button', { name: 'Remove picture 1' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(role(page, 1)).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(role(page, 1)).toHaveValue('the man')
})
