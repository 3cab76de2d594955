import { expect, test } from './fixtures.ts'
import { chooseSource, makeImages, newestImage, plain, readyToGenerate, showImages, studio } from './image-studio.ts'

test('the prompt and choices of the image form survive a reload and a restart', async ({ chat: page, atelier }) => {
  await readyToGenerate(page, { model: 'demo-image-free', prompt: '池塘边的小屋', n: 2, size: '96x64' })
  await expect.poll(async () => (await atelier.call('images.draft', {}))?.prompt).toBe('池塘边的小屋')
  await page.reload()
  await showImages(page)
  await expect(studio.prompt(page)).toHaveValue('池塘边的小屋')
  await chooseSource(page, { name: 'a.png', mimeType: 'image/png', buffer: await plain(40, 30) })
  await studio.size(page).fill('80x60')
  await studio.form(page).getByRole('button', { name: 'Mask…' }).click()
  await studio.canvas(page).press('a')
  await studio.done(page).click()
  await expect(studio.mask(page)).toBeVisible()
  await studio.form(page).getByRole('checkbox', { name: 'Keep everything outside the mask' }).uncheck()
  await expect.poll(async () => (await atelier.call('images.draft', {}))?.keepOutside).toBe(false)
  await atelier.restart()
  await showImages(page)
  await expect(studio.prompt(page)).toHaveValue('池塘边的小屋')
  await expect(studio.size(page)).toHaveValue('80x60')
  await expect(studio.model(page)).toContainText('demo-image-free')
  await expect(studio.count(page, 2)).toBeChecked()
  await expect(studio.source(page)).toHaveJSProperty('naturalWidth', 40)
  await expect(studio.mask(page)).toHaveJSProperty('naturalWidth', 40)
  await expect(studio.form(page).getByRole('checkbox', { name: 'Keep everything outside the mask' })).not.toBeChecked()
})

test('“Use again” fills the form with the parameters of an image, also of an edited one', async ({
  chat: page,
  atelier,
}) => {
  await makeImages(atelier, { prompt: 'one fish', n: 2, size: '96x64', quality: 'hd', responseFormat: 'b64_json' })
  const { summary } = await newestImage(atelier)
  await makeImages(atelier, {
    prompt: 'one bird',
    size: null,
    edit: { sourceId: summary.media.id, sourceImageId: summary.id, maskId: null, keepOutside: false },
  })
  await showImages(page)
  await studio.tile(page, 'one fish').first().click()
  await studio.detail(page).getByRole('button', { name: 'Use again' }).click()
  await expect(studio.prompt(page)).toHaveValue('one fish')
  await expect(studio.prompt(page)).toBeFocused()
  await expect(studio.size(page)).toHaveValue('96x64')
  await expect(studio.count(page, 2)).toBeChecked()
  await expect(studio.form(page).getByRole('radio', { name: 'HD' })).toBeChecked()
  await expect(studio.source(page)).toHaveCount(0)

  // the form takes the place of the image again
  await expect(studio.detail(page)).toHaveCount(0)
  await studio.tile(page, 'one bird').click()
  await expect(studio.form(page)).toBeHidden()
  await studio.detail(page).getByRole('button', { name: 'Use again' }).click()
  await expect(studio.prompt(page)).toHaveValue('one bird')
  await expect(studio.source(page)).toHaveJSProperty('naturalWidth', 96)
  await studio.generate(page).click()
  await expect(studio.tile(page, 'one bird')).toHaveCount(2)
  expect((await newestImage(atelier)).request.edit?.sourceId).toBe(summary.media.id)
})
