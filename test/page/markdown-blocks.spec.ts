import type { Page } from '@playwright/test'
import { answered, expect, say, test } from './fixtures.ts'

/** Makes the model say a text word for word. */
async function modelSays(page: Page, markdown: string, count = 1) {
  await say(page, `Repeat exactly: ${markdown}`)
  return await answered(page, count)
}

test('links and footnotes find definitions in other blocks, and footnotes link there and back', async ({
  chat: page,
}) => {
  const text =
    'See [the page][p] and a note[^1].\n\nMore[^two].\n\n[p]: https://example.com/p\n\n[^1]: **About** it.\n\n[^two]: Two.'
  const first = await modelSays(page, text)
  const answer = await modelSays(page, text, 2)
  await expect(answer.getByRole('link', { name: 'the page' })).toHaveAttribute('href', 'https://example.com/p')
  const notes = answer.getByRole('region', { name: 'Footnotes' })
  await expect(notes.getByRole('listitem')).toHaveCount(2)
  await expect(notes.locator('strong')).toHaveText('About')
  await answer.getByRole('button', { name: 'Footnote 2', exact: true }).click()
  await expect(notes.getByRole('listitem').nth(1)).toBeFocused()
  await notes.getByRole('button', { name: 'Back to footnote 2 in the text' }).click()
  await expect(answer.getByRole('button', { name: 'Footnote 2', exact: true })).toBeFocused()
  // equal footnotes in two messages have different ids
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  await expect(first.getByRole('button', { name: 'Footnote 2', exact: true })).toHaveCount(1)
})

test('alerts have an icon and a word, and thinking is folded', async ({ chat: page }) => {
  const answer = await modelSays(
    page,
    '<think>\nIt is **four**.\n</think>\n\nFour.\n\n> [!WARNING]\n> Careful here.\n\n> an ordinary quote',
  )
  const quotes = answer.getByRole('blockquote')
  await expect(quotes).toHaveCount(2)
  await expect(quotes.first()).toContainText('Warning')
  await expect(quotes.first()).toContainText('Careful here.')
  await expect(quotes.first()).not.toContainText('[!WARNING]')
  await expect(quotes.first().locator('svg')).toHaveCount(1)
  await expect(answer).not.toContainText('think>')
  await expect(answer.locator('strong')).toHaveCount(0)
  const fold = answer.getByRole('button', { name: /^Thought/ })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.press('Enter')
  await expect(answer).toContainText('**four**')
})

test('character references are shown as their characters', async ({ chat: page }) => {
  const answer = await modelSays(
    page,
    'Stop it with\n\nkill -9 &lt;pid&gt;\n\nR&D; and [a&b](https://a.example/?x=1&amp;y=2)',
  )
  await expect(answer).toContainText('kill -9 <pid>')
  await expect(answer).toContainText('R&D; and a&b')
  await expect(answer.getByRole('link')).toHaveAttribute('href', 'https://a.example/?x=1&y=2')
})

test('formulas in TeX delimiters are rendered, also over several lines and in lists', async ({ chat: page }) => {
  const answer = await modelSays(
    page,
    'Inline \\(a^2\\).\n\n\\[\na + b\n= c\n\\]\n\n- item\n  \\[\n  d + e\n  \\]\n- next, and `\\(code\\)`',
  )
  await expect(answer.locator('math')).toHaveCount(3)
  await expect(answer.getByRole('listitem')).toHaveCount(2)
  await expect(answer.locator('code').filter({ hasText: '\\(code\\)' })).toHaveCount(1)
})

test('a formula whose styles cannot be loaded stays as its source, and the next one tries again', async ({
  chat: page,
  atelier,
}) => {
  atelier.allow(/Failed to load resource: net::ERR_FAILED .*katex/)
  let refused = 0
  await page.route('**/katex*.css', async (route) => {
    refused += 1
    if (refused === 1) await route.abort()
    else await route.continue()
  })
  const first = await modelSays(page, 'It is $a^2$.')
  await expect.poll(() => refused).toBe(1)
  await expect(first.locator('code')).toHaveText('a^2')
  await expect(first.locator('math')).toHaveCount(0)
  const second = await modelSays(page, 'It is $b^2$.', 2)
  await expect(second.locator('math')).toHaveCount(1)
  await expect(second.locator('.katex-mathml')).toHaveCSS('position', 'absolute')
})

test('code that hangs its grammar stays in one colour, and other code gets its colours', async ({ chat: page }) => {
  // such a line takes the bash grammar several seconds
  const lines = Array.from({ length: 20 }, () => '<'.repeat(1_999)).join('\n')
  await modelSays(page, `\`\`\`bash\n${lines}\n\`\`\``)
  const answer = await modelSays(page, '```ts\nconst a = 1\n```', 2)
  await expect(answer.locator('pre [style*="color"]').first()).toBeVisible()
})

test('long foreign text is laid out in short pieces, at any place', async ({ chat: page }) => {
  // as one text, the browser's layout takes quadratic time
  const mixed = 'aא字ع'.repeat(2_500)
  const answer = await modelSays(page, `\`\`\`\n${mixed}\n\`\`\`\n\n${mixed}${'![['.repeat(800)}\n\nEnd.`)
  await expect(answer).toContainText('End.')
  const longest = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    let most = 0
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.closest('textarea') === null) most = Math.max(most, node.textContent?.length ?? 0)
    return most
  })
  expect(longest).toBeGreaterThan(1_000)
  expect(longest).toBeLessThanOrEqual(2_000)
})

test('paragraphs of a long answer have equal distances, also between its parts', async ({ atelier }) => {
  const { chats } = atelier.app
  const lines = Array.from({ length: 100 }, (_, line) => `Line ${line} of a long answer.`)
  chats.seed('Long', ['Question', lines.join('\n\n')])
  const page = await atelier.start()
  await page.getByText('Long', { exact: true }).click()
  await expect(page.getByText('Line 99 of')).toBeInViewport()
  const gaps = await page.evaluate<number[]>(`(() => {
    const boxes = [...document.querySelectorAll('[data-message] p')].slice(-8).map((line) => line.getBoundingClientRect())
    return boxes.slice(1).map(({ top }, index) => Math.round(top - boxes[index].bottom))
  })()`)
  expect(new Set(gaps)).toEqual(new Set([12]))
})
