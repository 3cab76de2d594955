import { expect, test } from './fixtures.ts'

test('the code of a thread is warmed up once, not for each empty chat', async ({ atelier, page }) => {
  await page.addInitScript(() => {
    const seen = { added: 0, open: 0 }
    const count = (nodes: NodeList) =>
      [...nodes].filter((node) => node instanceof Element && node.matches('[class*="warmUp"]')).length
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        seen.added += count(addedNodes)
        seen.open += count(addedNodes) - count(removedNodes)
      }
      document.documentElement.dataset.warmUps = seen.open > 0 ? 'open' : String(seen.added)
    }).observe(document, { childList: true, subtree: true })
  })
  await atelier.start()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-warm-ups', '1')
  const panels = page.getByRole('navigation', { name: 'Panels' })
  await panels.getByRole('button', { name: /^Images/ }).click()
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveCount(0)
  await panels.getByRole('button', { name: /^Chat/ }).click()
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeEditable()
  // a warm-up takes a pause of the page for each of its steps
  for (let pause = 0; pause < 12; pause += 1)
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  await expect(root).toHaveAttribute('data-warm-ups', '1')
})
