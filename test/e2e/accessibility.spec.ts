import type { Page } from '@playwright/test'
import { findings, looksForAxe } from './axe.ts'
import { answered, environmentOf, exchange, expect, parts, settled, test, wordsOf } from './fixtures.ts'

for (const [language, theme] of looksForAxe) {
  test.describe(`axe, ${language}, ${theme}`, () => {
    const w = (key: string) => wordsOf(language, key)

    test('finds nothing serious in the welcome', async ({ atelier }) => {
      const page = await atelier.start()
      await atelier.call('settings.update', { language, theme })
      await expect(page.getByRole('heading', { name: w('welcome.title') })).toBeVisible()
      await settled(page)
      expect(await findings(page)).toEqual([])
      await page.getByRole('textbox', { name: w('connection.address') }).fill('http://gateway.example')
      await page.getByRole('button', { name: w('connection.connect'), exact: true }).click()
      await expect(page.getByRole('dialog', { name: w('connection.insecureTitle') })).toBeVisible()
      await settled(page)
      expect(await findings(page), 'the question about http').toEqual([])
    })

    test('finds nothing serious in the window', async ({ atelier, gateway }) => {
      test.slow()
      const page = await atelier.start({ environment: environmentOf(gateway) })
      await atelier.call('settings.update', { language, theme })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const report: Record<string, readonly string[]> = {}
      const look = async (state: string): Promise<void> => {
        await settled(page)
        report[state] = await findings(page)
      }
      await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
      await look('empty chat')

      const composer = page.getByRole('textbox', { name: w('composer.message'), exact: true })
      await composer.fill('Write about tea with code in TypeScript, a table, math, a list, a quote and links')
      await composer.press('Enter')
      await answered(page, 1)
      await expect(parts.answers(page).locator('code span[style*="color"]').first()).toBeVisible()
      await composer.fill('/fault quota\nHello')
      await composer.press('Enter')
      await answered(page, 2)
      await look('chat with an answer and an error')

      await page.getByRole('button', { name: new RegExp(w('models.pick')) }).click()
      await expect(page.getByRole('option', { name: 'demo-chat', exact: true })).toBeVisible()
      await look('model picker')
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: w('parameters.title') }).click()
      await expect(page.getByText(w('parameters.systemHint'))).toBeVisible()
      await look('parameters')
      await page.keyboard.press('Escape')

      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: w('palette.placeholder') })).toBeFocused()
      await look('palette')
      await page.keyboard.press('Escape')

      await page.getByRole('listitem').first().hover()
      await page.getByRole('listitem').first().getByRole('button').last().click()
      await expect(page.getByRole('menuitem', { name: w('chat.rename') })).toBeVisible()
      await look('menu of a conversation')
      await page.keyboard.press('Escape')

      await atelier.call('connections.tryDemo', {})
      await page.keyboard.press('Control+,')
      for (const section of ['connections', 'appearance', 'chat', 'images', 'transfer', 'about']) {
        const sections = page.getByRole('navigation', { name: w('settings.title') })
        await sections.getByRole('button', { name: w(`settings.${section}`), exact: true }).click()
        await expect(page.getByRole('heading', { name: w(`settings.${section}`), level: 2 })).toBeVisible()
        await look(`settings, ${section}`)
        if (section !== 'connections') continue
        await page.getByRole('button', { name: w('settings.remove'), exact: true }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await look('question before removing')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: w('settings.add'), exact: true }).click()
        await look('settings, new connection')
        await page.getByRole('button', { name: w('app.cancel'), exact: true }).click()
      }
      expect(Object.fromEntries(Object.entries(report).filter(([, found]) => found.length > 0))).toEqual({})
    })
  })
}

/** Presses Tab until something has the focus; fails after as many steps as a person would bear. */
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

test('everything from the first start to the settings can be done without a mouse', async ({ atelier }) => {
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

  // the list: one stop for Tab, the arrows inside
  await tabTo(page, /^Repeat exactly: two/, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(parts.row(page, 'exactly: one').getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(parts.own(page)).toContainText('one')

  await tabTo(page, /^Repeat exactly: one/, 'Shift+Tab')
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'Name of the conversation' })).toBeFocused()
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
    await expect(page.getByRole('option', { selected: true })).toContainText(words)
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

test('the focus is always visible', async ({ chat: page }) => {
  await exchange(page, 'Hello', 1)
  await page.keyboard.press('Escape')
  const unseen: string[] = []
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab')
    const { name, visible } = await page.evaluate<{ name: string; visible: boolean }>(`(() => {
      const it = document.activeElement
      const seen = (element) => {
        const style = getComputedStyle(element)
        return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
      }
      const name = it.getAttribute('aria-label') ?? it.textContent.slice(0, 40)
      return { name, visible: it === document.body || seen(it) || seen(it.parentElement) || seen(it.parentElement.parentElement) }
    })()`)
    if (!visible) unseen.push(name)
  }
  expect(unseen).toEqual([])
})
