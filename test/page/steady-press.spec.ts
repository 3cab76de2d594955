import type { Locator, Page } from '@playwright/test'
import { answered, exchange, expect, parts, test } from './fixtures.ts'

/** Presses a control; `between` happens while the pointer is down. */
async function pressWhile(page: Page, control: Locator, between: () => Promise<unknown>): Promise<void> {
  const box = await control.boundingBox()
  if (box === null) throw new Error('the control is not shown')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await between()
  await page.mouse.up()
  // a click that is still to come comes in the next task
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

/** Moves the thread down by `px`, as text that arrives moves what stands below it. */
async function shift(page: Page, px: number): Promise<void> {
  await parts.conversation(page).evaluate((region, by) => {
    region.style.transform = `translateY(${by}px)`
  }, px)
}

test.describe('pressing a control of the page', () => {
  test('a press counts once, even if the control moves from under the pointer', async ({ chat: page, atelier }) => {
    await exchange(page, 'Repeat exactly: tides', 1)
    const regenerate = page.getByRole('button', { name: 'Ask again', exact: true })
    await pressWhile(page, regenerate, () => shift(page, 120))
    await expect(page.getByText('2/2', { exact: true })).toBeVisible()
    await answered(page, 1)
    expect(atelier.app.chats.requests).toHaveLength(2)
    // a switch pressed twice would be as before
    const outline = page.getByRole('button', { name: 'Side by side' })
    await pressWhile(page, outline, async () => {})
    await expect(outline).toHaveAttribute('aria-expanded', 'true')
  })

  test('a press is cancelled by moving the pointer away', async ({ chat: page, atelier }) => {
    await exchange(page, 'Repeat exactly: tides', 1)
    const regenerate = page.getByRole('button', { name: 'Ask again', exact: true })
    await pressWhile(page, regenerate, async () => {
      await page.mouse.move(600, 300)
      await shift(page, 120)
    })
    expect(atelier.app.chats.requests).toHaveLength(1)
    expect(await parts.answers(page).count()).toBe(1)
  })

  test('a press does nothing when the control is gone or covered', async ({ chat: page, atelier }) => {
    await exchange(page, 'Repeat exactly: tides', 1)
    const regenerate = page.getByRole('button', { name: 'Ask again', exact: true })
    await pressWhile(page, regenerate, () =>
      page.evaluate(() => {
        const cover = document.createElement('div')
        cover.id = 'cover'
        cover.style.cssText = 'position: fixed; inset: 0; z-index: 9999'
        document.body.append(cover)
      }),
    )
    await page.locator('#cover').evaluate((cover) => cover.remove())
    await pressWhile(page, regenerate, () => parts.answers(page).evaluate((answer) => answer.remove()))
    expect(atelier.app.chats.requests).toHaveLength(1)
  })
})
