import { z } from 'zod'
import { png } from '../fakes/studio.ts'
import { environmentOf, expect, test } from './fixtures.ts'
import { lookInBothLanguages } from './looks.ts'
import { openSettings } from './side-pages.ts'
import { desk, jobsOf, openVideos } from './video-desk.ts'

test('a video begins with a picture once the connection names its field', async ({ atelier, gateway }) => {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await openVideos(page)
  await expect(desk.form(page)).not.toContainText('First picture')

  // the setting, by keyboard
  await openSettings(page, 'connections')
  await page.getByText('More options').press('Enter')
  const field = page.getByRole('textbox', { name: 'First picture of videos: name of the field' })
  await field.fill('prompt')
  await expect(page.getByText(/^Letters, digits and _ only/)).toBeVisible()
  await field.fill('first_frame_image')
  await field.press('Enter')
  await expect(page.getByRole('combobox', { name: 'How the picture goes' })).toHaveValue('data')
  await lookInBothLanguages(page, 'videos-first-picture-setting')

  // two videos with the picture
  await openVideos(page)
  const chooser = page.waitForEvent('filechooser')
  await desk
    .form(page)
    .getByRole('button', { name: /choose a picture/ })
    .press('Enter')
  const buffer = await png(24, 16, (x) => [x * 9, 40, 90, 255])
  await (await chooser).setFiles({ name: 'harbour.png', mimeType: 'image/png', buffer })
  await expect(desk.form(page).getByRole('img', { name: 'First picture' })).toBeVisible()
  await lookInBothLanguages(page, 'videos-first-picture')
  await desk.form(page).getByRole('radio', { name: '2', exact: true }).check()
  await desk.prompt(page).fill('Boats leave the harbour')
  await desk.submit(page).click()
  const isDone = async () => (await jobsOf(atelier)).map(({ status }) => status)
  await expect.poll(isDone).toEqual(['done', 'done'])
  const sent = gateway
    .requests()
    .filter(({ method, path }) => method === 'POST' && path === '/v1/videos/generations')
    .map(({ body }) => z.object({ first_frame_image: z.string().startsWith('data:image/png;base64,') }).parse(body))
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])

  // a frame of a video begins the next one
  await desk.form(page).getByRole('button', { name: 'Remove the picture' }).press('Enter')
  await desk.cards(page).first().getByRole('button').first().click()
  await expect(desk.video(page)).toBeVisible()
  await expect(desk.view(page)).toContainText('24×16')
  await desk.view(page).getByRole('button', { name: 'Use as first picture of a video' }).click()
  await expect(desk.form(page)).toContainText('360×640')
})
