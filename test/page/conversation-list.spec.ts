import { findings } from '../e2e/axe.ts'
import { pressAtOnce } from '../e2e/keys-at-once.ts'
import { beginOther, exchange, expect, parts, test } from './fixtures.ts'

test.describe('editing the title in the header', () => {
  test('the title in the header is edited in place, saved by Enter, unchanged by Esc, and not ended by an input method', async ({
    chat: page,
  }) => {
    await exchange(page, 'Alpha', 1)
    const title = page.getByRole('heading', { name: 'Alpha' }).getByRole('button')
    const field = page.getByRole('textbox', { name: 'Name of the chat' })
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

test.describe('actions on several selected chats', () => {
  test('several chats are selected by mouse, deleted together and restored by one undo', async ({ atelier }) => {
    for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta']) atelier.app.chats.seed(title, ['a question', 'an answer'])
    const page = await atelier.start()
    const row = (title: string) => parts.row(page, title).getByRole('button', { name: title }).first()
    const bar = page.getByRole('region', { name: 'Selected chats' })
    await row('Delta').click({ modifiers: ['Control'] })
    await expect(bar).toContainText('1 selected')
    // nothing was opened
    await expect(page.getByRole('heading', { name: 'Delta' })).toHaveCount(0)
    await row('Beta').click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('3 selected')
    await row('Gamma').click()
    await expect(bar).toContainText('2 selected')
    await expect(row('Gamma')).toHaveAttribute('aria-pressed', 'false')
    expect(await findings(page)).toEqual([])

    await bar.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(parts.rows(page)).toHaveCount(2)
    await expect(bar).toHaveCount(0)
    await expect(page.getByText('2 chats were deleted.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(parts.rows(page)).toHaveCount(4)
  })

  test('several chats are selected by keyboard, moved to a new project and archived', async ({ atelier }) => {
    for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta']) atelier.app.chats.seed(title, ['a question', 'an answer'])
    const page = await atelier.start()
    const row = (title: string) => parts.row(page, title).getByRole('button', { name: title }).first()
    const bar = page.getByRole('region', { name: 'Selected chats' })
    await row('Delta').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar).toContainText('3 selected')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(bar).toContainText('2 selected')
    await page.keyboard.press('Control+Space')
    await expect(bar).toContainText('1 selected')
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(row('Gamma')).toBeFocused()
    await page.keyboard.press('Control+a')
    await expect(bar).toContainText('4 selected')

    await bar.getByRole('button', { name: 'Move to project…' }).press('Enter')
    await page.getByRole('button', { name: 'New project…' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill('Work')
    await page.keyboard.press('Enter')
    await expect(page.getByText('4 chats were moved to “Work”')).toBeVisible()
    await expect(bar).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => atelier.app.chats.filed()).toEqual([null, null, null, null])
    // the rows are drawn anew when they leave the project
    for (const title of ['Alpha', 'Gamma', 'Delta'])
      await expect(parts.row(page, title)).toHaveAttribute('data-depth', '0')

    // the row that the Tab key reaches
    await row('Gamma').focus()
    await page.keyboard.press('ArrowUp')
    await expect(row('Delta')).toBeFocused()
    await page.keyboard.press('Shift+End')
    await bar.getByRole('button', { name: 'Archive', exact: true }).press('Enter')
    await expect(row('Alpha')).toHaveCount(0)
    await expect(page.getByText('4 chats were archived')).toBeVisible()
  })

  test('keys pressed within one frame act on the row that the keys before them reached', async ({ atelier }) => {
    for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta']) atelier.app.chats.seed(title, ['a question', 'an answer'])
    const page = await atelier.start()
    const row = (title: string) => parts.row(page, title).getByRole('button', { name: title }).first()
    await row('Delta').focus()
    await pressAtOnce(page, [
      { key: 'ArrowDown', shiftKey: true },
      { key: 'ArrowDown', shiftKey: true },
      { key: ' ', ctrlKey: true },
    ])
    await expect(page.getByRole('region', { name: 'Selected chats' })).toContainText('2 selected')
    await expect(row('Beta')).toHaveAttribute('aria-pressed', 'false')
    await expect(row('Delta')).toHaveAttribute('aria-pressed', 'true')
  })

  test('selected chats exclude temporary ones, and open in the save dialog', async ({ atelier }) => {
    for (const title of ['Alpha', 'Beta']) atelier.app.chats.seed(title, ['a question', 'an answer'])
    const page = await atelier.start()
    await beginOther(page, 'temporary.new')
    // a new chat takes the focus when it is there
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused()
    await parts.row(page, 'Alpha').getByRole('button', { name: 'Alpha' }).first().focus()
    await page.keyboard.press('Control+a')
    const bar = page.getByRole('region', { name: 'Selected chats' })
    await expect(bar).toContainText('2 selected')
    await bar.getByRole('button', { name: 'Save as…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save chats' })
    await expect(dialog.getByRole('button', { name: 'Save 2 chats' })).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: 'Beta' })).toBeChecked()
    await expect(dialog.getByRole('radio', { name: 'Web page' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    await expect(dialog.getByText('Picture', { exact: true })).toHaveCount(0)
  })
})

test('the chat search repeats while older texts are being indexed', async ({ atelier, chat: page }) => {
  const { history } = atelier.app
  history.seed('chat', '龙泉青瓷 celadon')
  history.delayIndexing()
  await page.getByRole('searchbox', { name: 'Search titles and messages' }).fill('青瓷')
  await expect(page.getByText('Nothing found')).toBeVisible()
  history.finishIndexing()
  const found = page.getByRole('list', { name: 'Chats found' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  // and again after a change
  history.seed('chat', '青瓷 bowl')
  atelier.app.bridge.emit('history.changed', {})
  await expect(found).toHaveCount(2)
})

test('a chat’s snippet ends before the time beside it', async ({ atelier }) => {
  atelier.app.chats.seed('Alpha', ['a question', 'an answer with more words than the list has space for'])
  const page = await atelier.start()
  const row = parts.row(page, 'Alpha')
  await row.hover()
  const time = await row.locator('time').boundingBox()
  const words = await row.locator('span', { hasText: 'an answer' }).first().boundingBox()
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(time?.x ?? 0)
})
