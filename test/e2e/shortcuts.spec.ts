import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, test } from './fixtures.ts'

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
