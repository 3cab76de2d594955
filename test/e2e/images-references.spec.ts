import { expect, test } from './fixtures.ts'
import { noise, plain, readyToGenerate, studio } from './image-studio.ts'

test('a model that refuses several pictures gets the first one only with consent', async ({ chat: page, gateway }) => {
  await readyToGenerate(page, { model: 'demo-image-free+one-picture', prompt: 'dress him' })
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
  const pictures = [file('man.png', await plain(48, 32)), file('coat.png', await noise(48, 32))]
  await studio.form(page).locator('input[type=file]').first().setInputFiles(pictures)
  await expect(page.getByRole('button', { name: 'Remove picture 2' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Generate/ })
    .first()
    .click()

  const note = studio.form(page).getByText('did not accept several pictures')
  await expect(note).toBeVisible()
  await expect(studio.form(page).getByText('refused several pictures.')).toBeVisible()
  const sent = () => gateway.requests().filter(({ path }) => path === '/v1/images/edits')
  expect(sent()).toHaveLength(1)

  await page.getByRole('button', { name: 'Send only picture 1…' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Only the first picture is sent.')
  await question.getByRole('button', { name: 'Send again' }).click()
  await expect(studio.tiles(page)).toHaveCount(1)
  await expect(note).toBeHidden()
  expect(sent()).toHaveLength(2)
  expect(Object.keys(sent()[1]?.form ?? {})).toContain('image')
})
