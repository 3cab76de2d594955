import type { Page } from '@playwright/test'
import { answered, chatRequests, clipboardOf, expect, parts, pickModel, test, wordsOf } from './fixtures.ts'
import {
  chooseSource,
  dropFile,
  imageRequests,
  makeImages,
  mediaBytes,
  newestImage,
  noise,
  plain,
  readyToGenerate,
  showImages,
  studio,
} from './image-studio.ts'

const pngSignature = '89504e470d0a1a0a'

/** Submits the form's edit and waits for its result. */
async function sendEdit(page: Page, model = 'demo-image-free'): Promise<void> {
  await expect(studio.source(page)).toBeVisible()
  await studio.prompt(page).fill('in winter')
  await expect(studio.model(page)).toContainText(model)
  await studio.generate(page).click()
  await expect(studio.tile(page, 'in winter')).toHaveCount(1)
}

test('a dropped JPEG is sent as PNG', async ({ chat: page, atelier, gateway }) => {
  await readyToGenerate(page, { size: '' })
  await dropFile(page, { name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: await plain(40, 30, 'jpeg') })
  await expect(studio.form(page).getByText('40×30')).toBeVisible()
  await sendEdit(page)
  const { source, summary } = await newestImage(atelier)
  expect(source?.mime).toBe('image/png')
  expect(
    mediaBytes(atelier, source?.id ?? '')
      .subarray(0, 8)
      .toString('hex'),
  ).toBe(pngSignature)
  expect([summary.media.width, summary.media.height]).toEqual([40, 30])
  const form = imageRequests(gateway)[0]?.form
  expect(form).toMatchObject({ image: { sha256: source?.id, fileName: expect.stringMatching(/\.png$/) }, n: '1' })
  expect(form).not.toHaveProperty('mask')
})

test('a picture on the clipboard becomes the source, also while the prompt has the focus', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  await readyToGenerate(page, { size: '' })
  await clipboardOf(page)
  const picture = (await plain(20, 10)).toString('base64')
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })])
  }, picture)
  await studio.prompt(page).focus()
  await page.keyboard.press('Control+v')
  await expect(studio.form(page).getByText('20×10')).toBeVisible()
  await sendEdit(page)
  expect(imageRequests(gateway)[0]?.form).toMatchObject({ image: { sha256: (await newestImage(atelier)).source?.id } })
})

test('a file that is not a picture is refused with a reason', async ({ chat: page, atelier }) => {
  await showImages(page)
  await dropFile(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') })
  await expect(page.getByText('Only pictures can be edited here.')).toBeVisible()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  await dropFile(page, { name: 'evil.png', mimeType: 'image/png', buffer: Buffer.from(svg) })
  const alert = studio.form(page).getByRole('alert')
  await expect(alert).toContainText('evil.png was not added.')
  const words = (language: 'en' | 'zh-CN') => wordsOf(language, 'errors.file_refused.kind').replace('{{kind}}', 'SVG')
  await expect(alert).toContainText(words('en'))
  await atelier.call('settings.update', { language: 'zh-CN' })
  await expect(page.getByRole('alert')).toContainText(words('zh-CN'))
  await expect(page.getByRole('img', { name: wordsOf('zh-CN', 'images.sourceAlt') })).toHaveCount(0)
})

test('a picture above the user’s size limit is refused before anything is sent', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  await atelier.call('settings.update', { imageSourceMegabytes: 1 })
  await readyToGenerate(page, { size: '' })
  const large = { name: 'large.png', mimeType: 'image/png', buffer: await noise(700, 700) }
  expect(large.buffer.byteLength).toBeGreaterThan(1024 * 1024)
  await dropFile(page, large)
  const alert = studio.form(page).getByRole('alert')
  await expect(alert).toContainText('large.png was not added.')
  await expect(alert).toContainText('This picture is larger than your limit.')
  await expect(studio.source(page)).toHaveCount(0)

  // raising the limit accepts the picture, lowering it keeps the picture from being sent
  await atelier.call('settings.update', { imageSourceMegabytes: 20 })
  await chooseSource(page, large)
  await expect(alert).toHaveCount(0)
  await atelier.call('settings.update', { imageSourceMegabytes: 1 })
  await studio.generate(page).click()
  await expect(alert).toContainText('Nothing was sent. Your form is unchanged.')
  await expect(alert).toContainText('This picture is larger than your limit.')
  expect(imageRequests(gateway)).toHaveLength(0)
})

