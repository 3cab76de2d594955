import { expect, parts, test } from './fixtures.ts'
import {
  chooseSource,
  fillForm,
  imageRequests,
  makeImages,
  newestImage,
  plain,
  readyToGenerate,
  showImages,
  studio,
} from './image-studio.ts'

test('Enter that belongs to an input method never sends, with Ctrl or without', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  await readyToGenerate(page, { prompt: '' })
  const prompt = studio.prompt(page)
  await prompt.focus()
  const device = await page.context().newCDPSession(page)
  const processKey = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 } as const
  await device.send('Input.imeSetComposition', { text: 'chi tang', selectionStart: 8, selectionEnd: 8 })
  await expect(prompt).toHaveValue('chi tang')
  for (const modifiers of [0, 2]) {
    await device.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', modifiers, ...processKey })
    await device.send('Input.dispatchKeyEvent', { type: 'keyUp', modifiers, ...processKey })
  }
  // as other browsers and input methods report it: composing, or with key code 229
  for (const press of [{ isComposing: true }, { keyCode: 229 }]) {
    await prompt.dispatchEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true, ...press })
  }
  await device.send('Input.insertText', { text: '池塘' })
  await expect(prompt).toHaveValue('池塘')
  // an Enter within 40 ms of a composition's end belongs to it
  const now = async () => await page.evaluate<number>('performance.now()')
  const ended = await now()
  await expect.poll(now).toBeGreaterThan(ended + 40)
  await prompt.press('Enter')
  await prompt.pressSequentially('x')
  // a request sent by mistake would arrive before this answer
  await atelier.call('app.info', {})
  expect(imageRequests(gateway)).toHaveLength(0)
  await expect(prompt).toHaveValue('池塘\nx')

  await prompt.press('Control+Enter')
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(imageRequests(gateway).map(({ body }) => body)).toMatchObject([{ prompt: '池塘\nx' }])
})

test('what is typed and chosen survives a reload and a restart', async ({ chat: page, atelier }) => {
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

test('“Use again” fills the form with what made an image, of an edit too', async ({ chat: page, atelier }) => {
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

test('the palette writes a prompt, chooses a model and generates', async ({ chat: page, gateway }) => {
  const palette = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Search actions/ }).fill(words)
    await expect(parts.chosenCommand(page)).toContainText(words)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await palette('demo-image-free')
  await expect(studio.prompt(page)).toBeFocused()
  await expect(studio.model(page)).toContainText('demo-image-free')
  await fillForm(page, { size: '64x48', prompt: 'one fish' })
  await palette('Generate images')
  await expect(studio.tiles(page)).toHaveCount(1)
  expect(imageRequests(gateway)).toHaveLength(1)
})
