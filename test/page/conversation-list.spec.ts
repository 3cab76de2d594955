import { exchange, expect, parts, test } from './fixtures.ts'

test.describe('the title in the header', () => {
  test('is edited in place, kept by Enter, left alone by Esc, and not by an input method', async ({ chat: page }) => {
    await exchange(page, 'Alpha', 1)
    const title = page.getByRole('heading', { name: 'Alpha' }).getByRole('button')
    const field = page.getByRole('textbox', { name: 'Name of the conversation' })
    await title.click()
    await expect(field).toBeFocused()
    await field.fill('Beta')
    await field.press('Escape')
    await expect(title).toHaveText('Alpha')
    await title.click()
    await field.fill('茶与桥')
    await field.press('Enter')
    await expect(parts.rows(page)).toContainText(['茶与桥'])
    await page.reload()
    await expect(page.getByRole('heading', { name: '茶与桥' })).toBeVisible()
  })
})
