import type { Locator, Page } from '@playwright/test'
import { environmentOf, expect, parts, test } from './fixtures.ts'
import { HistorySeed } from './history-seed.ts'

const zalgo = `Z${'\u0351\u036b\u0343\u0301'.repeat(30)}`
const hostile: readonly (readonly [name: string, title: string])[] = [
  ['marks', zalgo.repeat(20)],
  ['direction', 'invoice\u202efdp.exe \u2067 and on'],
  ['length', 'W'.repeat(100_000)],
  ['lines', 'one\ntwo\r\nthree\u2028four'],
  ['words', 'word '.repeat(20_000)],
]

/** Heights of the rows, and whether any content leaves the list. */
async function shapeOf(rows: Locator): Promise<{ heights: readonly number[]; wide: number }> {
  return await rows.evaluateAll((elements) => ({
    heights: elements.map((element) => Math.round(element.getBoundingClientRect().height)),
    wide: elements.filter((element) => element.scrollWidth > element.clientWidth + 1).length,
  }))
}

async function expectEven(rows: Locator, count: number): Promise<void> {
  await expect(rows).toHaveCount(count)
  const { heights, wide } = await shapeOf(rows)
  expect(new Set(heights).size, heights.join(' ')).toBe(1)
  expect(wide).toBe(0)
}

const noSideScroll = async (page: Page) =>
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
        .map((element) => element.className),
    ),
  ).toEqual([])

test('rows keep their height and width under any title', async ({ atelier, gateway, data, shellKind }) => {
  test.skip(shellKind !== 'browser', 'the layout is the same in both shells')
  const seed = new HistorySeed(data)
  for (const [, title] of hostile) {
    seed.chat(title, ['Question', title])
    seed.transcript(title, [title])
    // longer prompts are refused
    seed.video(title.slice(0, 2_000))
  }
  seed.chat('Plain', ['Question', 'Answer'])
  seed.transcript('Plain', ['Text'])
  seed.video('Plain')
  seed.close()
  const page = await atelier.start({ environment: environmentOf(gateway) })
  const count = hostile.length + 1

  await expectEven(parts.rows(page).locator('[data-row]'), count)
  await noSideScroll(page)
  for (const [name, title] of hostile) {
    await parts
      .rows(page)
      .locator('[data-row]')
      .filter({ hasText: title.slice(0, 3) })
      .first()
      .click()
    await expect(page.locator('h2 button bdi'), name).toBeVisible()
    const bar = await page.locator('header:has(h2)').evaluate((element) => element.getBoundingClientRect().height)
    expect(bar, name).toBe(52)
  }
  await noSideScroll(page)

  await page.keyboard.press('Control+3')
  await expectEven(page.locator('[data-transcript]'), count)
  await noSideScroll(page)

  await page.keyboard.press('Control+4')
  // a prompt has one line or two
  const cards = page.locator('[data-job-card]')
  await expect(cards).toHaveCount(count)
  await expect(cards.getByText(/^word word word/)).toBeVisible()
  const { heights: cardHeights } = await shapeOf(cards)
  expect(Math.max(...cardHeights) - Math.min(...cardHeights), cardHeights.join(' ')).toBeLessThanOrEqual(21)
  await noSideScroll(page)

  await page.keyboard.press('Control+5')
  const rows = page.locator('[data-item]')
  await expect(rows.first()).toBeVisible()
  const { heights, wide } = await shapeOf(rows)
  expect(heights.length).toBeGreaterThan(8)
  expect(new Set(heights).size, heights.join(' ')).toBe(1)
  expect(wide).toBe(0)
  await noSideScroll(page)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill('invoice')
  const option = page.getByRole('option').filter({ hasText: 'invoicefdp.exe' }).first()
  await expect(option).toBeVisible()
  await noSideScroll(page)
})
