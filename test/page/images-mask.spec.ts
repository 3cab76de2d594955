import type { Page } from '@playwright/test'
import { chooseSource, makeImages, marked, plain, readyToGenerate, stroke, studio } from '../e2e/image-studio.ts'
import { expect, test } from './fixtures.ts'

/** Opens the mask editor for a picture of 64 × 48 pixels. */
async function openEditor(page: Page): Promise<void> {
  await readyToGenerate(page, { size: '' })
  await chooseSource(page, { name: 'a.png', mimeType: 'image/png', buffer: await plain(64, 48) })
  await studio.form(page).getByRole('button', { name: 'Mask…' }).click()
  await expect(studio.canvas(page)).toBeFocused()
}

/** The colour around the picture as painted, and the one of the style sheet. */
async function groundOf(page: Page): Promise<{ readonly painted: string; readonly styled: string }> {
  return await studio.canvas(page).evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('not a canvas')
    const [red, green, blue] = element.getContext('2d')?.getImageData(0, 0, 1, 1).data ?? []
    return { painted: `rgb(${red}, ${green}, ${blue})`, styled: getComputedStyle(element).backgroundColor }
  })
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the area around the picture follows the theme (reduced motion: ${reducedMotion})`, async ({
    chat: page,
    atelier,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await atelier.call('settings.update', { theme: 'light' })
    await openEditor(page)
    const light = (await groundOf(page)).styled
    await expect.poll(() => groundOf(page)).toEqual({ painted: light, styled: light })
    // switched while the editor is open
    await atelier.call('settings.update', { theme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect.poll(async () => (await groundOf(page)).styled).not.toBe(light)
    const dark = (await groundOf(page)).styled
    await expect.poll(() => groundOf(page)).toEqual({ painted: dark, styled: dark })
    await atelier.call('settings.update', { theme: 'light' })
    await expect.poll(() => groundOf(page)).toEqual({ painted: light, styled: light })
  })
}

test('Esc asks before it discards a drawn mask', async ({ chat: page, atelier }) => {
  await openEditor(page)
  await stroke(page, [-10, 0], [10, 0])
  await expect.poll(() => marked(page)).toBeGreaterThan(0)
  const drawn = await marked(page)
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Discard your changes to this mask?')
  await expect(question.getByRole('button', { name: 'Keep drawing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(studio.canvas(page)).toBeFocused()
  expect(await marked(page)).toBe(drawn)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(studio.editor(page)).toHaveCount(0)
  await expect(studio.mask(page)).toHaveCount(0)
  const source = (await atelier.call('images.draft', {}))?.source
  expect(await atelier.call('images.mask', { sourceId: source?.media.id ?? '' })).toBeNull()

  // without changes no question appears
  await studio.form(page).getByRole('button', { name: 'Mask…' }).click()
  await expect(studio.canvas(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(studio.editor(page)).toHaveCount(0)
})

test('nothing is sent without the mask while it is being drawn', async ({ chat: page, atelier }) => {
  await openEditor(page)
  await studio.canvas(page).press('a')
  await expect(studio.generate(page)).toBeDisabled()
  await expect(studio.form(page)).toContainText('Finish the mask first.')
  await studio.prompt(page).press('Control+Enter')
  await atelier.call('app.info', {})
  expect(atelier.app.images.requests).toHaveLength(0)
  await studio.done(page).click()
  await studio.generate(page).click()
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(atelier.app.images.requests[0]?.edit?.maskId).toMatch(/^[0-9a-f]{64}$/)
})

test('brush, eraser, rectangle and lasso draw with the pointer, and the wheel sizes the brush', async ({
  chat: page,
}) => {
  await openEditor(page)
  const size = studio.editor(page).getByRole('slider', { name: 'Size' })
  const before = await size.getAttribute('aria-valuetext')
  await studio.canvas(page).hover()
  await page.mouse.wheel(0, -300)
  await expect(size).not.toHaveAttribute('aria-valuetext', before ?? '')
  await page.keyboard.press('r')
  await stroke(page, [-32, -24], [0, 24])
  await expect.poll(() => marked(page)).toBe(50)
  await page.keyboard.press('e')
  await stroke(page, [-16, -20], [-16, 20])
  await expect.poll(() => marked(page)).toBeLessThan(50)
  const erased = await marked(page)
  await page.keyboard.press('l')
  await stroke(page, [4, -20], [28, -20], [28, 20], [4, 20])
  await expect.poll(() => marked(page)).toBeGreaterThan(erased + 20)
  await page.keyboard.press('Delete')
  await expect.poll(() => marked(page)).toBe(0)
  await expect(studio.editor(page).getByRole('button', { name: 'Undo' })).toBeEnabled()
})

test('a mask file of another size is fitted, with a message', async ({ chat: page, atelier }) => {
  await makeImages(atelier, { prompt: 'one fish' })
  await openEditor(page)
  const file = { name: 'white.png', mimeType: 'image/png', buffer: await plain(128, 96) }
  await studio.editor(page).locator('input[type=file]').setInputFiles(file)
  await expect(studio.editor(page).getByRole('status')).toContainText('It was 128 × 96 px and is fitted to 64 × 48 px.')
  await studio
    .editor(page)
    .locator('input[type=file]')
    .setInputFiles({ ...file, buffer: Buffer.from('no picture') })
  await expect(studio.editor(page).getByRole('alert')).toContainText('This file could not be read as a mask.')
})
