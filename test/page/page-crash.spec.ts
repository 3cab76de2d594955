import type { CDPSession, Page } from '@playwright/test'
import { exchange, expect, test } from './fixtures.ts'

/**
 * Crashes the page's process and reloads the page, as the Electron shell does (electron/page-watch.ts).
 * Playwright drops a crashed page, so it is driven over the CDP session from then on.
 */
async function crashAndReload(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // never answered
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  await session.send('Page.reload')
  return session
}

/** Content of a field; null while it is missing. */
async function textOf(session: CDPSession, label: string): Promise<unknown> {
  const expression = `document.querySelector('textarea[aria-label="${label}"]')?.value ?? null`
  return (await session.send('Runtime.evaluate', { expression })).result.value
}

test.describe('a page whose process has crashed', () => {
  test('a crashed page restores the text typed just before in the composer when it is reloaded', async ({
    chat: page,
  }) => {
    const composer = page.getByRole('textbox', { name: 'Message' })
    // more than two seconds of typing without a pause that would save the draft
    await composer.pressSequentially('word '.repeat(30), { delay: 20 })
    const session = await crashAndReload(page)
    await expect.poll(() => textOf(session, 'Message')).toMatch(/^(word ){10}/)
  })

  test('a crashed page restores the message that was being edited, with the typed text', async ({ chat: page }) => {
    await exchange(page, 'Repeat exactly: one', 1)
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await page.getByRole('textbox', { name: 'Edit the message' }).fill('Repeat exactly: two')
    const session = await crashAndReload(page)
    await expect.poll(() => textOf(session, 'Edit the message')).toBe('Repeat exactly: two')
  })

  test('a crashed page does not restore an abandoned edit', async ({ chat: page }) => {
    await exchange(page, 'Repeat exactly: one', 1)
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await page.getByRole('textbox', { name: 'Edit the message' }).fill('Repeat exactly: two')
    await page.keyboard.press('Escape')
    const session = await crashAndReload(page)
    await expect.poll(() => textOf(session, 'Message')).toBe('')
    expect(await textOf(session, 'Edit the message')).toBeNull()
  })
})
