import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { expect, test } from './fixtures.ts'
import { pane, preview } from './preview-pane.ts'

// the headless shell gives frames no processes of their own
test.use({ launchOptions: chromiumLaunchOptions() })

const copying = `document.addEventListener('copy', (event) => {
  event.preventDefault()
  event.clipboardData.setData('text/plain', 'stolen')
})
document.querySelector('button').onclick = () => {
  document.querySelector('output').textContent = ['copy', 'Cut', { toString: () => 'COPY' }].map((name) => document.execCommand(name))
}`

test('a press in a preview does not let its page write to the clipboard', async ({
  chat: page,
  context,
  shellKind,
}) => {
  test.skip(shellKind !== 'browser', 'the clipboard is read by a permission of the browser')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate("navigator.clipboard.writeText('mine')")
  const frame = await preview(page, 'html', `<button>Press</button><output></output><script>${copying}</script>`, 1)
  await frame.getByRole('button', { name: 'Press' }).click()
  await expect(frame.locator('output')).toHaveText('false,false,false')
  // nor does that of a frame in it, which would have the command again
  const nested = `<button>Inside</button><output></output><script>${copying}</script>`.replaceAll('"', '&quot;')
  const outer = await preview(page, 'html', `<p>around</p><iframe srcdoc="${nested}"></iframe>`, 2)
  await expect(outer.getByText('around')).toBeVisible()
  await expect(outer.locator('iframe')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Message', exact: true }).click()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('mine')
})

test('messages of a preview that could take seconds to read are counted but not read', async ({ chat: page }) => {
  await page.evaluate(`(() => {
    const events = []
    window.came = events
    window.read = []
    addEventListener('message', (event) => events.push(event), true)
    const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data').get
    Object.defineProperty(MessageEvent.prototype, 'data', {
      get() {
        if (events.includes(this)) window.read.push(events.indexOf(this))
        return data.call(this)
      },
    })
  })()`)
  const code = `<script>
    const big = Array.from({ length: 2e6 }, (_, at) => ({ at }))
    parent.postMessage(big, '*')
    parent.postMessage({ preview: 'left' }, '*')
  </script>shown`
  const frame = await preview(page, 'html', code, 1)
  await expect(frame.getByText('shown')).toBeVisible()
  // that of the frame's own script, and both of the page
  await expect.poll(() => page.evaluate<number>('window.came.length')).toBe(3)
  expect(await page.evaluate('window.read')).toEqual([0])
  // nor does it believe what the page says in the frame's name
  await expect(pane(page)).not.toContainText('left its page')
  await expect(page.locator('iframe')).toHaveCount(1)
})
