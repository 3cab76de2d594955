import { findings } from '../e2e/axe.ts'
import { exchange, expect, test } from './fixtures.ts'

// what axe finds in each state is looked for by the tours, beside their pictures

test('axe reports low contrast and a picture without alternative text', async ({ page }) => {
  await page.setContent('<p style="color: #999; background: #aaa">Hello</p><img src="data:," />')
  const found = await findings(page)
  expect(found.some((line) => line.startsWith('color-contrast: p'))).toBe(true)
  expect(found.some((line) => line.startsWith('image-alt: img'))).toBe(true)
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
