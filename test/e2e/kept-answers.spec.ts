import { clipboardOf, exchange, expect, settled, test } from './fixtures.ts'
import { readyToGenerate, studio } from './image-studio.ts'
import { lookAt } from './looks.ts'

test('unreadable events are reported next to the answer, and can be copied', async ({ chat: page }) => {
  const answer = await exchange(page, '/fault bad-chunk;after=8\nTell me about tea, in 300 characters', 1)
  const note = answer.getByRole('group').filter({ hasText: 'The gateway also sent something' })
  await note.getByText('The gateway also sent something').click()
  await expect(note).toContainText('One event of the stream could not be read.')
  const copied = await clipboardOf(page)
  await note.getByRole('button', { name: 'Copy this text' }).click()
  await expect.poll(copied).not.toBe('')
  expect(await note.locator('pre').first().textContent()).toBe(await copied())
  await lookAt(page, 'kept-chat', 'en', 'light')
})

test('fewer pictures than requested are reported, and the job can be removed from the list', async ({
  chat: page,
  gateway,
}) => {
  gateway.addFaults('fewer;count=1', '/v1/images/')
  await readyToGenerate(page, { n: 2 })
  await studio.generate(page).click()
  const note = page.getByText('1 of 2 pictures arrived.')
  await expect(note).toBeVisible()
  await settled(page)
  await lookAt(page, 'kept-images', 'en', 'light')
  await page.reload()
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Images' }).click()
  await expect(note).toBeVisible()
})
