import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  chooseSource,
  marked,
  mediaPixels,
  newestImage,
  plain,
  readyToGenerate,
  showImages,
  studio,
} from './image-studio.ts'

/** Opens the mask editor for a picture of 64 × 48 pixels. */
async function openEditor(page: Page): Promise<void> {
  await readyToGenerate(page, { size: '' })
  await chooseSource(page, { name: 'a.png', mimeType: 'image/png', buffer: await plain(64, 48) })
  await studio.form(page).getByRole('button', { name: 'Mask…' }).click()
  await expect(studio.canvas(page)).toBeFocused()
}

/** Marks a rectangle by numbers, with the keyboard. */
async function markByNumbers(page: Page, ...numbers: readonly number[]): Promise<void> {
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'From the left' })).toBeFocused()
  for (const [at, number] of numbers.entries()) {
    if (at > 0) await page.keyboard.press('Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(String(number))
  }
  await page.keyboard.press('Enter')
}

/** Presses Tab until a button has the focus. */
async function tabToButton(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} was not reached`)
}

test('a mask is made, changed and sent without a pointer', async ({ chat: page, atelier }) => {
  await openEditor(page)
  await markByNumbers(page, 10, 8, 20, 24)
  // 480 of 3072 pixels
  await expect.poll(() => marked(page)).toBe(15.6)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'From the left' })).toHaveCount(0)
  await page.keyboard.press('i')
  await expect.poll(() => marked(page)).toBe(84.4)
  await page.keyboard.press('Control+z')
  await expect.poll(() => marked(page)).toBe(15.6)
  await page.keyboard.press('Control+z')
  await expect.poll(() => marked(page)).toBe(0)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => marked(page)).toBe(15.6)
  await page.keyboard.press('p')
  await expect(studio.editor(page)).toContainText('The checkered part is empty and may change.')
  await tabToButton(page, 'Done')
  await page.keyboard.press('Enter')
  await expect(studio.mask(page)).toBeVisible()
  await studio.prompt(page).press('Control+Enter')
  await expect(studio.tiles(page)).toHaveCount(1)

  const { mask, request } = await newestImage(atelier)
  expect(request.edit).toMatchObject({ keepOutside: true, maskId: mask?.id })
  const { width, height, at } = await mediaPixels(atelier, mask?.id ?? '')
  expect([width, height]).toEqual([64, 48])
  const inside = (index: number) => {
    const [x, y] = [index % 64, Math.floor(index / 64)]
    return x >= 10 && x < 30 && y >= 8 && y < 32
  }
  const wrong = Array.from({ length: 64 * 48 }, (_, index) => index).filter(
    (index) => at(index)[3] !== (inside(index) ? 0 : 255),
  )
  expect(wrong).toEqual([])
})

test('a mask is restored when it is opened again, and after a crash', async ({ chat: page, atelier }) => {
  await openEditor(page)
  await markByNumbers(page, 0, 0, 32, 48)
  await expect.poll(() => marked(page)).toBe(50)
  // saved automatically while drawing
  await expect(studio.editor(page).getByText('Draft saved', { exact: true })).toBeVisible()
  await atelier.kill()
  await atelier.restart()
  await showImages(page)
  await expect(studio.source(page)).toBeVisible()
  await studio.form(page).getByRole('button', { name: 'Use the last mask' }).click()
  await studio.form(page).getByRole('button', { name: 'Edit mask' }).click()
  await expect.poll(() => marked(page)).toBe(50)
  await studio.canvas(page).press('i')
  await studio.done(page).click()
  await expect(studio.editor(page)).toHaveCount(0)

  await studio.form(page).getByRole('button', { name: 'Remove mask' }).click()
  await expect(studio.mask(page)).toHaveCount(0)
  await studio.form(page).getByRole('button', { name: 'Use the last mask' }).click()
  await studio.form(page).getByRole('button', { name: 'Edit mask' }).click()
  await expect.poll(() => marked(page)).toBe(50)
  await studio.done(page).click()
  await expect(studio.mask(page)).toBeVisible()
  await expect.poll(async () => (await atelier.call('images.draft', {}))?.source?.mask).not.toBeNull()
  await atelier.restart()
  await showImages(page)
  await expect(studio.mask(page)).toHaveJSProperty('naturalWidth', 64)
})
