import type { Page } from '@playwright/test'
import { answered, clipboardOf, expect, parts, say, test } from './fixtures.ts'

/** Makes the model say a text word for word. */
async function modelSays(page: Page, markdown: string, count = 1) {
  await say(page, `Repeat exactly: ${markdown}`)
  return await answered(page, count)
}

test.beforeEach(async ({ context }) => {
  // nothing outside this computer is reached, but every attempt shows as a request
  await context.route(/^https?:\/\/(?!127\.0\.0\.1|localhost)/, (route) => route.fulfill({ body: 'outside' }))
})

test('raw HTML is text, and nothing of it runs', async ({ chat: page }) => {
  const html = [
    '<script>window.__ran = 1</script>',
    '',
    '<img src=x onerror="window.__ran = 2">',
    '',
    'inline <b onmouseover="window.__ran = 3">bold</b> and <svg onload="window.__ran = 4"></svg>',
    '',
    '<iframe srcdoc="<script>parent.__ran = 5</script>"></iframe>',
    '',
    '<form action="https://evil.example"><input name="q"></form><style>body { display: none }</style>',
    '',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  ].join('\n')
  const answer = await modelSays(page, html)
  await expect(answer).toContainText('<script>window.__ran = 1</script>')
  await expect(answer).toContainText('<b onmouseover="window.__ran = 3">bold</b>')
  await expect(answer).toContainText('<iframe srcdoc=')
  for (const element of ['script', 'iframe', 'form', 'style', 'meta', 'b[onmouseover]', 'img']) {
    await expect(answer.locator(element).and(answer.locator(':not(.who *)')), element).toHaveCount(0)
  }
  expect(await page.evaluate('window.__ran')).toBeUndefined()
})

test('links lead only to the web, and open only through the external-link check', async ({ chat: page }) => {
  const answer = await modelSays(
    page,
    [
      '[safe](https://example.com/page?a=1&b=2)',
      '[script](javascript:window.__ran=1)',
      '[data](data:text/html,<script>alert(1)</script>)',
      '[file](file:///etc/passwd)',
      '[own](vscode://file/x)',
      '[slashes](//evil.example)',
      '[local](/settings)',
      '[disguised](https://example.com@evil.example/)',
      'https://bare.example/path',
    ].join('\n\n'),
  )
  const here = page.url()
  expect(await answer.getByRole('link').allTextContents()).toEqual(['safe', 'disguised', 'https://bare.example/path'])
  for (const words of ['script', 'data', 'file', 'own', 'slashes', 'local']) {
    await answer.getByText(words, { exact: true }).click()
  }
  expect(page.url()).toBe(here)
  expect(await page.evaluate('window.__ran')).toBeUndefined()

  for (const button of ['left', 'middle'] as const) {
    const opening = page.waitForEvent('popup')
    await answer.getByRole('link', { name: 'safe' }).click({ button })
    const popup = await opening
    await popup.waitForURL('https://example.com/page?a=1&b=2')
    expect(await popup.evaluate('window.opener')).toBeNull()
    await popup.close()
  }
  // a user name in the URL disguises the host; main refuses the link
  await answer.getByRole('link', { name: 'disguised' }).click()
  await expect(page.getByText('The link leads to an address that is not allowed.')).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
  expect(page.url()).toBe(here)
})

test('code is highlighted and copied unchanged', async ({ chat: page }) => {
  const read = await clipboardOf(page)
  const code = 'const answer: number = 42\n\tif (answer < 43) console.log("<b>", answer)'
  const answer = await modelSays(page, `\n\`\`\`ts\n${code}\n\`\`\``)
  const figure = answer.getByRole('figure')
  await expect(figure).toContainText('const answer: number = 42')
  await expect(figure.locator('code span[style*="color"]').first()).toBeVisible()
  await figure.getByRole('button', { name: 'Copy code' }).click()
  await expect(figure.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await read()).toBe(code)
})

test('formulas, tables, task lists and Chinese emphasis are rendered correctly', async ({ chat: page }) => {
  const answer = await modelSays(
    page,
    [
      'A sum $\\sum_{i=1}^n i$ and costs of $5 and $6.',
      '',
      '$$\\int_0^1 x^2\\,dx = \\tfrac13$$',
      '',
      '| 名称 | Size |',
      '| --- | ---: |',
      '| 茶 | 1 |',
      '',
      '- [x] done',
      '- [ ] open',
      '',
      '**这是“重点”。**后面没有空格，**强调**也一样。~~旧~~',
      '',
      '$\\href{javascript:alert(1)}{x}$ and $\\includegraphics{https://spy.example/x.png}$',
    ].join('\n'),
  )
  await expect(answer.locator('math')).not.toHaveCount(0)
  await expect(answer).toContainText('costs of $5 and $6.')
  await expect(answer.getByRole('table')).toContainText('茶')
  await expect(answer.getByRole('columnheader')).toHaveText(['名称', 'Size'])
  await expect(answer.getByRole('checkbox')).toHaveCount(2)
  expect(await answer.locator('strong').allTextContents()).toEqual(['这是“重点”。', '强调'])
  await expect(answer.locator('del')).toHaveText('旧')
  await expect(answer.locator('[href^="javascript"]')).toHaveCount(0)
})

test("a user's message is shown as it was typed, never as Markdown or HTML", async ({ chat: page }) => {
  await say(page, '<b>not bold</b> **neither** [x](https://example.com)')
  await answered(page, 1)
  await expect(parts.own(page)).toContainText('<b>not bold</b> **neither** [x](https://example.com)')
  await expect(parts.own(page).getByRole('link')).toHaveCount(0)
})

test('a file dropped next to the drop target never replaces the page', async ({ chat: page, atelier }) => {
  await expect(parts.composer(page)).toBeVisible()
  const here = page.url()
  for (const target of ['body', 'nav', 'aside', 'textarea', 'main > div']) {
    const refused = await page.evaluate<boolean>(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['<h1>hostile</h1>'], 'hostile.html', { type: 'text/html' }))
      const target = document.querySelector(${JSON.stringify(target)})
      const options = { bubbles: true, cancelable: true, dataTransfer: transfer }
      const over = !target.dispatchEvent(new DragEvent('dragover', options))
      const dropped = !target.dispatchEvent(new DragEvent('drop', options))
      return over === dropped && dropped
    })()`)
    // the browser opens a dropped file unless the page handles the event
    expect(refused, `a drop on ${target} is taken by the page`).toBe(true)
  }
  expect(page.url()).toBe(here)
  expect(atelier.app.chats.requests).toHaveLength(0)
})
