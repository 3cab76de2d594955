import { beginOther, expect, settled, test } from './fixtures.ts'

test('a field that is focused while its dialog opens keeps the focus', async ({ chat: page }) => {
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLElement>('[role="dialog"] textarea')
      if (field === null) return
      observer.disconnect()
      field.focus()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await beginOther(page, 'folders.new')
  const field = page.getByRole('dialog').locator('textarea').first()
  await expect(field).toBeVisible()
  // the dialog's own focus comes within a frame
  await settled(page)
  await expect(field).toBeFocused()
})

test('a dialog opens with the focus in its first field', async ({ chat: page }) => {
  await beginOther(page, 'folders.new')
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
})
