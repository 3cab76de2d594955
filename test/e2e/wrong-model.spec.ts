import type { Page } from '@playwright/test'
import { answered, chatRequests, expect, parts, pickModel, say, test, wordsOf } from './fixtures.ts'
import { makeImages, noise, showImages, studio } from './image-studio.ts'
import { speech } from './recordings.ts'
import { desk, showTranscription, transcribe, wavFile } from './transcription-desk.ts'

const chooseOther = wordsOf('en', 'composer.doubt.chooseOther')
const sendAnyway = wordsOf('en', 'composer.doubt.sendAnyway')

/** Chooses a model of another kind, on purpose. */
async function pickVideoModel(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Choose a model/ }).click()
  await page.getByRole('combobox', { name: 'Search models or type a name' }).fill('demo-video')
  await page
    .getByRole('option', { name: /^demo-video\b/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /: demo-video/ })).toBeVisible()
}

test('the palette opens a model in the right panel, and offers no embedding models', async ({ chat: page }) => {
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  const open = async (query: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill(query)
  }
  await open('demo-embedding')
  await expect(page.getByRole('option', { name: /^demo-embedding/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  for (const [model, heading] of [
    ['demo-video', 'New videos'],
    ['demo-image-free', 'New images'],
    ['demo-transcribe', 'Transcripts'],
  ] as const) {
    await open(model)
    const options = page.getByRole('option', { name: new RegExp(`^${model}`) })
    await expect(options).toHaveCount(1)
    await options.click()
    await expect(page.getByRole('complementary', { name: heading })).toBeVisible()
  }
})

test('a picture for a model without vision asks first', async ({ chat: page, gateway }) => {
  await pickModel(page, 'demo-chat')
  const picture = { name: 'red.png', mimeType: 'image/png', buffer: await noise(8, 8) }
  await page.locator('input[type=file][multiple]').setInputFiles(picture)
  await expect(parts.send(page)).toBeEnabled()
  await say(page, 'What is this?')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText("demo-chat can't see pictures.")
  expect(chatRequests(gateway)).toHaveLength(0)
  await expect(parts.composer(page)).toHaveValue('What is this?')

  await alert.getByRole('button', { name: chooseOther }).click()
  await page.getByRole('combobox', { name: 'Search models or type a name' }).fill('demo-chat-vision')
  await page.getByRole('option', { name: 'demo-chat-vision', exact: true }).click()
  await expect(alert).toHaveCount(0)
  await parts.composer(page).press('Enter')
  await answered(page, 1)
  expect(chatRequests(gateway)).toHaveLength(1)

  // the picture is sent as context later too, but the question appears only for new ones
  await pickModel(page, 'demo-chat')
  await page.locator('input[type=file][multiple]').setInputFiles(picture)
  await expect(parts.send(page)).toBeEnabled()
  await parts.composer(page).fill('And this?')
  await parts.composer(page).press('Enter')
  await alert.getByRole('button', { name: sendAnyway }).click()
  await expect.poll(() => chatRequests(gateway).length).toBe(2)
})

test('a message to a model that cannot chat asks first', async ({ chat: page, gateway }) => {
  await pickVideoModel(page)
  await say(page, 'hello')
  await expect(page.getByRole('alert')).toContainText(/^demo-video\S* makes videos; it is not known to chat\./)
  expect(chatRequests(gateway)).toHaveLength(0)
  await page.getByRole('alert').getByRole('button', { name: sendAnyway }).click()
  await expect.poll(() => chatRequests(gateway).length).toBe(1)
})

test('Send to chat selects a model that can chat', async ({ chat: page, atelier }) => {
  await pickVideoModel(page)
  await makeImages(atelier, { prompt: 'a bridge' })
  await showTranscription(page)
  await transcribe(page, wavFile('talk.wav', speech(2).wav))
  await desk.button(page, wordsOf('en', 'transcription.sendToChat')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: wordsOf('en', 'transcription.sendDo') })
    .click()
  await expect(parts.composer(page)).not.toHaveValue('')
  await expect(page.getByRole('button', { name: /Choose a model: demo-(chat|writer)/ })).toBeVisible()

  await pickVideoModel(page)
  await showImages(page)
  await studio.tile(page, 'a bridge').click()
  await studio
    .detail(page)
    .getByRole('button', { name: wordsOf('en', 'chat.sendHere') })
    .click()
  await expect(
    page.getByRole('button', { name: /Choose a model: demo-chat-vision|Choose a model: demo-(chat|writer)/ }),
  ).toBeVisible()
})
