import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { chatRequests, environmentOf, expect, runCommand, settled, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'

/** Opens the quick window from the command palette. */
async function openQuick(page: Page, title = 'Quick question'): Promise<Page> {
  await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
  const opening = page.waitForEvent('popup')
  await runCommand(page, title)
  const quick = await opening
  await expect(quick.getByRole('textbox').last()).toBeFocused()
  return quick
}

/** Waits until an act has closed the window. The act itself may be cut short: the key comes up after the window is gone. */
async function closes(quick: Page, act: () => Promise<void>): Promise<void> {
  const closed = quick.waitForEvent('close')
  await act().catch(() => undefined)
  await closed
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('a question from the quick window is sent once, and continues in the main window', async ({
  chat: page,
  gateway,
}) => {
  const quick = await openQuick(page)
  await expect(quick).toHaveTitle('Quick question · Atelier')
  await composer(quick).fill('What is quick?')
  await composer(quick).press('Enter')
  await expect(quick.getByRole('button', { name: 'Ask again' })).toBeVisible()
  expect(chatRequests(gateway)).toHaveLength(1)
  expect(await findings(quick)).toEqual([])
  // the chat is in the list of the main window, which shows another
  await expect(page.getByRole('button', { name: /What is quick/ }).first()).toBeVisible()
  await closes(quick, () => quick.getByRole('button', { name: 'Open in Atelier' }).press('Enter'))
  await expect(page.getByRole('heading', { name: /What is quick/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask again' })).toBeVisible()
  expect(chatRequests(gateway)).toHaveLength(1)
})

test('without a main window the quick window becomes it, with the same chat', async ({ chat: page }) => {
  const quick = await openQuick(page)
  await composer(quick).fill('Left alone')
  await composer(quick).press('Enter')
  await expect(quick.getByRole('button', { name: 'Ask again' })).toBeVisible()
  await page.close()
  await quick.getByRole('button', { name: 'Open in Atelier' }).press('Enter')
  await expect(quick.getByRole('navigation', { name: 'Panels' })).toBeVisible()
  await expect(quick.getByRole('heading', { name: /Left alone/ })).toBeVisible()
})

test('Escape hides the window and keeps its draft, separate from that of the main window', async ({
  chat: page,
  gateway,
}) => {
  await composer(page).fill('main draft')
  const quick = await openQuick(page)
  await expect(composer(quick)).toHaveValue('')
  await composer(quick).fill('quick draft')
  await closes(quick, () => quick.keyboard.press('Escape'))
  await expect(composer(page)).toHaveValue('main draft')
  const again = await openQuick(page)
  await expect(composer(again)).toHaveValue('quick draft')
  expect(chatRequests(gateway)).toHaveLength(0)
})

test('a question in the quick window does not change unsent text in the main window', async ({
  chat: page,
  atelier,
}) => {
  const draft = async () => (await atelier.call('chat.draft', { conversationId: null })).text
  await composer(page).fill('main draft')
  await expect.poll(draft).toBe('main draft')
  const quick = await openQuick(page)
  await composer(quick).fill('What is quick?')
  await composer(quick).press('Enter')
  await expect(quick.getByRole('button', { name: 'Ask again' })).toBeVisible()
  expect(await draft()).toBe('main draft')
  await page.reload()
  await expect(composer(page)).toHaveValue('main draft')
})

test('an answer continues when its window is hidden', async ({ chat: page, atelier, gateway }) => {
  const quick = await openQuick(page)
  await composer(quick).fill('/fault stall(after=5)\nhello')
  await composer(quick).press('Enter')
  await expect(quick.getByRole('button', { name: 'Stop' })).toBeVisible()
  await closes(quick, () => quick.keyboard.press('Escape'))
  const { conversations } = await atelier.call('chat.list', { query: '', offset: 0, limit: 10, folderId: null })
  const [first] = conversations
  if (first === undefined) throw new Error('the chat is not in the list')
  const { page: messages } = await atelier.call('chat.open', { conversationId: first.id, limit: 10 })
  const answer = messages.messages.at(-1)
  expect(answer?.stream).not.toBeNull()
  await atelier.call('chat.stop', { messageId: answer?.id ?? '' })
  expect(chatRequests(gateway)).toHaveLength(1)
})

test('clipboard text is added only by a press, can be removed, and is sent with the question', async ({
  chat: page,
  gateway,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText('the copied words')`)
  const quick = await openQuick(page)
  const chip = quick.getByText('Clipboard.txt').first()
  await expect(quick.getByRole('button', { name: 'Add clipboard text' })).toBeVisible()
  await expect(chip).toHaveCount(0)
  await quick.getByRole('button', { name: 'Add clipboard text' }).press('Enter')
  await expect(chip).toBeVisible()
  await quick.getByRole('button', { name: /Remove.*Clipboard\.txt/ }).press('Enter')
  await expect(chip).toHaveCount(0)
  await quick.getByRole('button', { name: 'Add clipboard text' }).press('Enter')
  await expect(chip).toBeVisible()
  await composer(quick).fill('Sum it up')
  await expect(quick.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await composer(quick).press('Enter')
  await expect(quick.getByRole('button', { name: 'Ask again' })).toBeVisible()
  expect(chatRequests(gateway)).toHaveLength(1)
  expect(JSON.stringify(chatRequests(gateway)[0]?.body)).toContain('the copied words')
})

for (const language of ['en', 'zh-CN'] as const)
  test(`the quick window fits, in ${language}`, async ({ atelier, gateway }) => {
    const w = (key: string) => wordsOf(language, key)
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    const quick = await openQuick(page, w('quick.title'))
    await lookInBothThemes(quick, 'quick-new', language)
    const field = quick.getByRole('textbox', { name: w('composer.message') })
    await field.fill('Hello')
    await field.press('Enter')
    await expect(quick.getByRole('button', { name: w('composer.send'), exact: true })).toBeVisible()
    await settled(quick)
    await lookInBothThemes(quick, 'quick-answer', language)
  })
