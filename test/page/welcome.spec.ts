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
