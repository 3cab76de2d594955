import type { Page } from '@playwright/test'
import { lookInBothThemes } from '../e2e/looks.ts'
import { exchange, expect, test, wordsOf } from './fixtures.ts'

async function showShortcuts(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Keyboard shortcuts' }).click()
}

const row = (page: Page, what: string) => page.getByRole('listitem').filter({ hasText: what })
const change = (page: Page, what: string) => page.getByRole('button', { name: `Change: ${what}`, exact: true })

test('keys of another shortcut are reassigned only after a question, and Escape changes nothing', async ({
  chat: page,
}) => {
  await exchange(page, 'First question', 1)
  await showShortcuts(page)
  await change(page, 'Save the chat as a file').press('Enter')
  await page.keyboard.press('ControlOrMeta+J')
  await expect(page.getByRole('alert').filter({ hasText: 'In use: Go to a question' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Go to a question')).toContainText('J')
  await change(page, 'Save the chat as a file').press('Enter')
  await page.keyboard.press('ControlOrMeta+J')
  await page.getByRole('button', { name: 'Use them here' }).press('Enter')
  await expect(row(page, 'Go to a question')).toContainText('none')
  await expect(row(page, 'Save the chat as a file')).toContainText('J')

  await page.keyboard.press('ControlOrMeta+1')
  await page.keyboard.press('ControlOrMeta+J')
  await expect(page.getByRole('dialog', { name: /Save/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await showShortcuts(page)
  await page.getByRole('button', { name: 'Reset all' }).press('Enter')
  await expect(row(page, 'Go to a question')).toContainText('J')
  await expect(page.getByRole('button', { name: 'Reset all' })).toBeDisabled()
})

for (const language of ['en', 'zh-CN'] as const)
  test(`the shortcuts fit the window, in ${language}`, async ({ atelier }) => {
    const w = (key: string) => wordsOf(language, key)
    const page = await atelier.start()
    await atelier.call('settings.update', { language, shortcuts: { new: 'Mod+Shift+O', quote: '' } })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    await page.keyboard.press('ControlOrMeta+,')
    await page
      .getByRole('navigation', { name: w('settings.title') })
      .getByRole('button', { name: w('settings.shortcuts') })
      .click()
    await lookInBothThemes(page, 'shortcuts', language)
    await page.getByRole('button', { name: w('keys.change').replace('{{what}}', w('keys.what.new')) }).press('Enter')
    await page.keyboard.press('ControlOrMeta+K')
    await expect(page.getByRole('button', { name: w('keys.takeAnyway') })).toBeVisible()
    await lookInBothThemes(page, 'shortcuts-taken', language)
  })

test('after the shortcut of a panel, typing goes into its field', async ({ chat: page }) => {
  for (const [key, panel, words] of [
    ['2', 'Images', 'images.prompt'],
    ['4', 'Videos', 'videos.prompt'],
    ['1', 'Chat', 'composer.message'],
  ] as const) {
    await page.keyboard.press(`ControlOrMeta+${key}`)
    await expect(page.getByRole('navigation', { name: 'Panels' }).locator('[aria-current=page]')).toContainText(panel)
    const field = page.getByRole('textbox', { name: wordsOf('en', words), exact: true })
    await expect(field).toBeFocused()
    await page.keyboard.type('A pier')
    await expect(field).toHaveValue('A pier')
  }
})
