import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { answered, environmentOf, expect, type Language, parts, settled, test, wordsOf } from './fixtures.ts'

const folder = join(import.meta.dirname, '../../test-results/look')

/** What does not fit: the document itself, and words of buttons that are cut without an ellipsis. */
async function misfits(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`(() => {
    const found = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) found.push('the page is wider than the window by ' + (root.scrollWidth - root.clientWidth))
    if (root.scrollHeight > root.clientHeight) found.push('the page is higher than the window by ' + (root.scrollHeight - root.clientHeight))
    for (const button of document.querySelectorAll('button, [role=option], [role=menuitem]')) {
      for (const element of [button, ...button.querySelectorAll('*')]) {
        const style = getComputedStyle(element)
        if (element.children.length > 0 || element.textContent.trim() === '' || element.closest('svg')) continue
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || style.display === 'inline') continue
        if (element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'visible')
          found.push('cut: ' + element.textContent.slice(0, 40))
      }
      const box = button.getBoundingClientRect()
      const hidden = box.width === 0 || getComputedStyle(button).visibility === 'hidden'
      if (!hidden && button.checkVisibility() && (box.left < -1 || box.right > innerWidth + 1))
        found.push('outside the window: ' + (button.getAttribute('aria-label') ?? button.textContent).slice(0, 40))
    }
    return found
  })()`)
}

const sizes = [
  { width: 1280, height: 800 },
  { width: 880, height: 560 },
] as const

const questions = {
  en: ['Explain tea with a table and code in TypeScript', '/fault early-close;after=30\nWrite about bridges'],
  'zh-CN': ['介绍一下茶，要有表格和 TypeScript 代码', '/fault early-close;after=30\n写一篇关于桥的短文'],
} as const

for (const language of ['en', 'zh-CN'] as const satisfies readonly Language[]) {
  for (const theme of ['light', 'dark'] as const) {
    const w = (key: string) => wordsOf(language, key)

    test(`${language}, ${theme}: the welcome`, async ({ atelier }) => {
      const page = await atelier.start()
      await atelier.call('settings.update', { language, theme })
      await expect(page.getByRole('heading', { name: w('welcome.title') })).toBeVisible()
      for (const size of sizes) {
        await page.setViewportSize(size)
        await settled(page)
        await page.screenshot({ path: join(folder, `welcome-${language}-${theme}-${size.width}.png`) })
        expect.soft(await misfits(page), `welcome, ${size.width}`).toEqual([])
      }
    })

    test(`${language}, ${theme}: the window`, async ({ atelier, gateway }) => {
      test.slow()
      const page = await atelier.start({ environment: environmentOf(gateway) })
      await atelier.call('settings.update', { language, theme })
      const composer = page.getByRole('textbox', { name: w('composer.message'), exact: true })
      const shoot = async (state: string): Promise<void> => {
        for (const size of sizes) {
          await page.setViewportSize(size)
          await settled(page)
          await page.screenshot({ path: join(folder, `${state}-${language}-${theme}-${size.width}.png`) })
          expect.soft(await misfits(page), `${state}, ${size.width}`).toEqual([])
        }
        await page.setViewportSize(sizes[0])
      }
      await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
      await shoot('chat-empty')
      for (const [index, question] of questions[language].entries()) {
        await composer.fill(question)
        await composer.press('Enter')
        await answered(page, index + 1)
      }
      await shoot('chat-interrupted')
      await page.getByRole('button', { name: new RegExp(`^${w('chat.newChat')}$`) }).click()
      await composer.fill(questions[language][0])
      await composer.press('Enter')
      await answered(page, 1)
      await expect(parts.answers(page).locator('code span[style*="color"]').first()).toBeVisible()
      await shoot('chat-answer')
      await composer.fill('/fault quota\nHello')
      await composer.press('Enter')
      await answered(page, 2)
      await shoot('chat-error')
      await composer.fill('/fault rate-limit;retry-after=600\nHello')
      await composer.press('Enter')
      await expect(
        parts
          .answers(page)
          .last()
          .getByRole('button', { name: w('app.cancel') }),
      ).toBeVisible()
      await shoot('chat-waiting')
      await composer.press('Escape')

      await page.getByRole('button', { name: new RegExp(w('models.pick')) }).click()
      await expect(page.getByRole('option', { name: 'demo-chat', exact: true })).toBeVisible()
      await shoot('model-picker')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: w('parameters.title') }).click()
      await expect(page.getByText(w('parameters.systemHint'))).toBeVisible()
      await shoot('parameters')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: w('palette.placeholder') })).toBeFocused()
      await shoot('palette')
      await page.keyboard.press('Escape')

      await page.keyboard.press('Control+,')
      for (const section of ['connections', 'appearance', 'chat', 'about']) {
        const sections = page.getByRole('navigation', { name: w('settings.title') })
        await sections.getByRole('button', { name: w(`settings.${section}`), exact: true }).click()
        await expect(page.getByRole('heading', { name: w(`settings.${section}`), level: 2 })).toBeVisible()
        await shoot(`settings-${section}`)
      }
    })
  }
}
