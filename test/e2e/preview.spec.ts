import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { findings } from './axe.ts'
import { answered, expect, say, test } from './fixtures.ts'
import { asked, openListener } from './hostile-preview.ts'
import { paintedFrames, pane, preview } from './preview-pane.ts'

// the headless shell gives frames no processes of their own
test.use({ launchOptions: chromiumLaunchOptions() })

test.beforeEach(({ atelier }) => {
  // Chromium tells the console of each refusal
  atelier.allow(
    /policy|sandbox|Blocked|Unsafe attempt|Framing|ERR_BLOCKED|violation|disallowed|Permission|onnection-?[aA]llowlist/i,
  )
})

test('a page in a preview reaches no network, no storage, no clipboard and nothing around it', async ({
  atelier,
  chat: page,
  context,
  shellKind,
}) => {
  const listener = await openListener()
  let [downloads, dialogs] = [0, 0]
  page.on('download', () => {
    downloads += 1
  })
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  const pages = context.pages().length
  const before = page.url()
  const frame = await preview(page, 'html', listener.html)
  const written = frame.locator('#outcome')
  await expect(written).not.toBeEmpty()
  const outcome: Record<string, string> = JSON.parse((await written.textContent()) ?? '{}')
  const got = Object.fromEntries(asked.map((name) => [name, outcome[name]]))
  expect(got).toEqual({
    // a beacon is taken and then dropped, and a refused dialog answers like a cancelled one
    beacon: 'ok true',
    cache: 'SecurityError',
    camera: expect.stringMatching(/^Not(Allowed|Found)Error$/),
    'clipboard read': 'NotAllowedError',
    'clipboard write': 'NotAllowedError',
    confirm: 'ok false',
    cookie: 'SecurityError',
    database: 'SecurityError',
    evaluate: 'EvalError',
    fetch: 'TypeError',
    'frame of the page': 'SecurityError',
    'full screen': 'TypeError',
    import: 'TypeError',
    'local storage': 'SecurityError',
    notification: 'ok denied',
    'opened window': 'ok null',
    origin: 'ok null',
    'own files': 'SecurityError',
    parent: 'SecurityError',
    place: 'SecurityError',
    'service worker': 'SecurityError',
    'session storage': 'SecurityError',
    'shared worker': 'SecurityError',
    top: 'SecurityError',
    'top navigation': 'SecurityError',
    worker: 'SecurityError',
  })
  // the same presses that a user would make
  await frame.locator('#popup').click()
  await frame.locator('#link').click()
  await expect(pane(page)).toContainText('Previews have no network')
  // what was sent before this request would have arrived before it
  await fetch(listener.address)
  expect(listener.arrived).toEqual([])
  expect([downloads, dialogs, context.pages().length - pages, page.url()]).toEqual([0, 0, 0, before])
  expect(atelier.complaints()).toEqual([])

  // the same page outside a preview gets through, so the attempts are real
  if (shellKind === 'browser') {
    const outside = await context.newPage()
    outside.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
    await outside.goto(listener.address).catch(() => undefined)
    await expect
      .poll(() => listener.arrived)
      .toEqual(expect.arrayContaining(['/fetch', '/img', '/stylesheet', 'udp', 'tcp']))
    await outside.close()
  }
  await listener.close()
})

