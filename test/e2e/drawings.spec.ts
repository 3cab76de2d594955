import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { findings } from './axe.ts'
import { answered, environmentOf, expect, parts, say, test } from './fixtures.ts'
import { HistorySeed } from './history-seed.ts'
import { openListener } from './hostile-preview.ts'
import { paintedFrames } from './preview-pane.ts'

// the headless shell gives frames no processes of their own
test.use({ launchOptions: chromiumLaunchOptions() })

const code = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

test('diagrams and SVG are drawn in the answer without network, and an endless one leaves the page responsive', async ({
  atelier,
  chat: page,
}) => {
  const listener = await openListener()
  const { origin } = new URL(listener.address)
  // each level uses the one before ten times
  const levels = Array.from({ length: 12 }, (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`)
  const endless = `<svg viewBox="0 0 9 9"><defs><g id="g0"><rect width="9" height="9"/></g>${levels.join('')}</defs><use href="#g12"/></svg>`
  const hostile = `<svg viewBox="0 0 200 100" onload="parent.__ran = 1"><script>parent.__ran = 2</script><image href="${origin}/picture" width="9" height="9"/><style>@import url(${origin}/css);</style><rect width="200" height="100" fill="#39c"/></svg>`
  const diagram = `%%{init: {"securityLevel": "loose", "themeCSS": "@import url(${origin}/theme)"}}%%\nflowchart LR\n  A["<img src='${origin}/img'> Begin"] --> B[End]\n  click B href "${origin}/link"\n  B --> C\n  C --> D`
  await say(
    page,
    `Repeat exactly: ${[code('svg', endless), code('svg', hostile), code('mermaid', diagram)].join('\n\n')}`,
  )
  const answer = await answered(page, 1)
  const drawn = answer.getByRole('img', { name: 'Diagram of the code' })
  await expect(drawn).toBeVisible()
  // the code below a drawing folds
  await expect(answer.getByRole('button', { name: 'Show all 6 lines' })).toBeVisible()
  await parts.composer(page).fill('The page answers')
  await expect(parts.composer(page)).toHaveValue('The page answers')
  await expect(answer.getByText('This cannot be drawn.')).toBeVisible()
  // it waited for the one before
  await expect(answer.getByRole('img', { name: 'Drawing of the SVG code' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await fetch(listener.address)
  expect(listener.arrived).toEqual([])
  expect(await page.evaluate<unknown>('window.__ran')).toBeUndefined()
  await drawn.click()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible()
  await atelier.call('settings.update', { drawsCode: false })
  await expect(answer.getByRole('img')).toHaveCount(0)
  expect(atelier.complaints()).toEqual([])
  await listener.close()
})

test('drawings above the window keep the messages mounted and the end in view', async ({ atelier, data, gateway }) => {
  const seed = new HistorySeed(data)
  const answer = [
    code('mermaid', 'sequenceDiagram\n  Guest->>Waiter: Order\n  Waiter->>Kitchen: Slip\n  Kitchen-->>Guest: Meal'),
    code('svg', '<svg width="120" height="60"><rect width="120" height="60" fill="#7aa"/></svg>'),
    'The end of the answer.',
  ].join('\n\n')
  seed.chat('Kitchen', ['Draw it.', answer])
  seed.close()
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await parts.row(page, 'Kitchen').getByRole('button').first().click()
  await page.setViewportSize({ width: 880, height: 400 })
  await page.evaluate(() => {
    const list = document.querySelector('[data-scroller]')
    let unmounted = 0
    if (list instanceof HTMLElement) list.dataset.unmounted = '0'
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes)
        for (const node of removedNodes)
          if (node instanceof Element && node.querySelector('figure') !== null) unmounted += 1
      if (list instanceof HTMLElement) list.dataset.unmounted = String(unmounted)
    }).observe(document.body, { childList: true, subtree: true })
  })
  const list = page.locator('[data-scroller]').first()
  await expect(list.getByRole('img')).toHaveCount(2)
  await paintedFrames(page)
  await expect(list).toHaveAttribute('data-unmounted', '0')
  await expect(page.getByText('The end of the answer.')).toBeInViewport()
})
