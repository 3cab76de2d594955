import { expect, test } from './fixtures.ts'

test('a button that is only a sign shows its name to a resting pointer and to the keyboard', async ({ chat: page }) => {
  const tooltip = page.locator('[data-tooltip]')
  const newChat = page.getByRole('button', { name: 'New chat', exact: true })
  await newChat.hover()
  await expect(tooltip).toHaveText('New chat (Ctrl+N)')
  // the system's own tooltip does not appear on top of it
  await expect(newChat).not.toHaveAttribute('title')
  await page.getByRole('textbox', { name: 'Message' }).hover()
  await expect(tooltip).toHaveCount(0)
  await expect(newChat).toHaveAttribute('title', 'New chat (Ctrl+N)')

  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.press('Tab')
  await expect(tooltip).toHaveText(/Attach/)
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})
