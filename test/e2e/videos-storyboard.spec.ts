import type { Page } from '@playwright/test'
import { readVideo } from '../../src/main/media/video-file.ts'
import { findings } from './axe.ts'
import { environmentOf, expect, test } from './fixtures.ts'
import { desk, jobsOf, openVideos, submitVideos } from './video-desk.ts'

const board = (page: Page) => page.getByRole('region', { name: 'Storyboard', exact: true })
const rows = (page: Page) => board(page).getByRole('list', { name: 'Videos in order' }).getByRole('listitem')

async function addTo(page: Page, prompt: string, storyboard: string): Promise<void> {
  const name = `Actions for “${prompt}”`
  await desk.cards(page).getByRole('button', { name }).click()
  await page.getByRole('menu', { name }).getByRole('menuitem', { name: storyboard }).click()
}

/** Presses a button that saves a film, and reads what was saved. */
async function savedBy(page: Page, button: string) {
  const arrives = page.waitForEvent('download')
  await board(page).getByRole('button', { name: button }).click()
  const download = await arrives
  return { name: download.suggestedFilename(), facts: await readVideo(await download.path()) }
}

test('videos are put in order, played as one film, and saved as one file', async ({ atelier, gateway, shellKind }) => {
  test.skip(shellKind !== 'browser', 'the file is saved by a dialog there')
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await submitVideos(
    atelier,
    { prompt: 'Ink in water' },
    { prompt: 'Snow over a lake' },
    { prompt: 'A wide harbour', model: 'demo-video-landscape' },
  )
  await openVideos(page)
  const isDone = async () => (await jobsOf(atelier)).every(({ status }) => status === 'done')
  await expect.poll(isDone).toBe(true)

  await addTo(page, 'Ink in water', 'New storyboard')
  await addTo(page, 'Snow over a lake', 'Storyboard 1')
  await page.getByRole('button', { name: 'Open', exact: true }).last().click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).locator('img[src^="data:"]')).toHaveCount(2)
  expect(await findings(page)).toEqual([])

  // by keyboard
  const second = rows(page).getByRole('button', { name: /^Play from video 2/ })
  await second.focus()
  await page.keyboard.press('Alt+ArrowUp')
  const moved = rows(page).getByRole('button', { name: 'Play from video 1: “Snow over a lake”' })
  await expect(moved).toBeFocused()
  // by dragging
  await board(page).getByRole('button', { name: 'Move video 1' }).dragTo(rows(page).last())
  await expect(rows(page).last()).toContainText('Snow over a lake')

  // the second begins where the first ends
  await board(page).getByRole('slider', { name: 'Position in the video' }).fill('4.6')
  await expect(board(page)).toContainText('1 of 2')
  await board(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect(board(page)).toContainText('2 of 2')
  await board(page).getByRole('button', { name: 'Pause', exact: true }).click()

  const film = await savedBy(page, 'Save as one file…')
  expect(film).toMatchObject({ name: 'Storyboard 1.mp4', facts: { width: 360, height: 640 } })
  expect(film.facts?.duration).toBeCloseTo(10_000, -2)

  // a video of another size is named, and all are encoded again by choice
  await board(page).getByRole('button', { name: 'Back to the list' }).click()
  await addTo(page, 'A wide harbour', 'Storyboard 1')
  await page.getByRole('button', { name: 'Open', exact: true }).last().click()
  // the notice of an earlier video can be there still
  await expect(rows(page)).toHaveCount(3)
  await board(page).getByRole('button', { name: 'Save as one file…' }).click()
  await expect(board(page).getByRole('alert')).toContainText('Video 3 has another size than video 1.')
  const again = await savedBy(page, 'Encode again and save')
  expect(again.facts).toMatchObject({ width: 360, height: 640 })
  expect(again.facts?.duration).toBeCloseTo(15_000, -3)

  await rows(page)
    .last()
    .getByRole('button', { name: /^Play from/ })
    .press('Delete')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).last()).toContainText('A wide harbour')
})
