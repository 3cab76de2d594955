import {
  chooseSource,
  generate,
  pickImageModel,
  plain,
  readyToGenerate,
  showImages,
  studio,
} from '../e2e/image-studio.ts'
import { standing } from '../e2e/steadiness.ts'
import { expect, test } from './fixtures.ts'

test('the form of a picture keeps every field in place', async ({ chat: page, atelier }) => {
  await showImages(page)
  await readyToGenerate(page)
  const empty = await standing(page)
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: await plain(40, 30) }
  await chooseSource(page, picture)
  await expect(studio.source(page)).toBeVisible()
  expect.soft(await empty(), 'a source').toEqual([])
  await studio.form(page).getByRole('button', { name: 'Remove the picture' }).click()
  await expect(studio.source(page)).toHaveCount(0)
  expect.soft(await empty(), 'no source').toEqual([])
  await generate(atelier, page)
  await expect(studio.tiles(page)).toHaveCount(1)
  expect.soft(await empty(), 'a result').toEqual([])

  await pickImageModel(page, 'demo-image-2')
  await expect(studio.form(page).getByRole('radio', { name: '3:2 1536×1024' })).toBeVisible()
  const listed = await standing(page)
  await chooseSource(page, picture)
  await expect(studio.form(page).getByRole('radio', { name: 'Automatic' })).toBeChecked()
  expect(await listed(), 'a source, where sizes are listed').toEqual([])
})
