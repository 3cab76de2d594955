import { exchange, expect, parts, test } from './fixtures.ts'

test.describe('the search next to the list of conversations', () => {
  test('search finds titles and messages as the user types, opens a hit, and shows the list again on Esc', async ({
    chat: page,
  }) => {
    await exchange(page, 'Repeat exactly: 龙泉青瓷 celadon', 1)
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
    await exchange(page, 'Repeat exactly: paper boats', 1)
    const field = page.getByRole('searchbox', { name: 'Search titles and messages' })
    const found = page.getByRole('list', { name: 'Chats found' })
    await field.fill('青瓷')
    await expect(found.getByRole('listitem')).toHaveCount(1)
    await expect(found.locator('mark').first()).toHaveText('青瓷')
    await field.press('Enter')
    await expect(parts.own(page)).toContainText('celadon')
    await field.fill('nothing like this')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await field.press('Escape')
    await expect(field).toHaveValue('')
    await expect(parts.rows(page)).toHaveCount(2)
  })
})
