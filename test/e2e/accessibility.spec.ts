import type { Page } from '@playwright/test'
import { answered, expect, parts, test } from './fixtures.ts'

// what axe finds in each state is looked for by the tours, beside their pictures

/** Presses Tab until the named element has the focus; fails after too many steps. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    const here = await page.evaluate<string>(`(() => {
      const it = document.activeElement
      return it === null || it.matches('body, div, pre') ? '' : it.getAttribute('aria-label') ?? (it.labels?.[0]?.textContent || it.textContent || '')
    })()`)
    if (name.test(here)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${name} was not reached with ${key}`)
}

test('everything from the first start to the settings works without a mouse', async ({ atelier }) => {
  const page = await atelier.start()
  await expect(page.getByRole('heading', { name: 'Welcome to Atelier' })).toBeVisible()
  await tabTo(page, /Try the demo/)
  await page.keyboard.press('Enter')
  await expect(parts.composer(page)).toBeFocused()
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()

  await page.keyboard.type('Repeat exactly: one')
  await page.keyboard.press('Enter')
  await answered(page, 1)
  await page.keyboard.press('Control+n')
  await expect(parts.answers(page)).toHaveCount(0)
  await expect(parts.composer(page)).toBeFocused()
  await page.keyboard.type('Repeat exactly: two')
  await page.keyboard.press('Enter')
  await answered(page, 1)

  // the list is one tab stop, with arrow keys inside
  await tabTo(page, /^Repeat exactly: two/, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(parts.row(page, 'exactly: one').getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(parts.own(page)).toContainText('one')

  await tabTo(page, /^Repeat exactly: one/, 'Shift+Tab')
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'Name of the chat' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Renamed')
  await page.keyboard.press('Enter')
  await expect(parts.row(page, 'Renamed').getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(parts.rows(page)).toHaveCount(1)
  await expect(page.getByText('“Renamed” was deleted')).toBeVisible()
  await tabTo(page, /^Undo/)
  await page.keyboard.press('Enter')
  await expect(parts.rows(page)).toHaveCount(2)

  // the palette reaches conversations, models, settings and languages
  const palette = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: /Search actions|搜索操作/ })).toBeFocused()
    await page.keyboard.type(words)
    await expect(parts.chosenCommand(page)).toContainText(words)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: /Search actions|搜索操作/ })).toHaveCount(0)
  }
  await palette('Repeat exactly: two')
  await expect(parts.own(page)).toContainText('two')
  await palette('demo-chat-large')
  await expect(page.getByRole('button', { name: /: demo-chat-large/ })).toBeVisible()
  await palette('Settings: Appearance')
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  await tabTo(page, /System|Light|Dark/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', /dark|light/)
  await palette('Language: 简体中文')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('navigation', { name: '面板' })).toBeVisible()
  await palette('语言：English')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