test('a preview page that navigates away, floods or never ends is stopped, and Atelier stays responsive', async ({
  chat: page,
  atelier,
}) => {
  const listener = await openListener()
  const { origin } = new URL(listener.address)
  const leaving = `<p>away</p><script>location = '${origin}/away?secret=1'</script>`
  await preview(page, 'html', leaving)
  await expect(pane(page)).toContainText(/leave its page|left its page/)
  await expect(pane(page).locator('iframe')).toHaveCount(0)
  expect(listener.arrived).toEqual([])
  await page.keyboard.press('Escape')
  await expect(pane(page)).toHaveCount(0)

  const codes = [
    `<meta http-equiv="refresh" content="0;url=${origin}/refresh">`,
    `<script>location = '/'</script>`,
    `<script>for (let at = 0; at < 1e4; at += 1) parent.postMessage({ preview: 'refused' }, '*')</script>`,
  ]
  // a refused address is not always told by the document that goes there; then its silence tells
  const ends = [/leave its page|left its page/, /leave its page|left its page/, /kept calling Atelier/]
  for (const [index, code] of codes.entries()) {
    await say(page, `Repeat exactly: \`\`\`html\n${code}\n\`\`\``)
    const answer = await answered(page, index + 2)
    await answer.getByRole('button', { name: 'Preview', exact: true }).press('Enter')
    await expect(pane(page)).toContainText(ends[index] ?? '')
    await page.keyboard.press('Escape')
  }
  expect(listener.arrived).toEqual([])

  await say(
    page,
    'Repeat exactly: ```html\n<p id="begun">begun</p><script>setTimeout(() => { for (;;); }, 100)</script>\n```',
  )
  const answer = await answered(page, 5)
  await answer.getByRole('button', { name: 'Preview', exact: true }).press('Enter')
  // the page keeps painting while the frame's process is busy for ever
  await paintedFrames(page)
  await page.keyboard.press('Escape')
  await expect(pane(page)).toHaveCount(0)
  await expect(page.locator('iframe')).toHaveCount(0)
  await listener.close()
  expect(atelier.complaints()).toEqual([])
})

