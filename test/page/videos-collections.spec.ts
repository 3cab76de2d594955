import { randomUUID } from 'node:crypto'
import { lookInBothLanguages } from '../e2e/looks.ts'
import { desk, openVideos } from '../e2e/video-desk.ts'
import { expect, type OpenedPage, test } from './fixtures.ts'

async function submitted(atelier: OpenedPage, ...prompts: readonly string[]): Promise<void> {
  const request = { connectionId: 'environment', model: 'demo-video', duration: 5 as const }
  await atelier.call('videos.submit', {
    jobs: prompts.map((prompt) => ({ jobId: randomUUID(), request: { ...request, prompt } })),
  })
}

test('videos are put into a collection that filters the list, and its removal is undone', async ({
  atelier,
  chat: page,
}) => {
  await submitted(atelier, 'Ink in water', 'Snow over a lake')
  await openVideos(page)
  await expect(desk.cards(page)).toHaveCount(2)

  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Add to collection' }).click()
  await page.getByRole('menuitem', { name: 'New collection…' }).click()
  await desk.dialog(page).getByRole('textbox', { name: 'Name of the collection' }).fill('Seas')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 videos were added to “Seas”')).toBeVisible()
  await page.getByRole('button', { name: 'End the selection' }).click()

  const bar = page.getByRole('group', { name: 'Show' })
  const seas = bar.getByRole('button', { name: 'Seas' })
  await bar.getByRole('button', { name: 'New collection…' }).click()
  await desk.dialog(page).getByRole('textbox', { name: 'Name of the collection' }).fill('Hills')
  await page.keyboard.press('Enter')
  await bar.getByRole('button', { name: 'Hills' }).click()
  await expect(desk.cards(page)).toHaveCount(0)
  await seas.click()
  await expect(desk.cards(page)).toHaveCount(2)
  await seas.click()
  await expect(seas).toHaveAttribute('aria-pressed', 'false')
  await seas.click()

  await more.click()
  await page.getByRole('menuitem', { name: 'Remove collection' }).click()
  await expect(seas).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await seas.click()
  await expect(desk.cards(page)).toHaveCount(2)
  await lookInBothLanguages(page, 'videos-collections')
})
