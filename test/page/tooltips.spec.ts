import { expect, test } from './fixtures.ts'

test('an icon button shows its name to a resting pointer and to the keyboard', async ({ chat: page }) => {
  const tooltip = page.locator('[data-tooltip]')
  const more = page.getByRole('button', { name: 'More ways to start' })
  await more.hover()
  await expect(tooltip).toHaveText('More ways to start')
  // the system's own tooltip does not appear on top of it
  await expect(more).not.toHaveAttribute('title')
  await page.getByRole('textbox', { name: 'Message' }).hover()
  await expect(tooltip).toHaveCount(0)
  await expect(more).toHaveAttribute('title', 'More ways to start')

  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.press('Tab')
  await expect(tooltip).toHaveText(/^Add files or tools/)
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})
