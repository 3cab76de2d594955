import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { expect, test } from './fixtures.ts'
import { pane, preview } from './preview-pane.ts'

// the headless shell gives frames no processes of their own
test.use({ launchOptions: chromiumLaunchOptions() })

test('a diagram that is no longer shown is not saved instead of the present one', async ({ chat: page }) => {
  const frame = await preview(page, 'mermaid', 'flowchart LR\n  A --> B', 1)
  await expect(frame.locator('svg')).toBeVisible()
  const save = (name: string) => pane(page).getByRole('button', { name, exact: true })
  await expect(save('Save the diagram as SVG')).toBeVisible()
  // beside its source, the source is saved
  await pane(page).getByRole('radio', { name: 'Preview' }).press('ArrowRight')
  await expect(pane(page).locator('pre')).toContainText('A --> B')
  await expect(save('Save the diagram as SVG')).toHaveCount(0)
  await pane(page).getByRole('radio', { name: 'Source' }).press('ArrowLeft')
  await expect(save('Save the diagram as SVG')).toBeVisible()
})

test('a picture with HTML syntax is drawn', async ({ chat: page }) => {
  const pictures = [
    '<svg viewBox="0 0 40 20" width="40" height="20"><defs><rect id="a" width="5" height="5"/></defs><use xlink:href="#a"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="9">a&nbsp;b&mdash;c<br></text></svg>',
  ]
  for (const [index, code] of pictures.entries()) {
    const frame = await preview(page, 'svg', code, index + 1)
    await expect(frame.locator('img')).toHaveJSProperty('naturalWidth', 40)
    await expect(pane(page)).not.toContainText('cannot be drawn')
    await page.keyboard.press('Escape')
  }
  await preview(page, 'svg', 'no picture', 3)
  await expect(pane(page)).toContainText('This cannot be drawn')
})
