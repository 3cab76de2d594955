import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { chatRequests, exchange, expect, parts, say, test } from './fixtures.ts'

/** Opens the menu of a message by keyboard, and presses one of its items. */
async function chooseInMenu(page: Page, of: number, item: string | RegExp): Promise<void> {
  await page.locator('[data-message]').nth(of).getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

test.describe('folders and the archive', () => {
  test('a message begins a branch in a new chat, which links back', async ({ chat: page, gateway }) => {
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    await say(page, 'Repeat exactly: one')
    await expect(parts.answers(page).last()).toContainText('one')
    await say(page, 'Repeat exactly: two')
    await expect(parts.answers(page).last()).toContainText('two')
    await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(2)

    await chooseInMenu(page, 1, 'Branch into a new chat')
    await expect(page.getByRole('heading', { name: 'Branch of Repeat exactly: one' })).toBeVisible()
    await expect(page.locator('[data-message]')).toHaveCount(2)
    expect(await findings(page)).toEqual([])
    expect(chatRequests(gateway)).toHaveLength(2)
    await say(page, 'Repeat exactly: three')
    await expect(parts.answers(page)).toHaveCount(2)

    await page.getByRole('button', { name: 'Open the chat this was branched from: Repeat exactly: one' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Repeat exactly: one', exact: true })).toBeVisible()
    // the header shows one chat
    await expect(page.locator('header h2')).toHaveCount(1)
    await expect(page.locator('[data-message]')).toHaveCount(4)
  })

  test('the list of chats folds, and stays folded after a restart', async ({ chat: page, atelier }) => {
    const list = page.getByRole('complementary', { name: 'Chats' })
    const toggle = (shown: Page) => shown.getByRole('button', { name: 'Show the chat list' })
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true')
    await parts.newChat(page).focus()
    await page.keyboard.press('Control+\\')
    await expect(list).toBeHidden()
    // the focus does not stay in what is hidden
    await expect(parts.composer(page)).toBeFocused()
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
    await expect.poll(async () => (await atelier.call('settings.get', {})).chatListFolded).toBe(true)

    const again = await atelier.restart()
    await expect(parts.composer(again)).toBeVisible()
    await expect(toggle(again)).toHaveAttribute('aria-expanded', 'false')
    await toggle(again).click()
    await expect(parts.newChat(again)).toBeVisible()
    await expect.poll(async () => (await atelier.call('settings.get', {})).chatListFolded).toBe(false)
  })

  test('messages deleted from a chat are removed for good when the bin is emptied', async ({ chat: page, atelier }) => {
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    await say(page, 'Repeat exactly: one')
    await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(1)
    await chooseInMenu(page, 1, 'Delete message')
    await expect(page.locator('[data-message]')).toHaveCount(1)
    await parts.panels(page).getByRole('button', { name: 'History' }).press('Enter')
    await page.getByRole('button', { name: 'Bin', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Empty the bin…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('1 message deleted from chats is also deleted permanently.')
    await dialog.getByRole('button', { name: 'Empty the bin' }).press('Enter')
    await expect(page.getByText('The deleted messages were removed permanently.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Empty the bin…' })).toHaveCount(0)
    expect(await atelier.call('chat.deletedMessages', {})).toEqual({ count: 0 })
  })

  test('a message and a version are deleted and restored by keyboard', async ({ chat: page, gateway }) => {
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    const messages = page.locator('[data-message]')
    await say(page, 'Repeat exactly: one')
    await expect(parts.answers(page).last()).toContainText('one')
    await say(page, 'Repeat exactly: two')
    await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(2)

    // alone: what follows stays
    await chooseInMenu(page, 0, 'Delete message')
    await expect(messages).toHaveCount(3)
    await expect(page.getByText('1 message deleted')).toBeVisible()
    await expect(messages.first().getByRole('button', { name: 'More actions' })).toBeFocused()
    // the answer has no question any more, and keeps its other actions
    const again = page.getByRole('button', { name: 'Ask again' })
    await expect(again).toHaveCount(1)
    await expect(messages.first().getByRole('button', { name: 'Ask again' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(messages).toHaveCount(4)
    await expect(again).toHaveCount(2)

    // behind another answer, too
    await chooseInMenu(page, 2, 'Delete message')
    await expect(messages).toHaveCount(3)
    await expect(messages.last().getByRole('button', { name: 'Ask again' })).toHaveCount(0)
    await expect(again).toHaveCount(1)
    await page.getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(messages).toHaveCount(4)
    await expect(again).toHaveCount(2)

    // with everything below
    await chooseInMenu(page, 1, 'Delete this and all below')
    await expect(messages).toHaveCount(1)
    await expect(page.getByText('3 messages deleted')).toBeVisible()
    await expect(messages.first().getByRole('button', { name: 'Answer again' })).toBeVisible()
    await page.getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(messages).toHaveCount(4)

    // a version: its neighbour is shown
    await page.getByRole('button', { name: 'Ask again' }).last().press('Enter')
    await expect(page.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(2)
    await chooseInMenu(page, 3, 'Delete this version')
    await expect(page.getByRole('group', { name: /Version/ })).toHaveCount(0)
    await expect(messages).toHaveCount(4)
    await page.getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(page.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()
    expect(chatRequests(gateway)).toHaveLength(3)
  })

  test('the archive shows a chat that is archived while it is open', async ({ chat: page, atelier }) => {
    await exchange(page, 'Repeat exactly: seaweed', 1)
    await page.getByRole('button', { name: 'Archived chats' }).press('Enter')
    const archive = page.getByRole('list', { name: 'Archived chats' })
    await expect(page.getByRole('button', { name: 'Archived chats' })).toHaveCount(0)
    const [chat] = (await atelier.call('chat.list', { query: '', offset: 0, limit: 1 })).conversations
    await atelier.call('chat.archive', { conversationId: chat?.id ?? '', archived: true })
    await expect(archive.getByRole('listitem')).toContainText('Repeat exactly: seaweed')
    await atelier.call('chat.archive', { conversationId: chat?.id ?? '', archived: false })
    await expect(archive.getByRole('listitem')).toHaveCount(0)
  })

  test('an archived chat is found by search, and returns to the list when a message is sent', async ({
    chat: page,
  }) => {
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    await say(page, 'Repeat exactly: seaweed')
    await expect(parts.answers(page).last()).toContainText('seaweed')
    await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(1)
    const row = parts.row(page, 'Repeat exactly: seaweed')
    await row.getByRole('button', { name: /^Actions for/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter')
    await expect(row).toHaveCount(0)
    await expect(page.getByText('This chat is archived. Writing in it removes it from the archive.')).toBeVisible()

    await page.getByRole('button', { name: 'Archived chats' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Back to all chats' })).toBeFocused()
    const archive = page.getByRole('list', { name: 'Archived chats' })
    await expect(archive.getByRole('listitem')).toContainText('Repeat exactly: seaweed')
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Search titles and messages' }).fill('seaweed')
    await expect(page.getByRole('list', { name: 'Chats found' }).getByRole('img', { name: 'Archived' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search titles and messages' }).fill('')

    await say(page, 'Repeat exactly: kelp')
    await expect(row).toBeVisible()
    await expect(page.getByText('This chat is archived.')).toHaveCount(0)
  })

  test("chats are moved to projects by menu and by drag, and begin with the project's instructions", async ({
    chat: page,
    gateway,
  }) => {
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    await say(page, 'Repeat exactly: seaweed')
    await expect(parts.answers(page).last()).toContainText('seaweed')
    await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(1)
    const folder = (name: string) => parts.list(page).getByRole('button', { name, exact: true })
    const row = parts.row(page, 'Repeat exactly: seaweed')

    // by keyboard: a new folder for this chat
    await row.getByRole('button', { name: /^Actions for/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Move to project…' }).press('Enter')
    await page
      .getByRole('dialog', { name: 'Move to project' })
      .getByRole('button', { name: 'New project…' })
      .press('Enter')
    const form = page.getByRole('dialog', { name: 'New project' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Tides')
    await form.getByRole('textbox', { name: 'Instructions' }).fill('Answer about the sea.')
    expect(await findings(page)).toEqual([])
    await form.getByRole('button', { name: 'Create' }).press('Enter')
    await expect(folder('Tides')).toHaveAttribute('aria-expanded', 'true')
    await expect(row).toHaveAttribute('data-depth', '1')
    await folder('Tides').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(row).toHaveCount(0)
    await page.reload()
    await expect(folder('Tides')).toHaveAttribute('aria-expanded', 'false')
    await folder('Tides').press('ArrowRight')
    await expect(row).toHaveAttribute('data-depth', '1')

    // a chat that begins in it takes a copy of its instructions
    await page.getByRole('button', { name: 'Actions for project Tides' }).press('Enter')
    await page.getByRole('menuitem', { name: 'New chat here' }).press('Enter')
    await expect(page.getByText('This chat will be in “Tides” and begin with its settings.')).toBeVisible()
    await say(page, 'Repeat exactly: kelp')
    await expect(parts.answers(page).last()).toContainText('kelp')
    await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(1)
    await expect(page.getByText('Settings from “Tides”')).toBeVisible()
    const asked = chatRequests(gateway).at(-1)?.body
    expect(JSON.stringify(asked)).toContain('Answer about the sea.')
    const kelp = parts.row(page, 'Repeat exactly: kelp')
    await expect(kelp).toHaveAttribute('data-depth', '1')

    // dragged out, and in again; the folder is deleted, and undone
    await kelp
      .getByRole('button')
      .first()
      .dragTo(page.locator('.day, [class*="day"]').filter({ hasText: 'Projects' }))
    await expect(kelp).toHaveAttribute('data-depth', '0')
    await kelp.getByRole('button').first().dragTo(folder('Tides'))
    await expect(kelp).toHaveAttribute('data-depth', '1')
    await folder('Tides').press('Delete')
    await expect(folder('Tides')).toHaveCount(0)
    await expect(kelp).toHaveAttribute('data-depth', '0')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(kelp).toHaveAttribute('data-depth', '1')
  })

  test('a chosen model names a new chat after its first answer', async ({ chat: page, gateway }) => {
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    await page.keyboard.press('Control+,')
    await page.getByRole('button', { name: 'Chat', exact: true }).last().press('Enter')
    await page.getByRole('radio', { name: 'A chosen model' }).press('Space')
    await expect(page.getByText('Choose a model. Until then the first line is the title.')).toBeVisible()
    await page.getByRole('button', { name: /^Model for titles/ }).press('Enter')
    await page.getByRole('combobox', { name: 'Search models or type a name' }).fill('demo-chat-large')
    await page.getByRole('option', { name: 'demo-chat-large', exact: true }).click()
    await expect(page.getByRole('button', { name: /^Model for titles: demo-chat-large/ })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Control+1')
    await say(page, 'Write about tides')
    await expect.poll(() => chatRequests(gateway).map(({ model }) => model)).toEqual(['demo-chat', 'demo-chat-large'])
    await expect(page.getByRole('heading', { name: 'Write about tides' })).toHaveCount(0)
    await expect(parts.rows(page)).toHaveCount(1)
    await expect(parts.row(page, 'Write about tides')).toHaveCount(0)
  })
})
