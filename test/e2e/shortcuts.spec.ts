import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { environmentOf, exchange, expect, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'

async function showShortcuts(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Keyboard shortcuts' }).click()
}

const row = (page: Page, what: string) => page.getByRole('listitem').filter({ hasText: what })
const change = (page: Page, what: string) => page.getByRole('button', { name: `Change: ${what}`, exact: true })

test('a shortcut is changed by keyboard, applies at once, survives a restart and is reset', async ({
  chat: page,
  atelier,
}) => {
  await showShortcuts(page)
  await change(page, 'Command palette').press('Enter')
  const field = page.getByRole('textbox', { name: 'New keys: Command palette' })
  await expect(field).toBeFocused()
  // what cannot be taken says why, and the field stays
  await page.keyboard.press('p')
  await expect(page.getByRole('alert').filter({ hasText: 'types a character' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+C')
  await expect(page.getByRole('alert').filter({ hasText: 'keeps its usual meaning' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+Shift+P')
  await expect(field).toHaveCount(0)
  await expect(change(page, 'Command palette')).toBeFocused()
  await expect(row(page, 'Command palette')).toContainText('Shift+P')

  const palette = page.getByRole('dialog')
  await page.keyboard.press('ControlOrMeta+K')
  await expect(palette).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Shift+P')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')

  const after = await atelier.restart()
  await expect(after.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
  await after.keyboard.press('ControlOrMeta+Shift+P')
  await expect(after.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await after.keyboard.press('Escape')
  await showShortcuts(after)
  await after.getByRole('button', { name: 'Reset: Command palette' }).press('Enter')
  await after.keyboard.press('ControlOrMeta+K')
  await expect(after.getByRole('dialog').getByRole('combobox')).toBeFocused()
})

test('keys that another shortcut has are taken only after a question, and Escape leaves all as it was', async ({
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
  test(`${language}: looks of the shortcuts`, async ({ atelier, gateway }) => {
    const w = (key: string) => wordsOf(language, key)
    const page = await atelier.start({ environment: environmentOf(gateway) })
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