test('a browser that cannot block WebRTC shows a page without its scripts', async ({
  chat: page,
  context,
  shellKind,
}) => {
  test.skip(shellKind !== 'browser', 'Electron brings its browser along')
  await context.route('**/preview/page', async (route) => {
    const response = await route.fetch()
    const { 'connection-allowlist': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const frame = await preview(page, 'html', '<p>plain</p><script>document.write("<p>ran</p>")</script>')
  await expect(frame.getByText('plain')).toBeVisible()
  await expect(frame.getByText('ran')).toHaveCount(0)
  await expect(pane(page)).toContainText('Scripts are off')
})

const picture =
  '<svg width="40" height="20"><title>Harbour</title><script>parent.ran = 1</script><rect width="40" height="20" fill="teal"/></svg>'

test('the preview is opened, switched, reloaded, widened, enlarged, saved and closed by keyboard', async ({
  atelier,
  chat: page,
  shellKind,
}) => {
  await say(page, `Repeat exactly: \`\`\`svg\n${picture}\n\`\`\``)
  const open = (await answered(page, 1)).getByRole('button', { name: 'Preview', exact: true })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(pane(page)).toBeFocused()
  const drawn = page.frameLocator('iframe').locator('img')
  await expect(drawn).toHaveJSProperty('complete', true)
  await expect(drawn).toHaveJSProperty('naturalWidth', 40)
  expect(await findings(page)).toEqual([])

  await page.keyboard.press('Tab')
  await expect(pane(page).getByRole('separator')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await atelier.call('settings.get', {})).previewWidth).toBe(544)

  await page.keyboard.press('Tab')
  await expect(pane(page).getByRole('radio', { name: 'Preview' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(pane(page).locator('pre')).toContainText('<rect width="40"')
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('iframe')).toHaveCount(1)

  await page.evaluate("document.querySelector('iframe').dataset.before = ''")
  await page.keyboard.press('Tab')
  await expect(pane(page).getByRole('button', { name: 'Reload' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('iframe:not([data-before])')).toHaveCount(1)
  await expect(drawn).toHaveJSProperty('naturalWidth', 40)

  await page.keyboard.press('Tab')
  await expect(pane(page).getByRole('button', { name: 'Save as a file' })).toBeFocused()
  if (shellKind === 'browser') {
    const saved = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await saved).suggestedFilename()).toBe('code.svg')
  }

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(pane(page).getByRole('button', { name: 'Next to the chat' })).toBeFocused()
  expect((await pane(page).boundingBox())?.width).toBe(1280)
  await page.keyboard.press('Escape')
  await expect(pane(page).getByRole('button', { name: 'Full size' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pane(page)).toHaveCount(0)
  await expect(open).toBeFocused()
})

test('a diagram is drawn without the network, is saved as a picture, and names its error', async ({
  atelier,
  chat: page,
  shellKind,
}) => {
  const listener = await openListener()
  const { origin } = new URL(listener.address)
  const hostile = [
    `%%{init: { "securityLevel": "loose", "themeCSS": "@import url(${origin}/css); * { background: url(${origin}/bg) }" }}%%`,
    'flowchart LR',
    `  A["<img src='${origin}/img' onerror='parent.postMessage(1)'> Begin"] --> B[End]`,
    `  click A "javascript:fetch('${origin}/click')"`,
    `  click B href "${origin}/link"`,
  ].join('\n')
  const frame = await preview(page, 'mermaid', hostile)
  await expect(frame.locator('svg')).toContainText('End')
  await frame.locator('svg').getByText('End').click()
  await expect(pane(page)).toContainText('Previews have no network')
  await fetch(listener.address)
  expect(listener.arrived).toEqual([])
  const save = pane(page).getByRole('button', { name: 'Save the diagram as SVG' })
  if (shellKind === 'browser') {
    const saved = page.waitForEvent('download')
    await save.click()
    expect((await saved).suggestedFilename()).toBe('Diagram.svg')
  }
  await page.keyboard.press('Escape')

  await say(page, 'Repeat exactly: ```mermaid\nflowchart LR\n  A -->\n```')
  await (await answered(page, 2)).getByRole('button', { name: 'Preview', exact: true }).press('Enter')
  await expect(pane(page)).toContainText('This cannot be drawn')
  await expect(pane(page).locator('pre')).toContainText('Parse error')
  expect(atelier.complaints()).toEqual([])
  await listener.close()
})

test('a preview page cannot keep the focus that it takes, and Escape leaves it', async ({ chat: page }) => {
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  const code = `<input><script>
    addEventListener('keydown', (event) => event.stopImmediatePropagation(), true)
  </script>`
  const frame = await preview(page, 'html', code)
  await expect(frame.locator('input')).toBeVisible()
  await composer.click()
  await page.evaluate(`(() => {
    window.moves = []
    for (const move of ['blur', 'focusin']) addEventListener(move, () => window.moves.push(move))
  })()`)
  // what a script of the page could do at any time
  const own = page.frames().find((one) => /\/preview\/|^preview:/.test(one.url()))
  await own?.evaluate("document.querySelector('input').focus()")
  await expect.poll(() => page.evaluate<string[]>('window.moves')).toEqual(['blur', 'focusin'])
  await expect(composer).toBeFocused()
  await page.keyboard.type('still here')
  await expect(composer).toHaveValue('still here')
  await frame.locator('input').click()
  await page.keyboard.type('typed', { delay: 40 })
  await expect(frame.locator('input')).toHaveValue('typed')
  await page.keyboard.press('Escape')
  await expect(pane(page)).toHaveCount(0)

  await composer.fill('')
  await say(
    page,
    'Repeat exactly: ```html\n<input><script>setInterval(() => document.querySelector("input").focus(), 50)</script>\n```',
  )
  const answer = await answered(page, 2)
  await answer.getByRole('button', { name: 'Preview', exact: true }).press('Enter')
  await composer.click()
  await expect(pane(page)).toContainText('kept taking the keyboard')
  await expect(composer).toBeFocused()
})

test('a preview page that is ended while it has the focus returns it to the text field', async ({ chat: page }) => {
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  const code = `<input><script>
    addEventListener('message', ({ data }) => {
      if (data === 'flood') for (let at = 0; at < 400; at += 1) parent.postMessage({ preview: 'refused' }, '*')
    })
  </script>`
  const frame = await preview(page, 'html', code)
  await expect(frame.locator('input')).toBeVisible()
  await composer.click()
  // the page is ended between its taking the focus and Atelier's giving it back
  await page.evaluate(`addEventListener('blur', () => {
    document.querySelector('iframe').contentWindow.postMessage('flood', '*')
  })`)
  const own = page.frames().find((one) => /\/preview\/|^preview:/.test(one.url()))
  await own?.evaluate("document.querySelector('input').focus()")
  await expect(pane(page)).toContainText('kept calling Atelier')
  await expect(composer).toBeFocused()
  await page.keyboard.type('still here')
  await expect(composer).toHaveValue('still here')
})