test('a picture of a chat is edited in Images, and its result returns to the chat', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  const picture = await plain(32, 24)
  await pickModel(page, 'demo-chat-vision')
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('button', { name: 'Remove a.png' })).toBeVisible()
  await expect(parts.send(page)).toBeEnabled()
  await parts.composer(page).fill('What is this?')
  await parts.composer(page).press('Enter')
  await answered(page, 1)

  // by keyboard: a thread that still follows its end can move the button between press and release of the mouse
  await parts.own(page).getByRole('button', { name: 'Send picture 1 to…' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Edit in Images' }).click()
  await expect(studio.prompt(page)).toBeFocused()
  await expect(studio.form(page).getByText('32×24')).toBeVisible()
  await readyToGenerate(page, { size: '', prompt: '' })
  await sendEdit(page)
  const { summary, source } = await newestImage(atelier)
  expect(mediaBytes(atelier, source?.id ?? '').equals(picture)).toBe(true)

  await studio.tile(page, 'in winter').click()
  await studio.detail(page).getByRole('group', { name: 'Use for' }).getByRole('button', { name: 'Chat' }).click()
  await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible()
  await expect(parts.send(page)).toBeEnabled()
  await parts.composer(page).fill('And this?')
  await parts.composer(page).press('Enter')
  // the first answer may be out of view by now, and is then not mounted
  await expect.poll(() => chatRequests(gateway).length).toBe(2)
  await expect(parts.answers(page).last()).toHaveAttribute('aria-busy', 'false')
  const sent = JSON.stringify(chatRequests(gateway).at(-1)?.body)
  expect(sent).toContain(`data:image/png;base64,${mediaBytes(atelier, summary.media.id).toString('base64')}`)
})

test('an image that is varied or edited in the gallery is listed as the source of the result', async ({
  chat: page,
  atelier,
}) => {
  await makeImages(atelier, { prompt: 'a pine on a cliff' })
  const first = await newestImage(atelier)
  await readyToGenerate(page, { size: '', prompt: '' })
  await studio.tile(page, 'a pine on a cliff').click()
  await studio.detail(page).getByRole('button', { name: 'Vary' }).click()
  await expect(studio.prompt(page)).toHaveValue('a pine on a cliff')
  await expect(studio.prompt(page)).toBeFocused()
  await sendEdit(page)
  const second = await newestImage(atelier)
  expect(second.ancestors.map(({ id }) => id)).toEqual([first.summary.id])
  // without a mask everything may change
  expect(second.request.edit).toMatchObject({ sourceImageId: first.summary.id, maskId: null })
  expect(second.mask).toBeNull()
  await studio.form(page).getByRole('button', { name: 'Remove the picture' }).click()
  await expect(studio.source(page)).toHaveCount(0)
})

test('a model without image editing is reported, with a button to choose another one', async ({ chat: page }) => {
  await readyToGenerate(page, { model: 'demo-image-hd', size: null })
  await chooseSource(page, { name: 'a.png', mimeType: 'image/png', buffer: await plain(20, 20) })
  await expect(studio.form(page)).toContainText('demo-image-hd may not support editing.')
  await studio.form(page).getByRole('button', { name: 'Choose a model' }).click()
  await page.getByRole('option', { name: 'demo-image-free', exact: true }).click()
  await expect(studio.form(page)).not.toContainText('may not support editing')
})
