import { lookInBothThemes } from '../e2e/looks.ts'
import { expect, test, wordsOf } from './fixtures.ts'

for (const [address, why] of [
  ['https://name:secret@gateway.example/v1', 'The address must not contain a name or password.'],
  ['file:///etc/passwd', 'The address must begin with https://'],
  ['javascript:alert(1)', 'The address must begin with https://'],
  ['not an address!', 'No single gateway address found.'],
  ['', 'No single gateway address found.'],
] as const) {
  test(`refuses the address ${JSON.stringify(address)} with the reason`, async ({ atelier }) => {
    atelier.app.connections.forget()
    const page = await atelier.start()
    await page.getByRole('textbox', { name: 'Gateway address' }).fill(address)
    await page.getByLabel('API key').fill('sk-some-key')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(why)
    expect((await atelier.call('connections.list', {})).connections).toEqual([])
  })
}

test('the welcome page appears in one piece, however late its code comes', async ({ atelier, page }) => {
  atelier.app.connections.forget()
  let deliver: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    deliver = resolve
  })
  const held = page.waitForRequest(/\/Welcome-.*\.js$/)
  await page.route(/\/Welcome-.*\.js$/, async (route) => {
    await asked
    await route.continue()
  })
  const opening = atelier.start()
  await held
  const surface = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const before = await surface()
  deliver()
  await opening
  await expect(page.getByRole('button', { name: 'Try the demo, no key needed' })).toBeVisible()
  await expect(page.getByRole('main')).toHaveCSS('background-color', before)
  const shifts = await page.evaluate<number>(`new Promise((done) => {
    const seen = new PerformanceObserver((list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    seen.observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => setTimeout(() => done(0)))
  })`)
  expect(shifts).toBe(0)
})

for (const language of ['en', 'zh-CN'] as const)
  test(`the welcome page fits the window, in ${language}`, async ({ atelier }) => {
    const w = (key: string) => wordsOf(language, key)
    atelier.app.connections.forget()
    const page = await atelier.start()
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('heading', { name: w('welcome.title') })).toBeVisible()
    await lookInBothThemes(page, 'welcome', language)
    await page.getByRole('textbox', { name: w('connection.address') }).fill('http://gateway.example')
    await page.getByRole('button', { name: w('connection.connect'), exact: true }).click()
    await expect(page.getByRole('dialog', { name: w('connection.insecureTitle') })).toBeVisible()
    await lookInBothThemes(page, 'welcome-http', language)
  })
