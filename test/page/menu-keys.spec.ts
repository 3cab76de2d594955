import type { Page } from '@playwright/test'
import { exchange, expect, parts, test } from './fixtures.ts'

/** Delays frames and timers of the page, as on a busy computer. */
async function delayPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const real = window.setTimeout
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => real(run, ms + 400),
      requestAnimationFrame: (run: (time: number) => void) => real(() => run(performance.now()), 400),
    })
  })
}

for (const motion of ['no-preference', 'reduce'] as const)
  test(`keys right after a menu opens act in it, with motion ${motion}`, async ({ atelier, page: window }) => {
    await window.emulateMedia({ reducedMotion: motion })
    const page = await atelier.start()
    await exchange(page, 'Alpha', 1)
    const more = page.getByRole('button', { name: 'Actions for Alpha' })
    await more.focus()
    await delayPage(page)

    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const name = page.getByRole('textbox', { name: 'Name of the chat' })
    await expect(name).toBeFocused()
    await name.press('Escape')
    await expect(parts.row(page, 'Alpha').getByRole('button').first()).toBeFocused()

    await more.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(more).toBeFocused()
  })

test('Tab does not leave an open menu, and a held Enter chooses nothing in it', async ({ chat: page }) => {
  await exchange(page, 'Alpha', 1)
  const more = page.getByRole('button', { name: 'Actions for Alpha' })
  await more.focus()
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  const first = page.getByRole('menuitem').first()
  await expect(first).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
})
