import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LoginProxy, loginProxy } from '../fakes/login-proxy.ts'
import { findings } from './axe.ts'
import { answered, test as base, environmentOf, expect, parts, say, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { openSettings } from './side-pages.ts'

const login = { username: 'ann', password: 'qzx-proxy-password' }

const test = base.extend<{ door: LoginProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the first parameter
  door: async ({}, use) => {
    const proxy = await loginProxy(login)
    await use(proxy)
    await proxy.close()
  },
})

test('a user sets up a proxy, learns that the password is wrong, and chats through it', async ({
  atelier,
  gateway,
  door,
}) => {
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
  // a name that only the proxy knows
  const baseUrl = gateway.baseUrl.replace('127.0.0.1', 'gateway.example')
  const id = crypto.randomUUID()
  await atelier.call('connections.save', { id, name: 'Far', baseUrl, allowInsecure: true, key: gateway.key })
  await atelier.call('connections.setDefault', { id })

  await openSettings(page, 'network')
  const alert = page.getByRole('alert')
  const press = (name: string) =>
    page.getByRole('region', { name: 'Network' }).getByRole('button', { name, exact: true }).press('Enter')
  await page.getByRole('radio', { name: 'HTTP', exact: true }).check({ force: true })
  await page.getByRole('textbox', { name: 'Proxy host' }).fill('proxy.invalid')
  await page.getByRole('textbox', { name: 'Port' }).fill(String(door.port))
  await press('Test')
  await expect(alert).toContainText("The proxy's name has no address")
  await page.getByRole('textbox', { name: 'Proxy host' }).fill('127.0.0.1')
  await page.getByRole('textbox', { name: 'User name' }).fill(login.username)
  await page.getByLabel('Password').fill('wrong')
  await press('Test')
  await expect(alert).toContainText('refuses the user name or password')
  await page.getByLabel('Password').fill(login.password)
  await press('Test')
  await expect(alert).toContainText(`${new URL(baseUrl).host} answers through 127.0.0.1:${door.port}.`)
  expect(await findings(page)).toEqual([])
  expect((await atelier.call('network.get', {})).settings.mode).toBe('system')

  await press('Save')
  await expect(alert).toContainText('New requests use it')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(page.getByText('A password is saved.')).toBeVisible()

  const before = door.asked.length
  await atelier.call('models.list', { connectionId: id, refresh: true })
  await page.getByRole('button', { name: 'Chat', exact: true }).first().click()
  await parts.newChat(page).click()
  await expect(page.getByRole('button', { name: /demo-chat · Far|Far/ })).toBeVisible()
  await say(page, 'Tell me about tea')
  await expect(await answered(page, 1)).toContainText(/\w/)
  expect(door.asked.length).toBeGreaterThan(before)
  expect(new Set(door.asked)).toEqual(new Set([new URL(baseUrl).host]))

  const files = readdirSync(atelier.data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name)).includes(login.password), name).toBe(false)
})

for (const language of ['en', 'zh-CN'] as const)
  test(`the network page fits the window in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await openSettings(page, 'network', language)
    await lookInBothThemes(page, 'network-system', language)
    await page.getByRole('radio', { name: 'SOCKS5', exact: true }).check({ force: true })
    await page.getByRole('textbox', { name: wordsOf(language, 'network.host') }).fill('127.0.0.1')
    await page.getByRole('textbox', { name: wordsOf(language, 'network.port') }).fill('1')
    await page
      .getByRole('region', { name: wordsOf(language, 'settings.network') })
      .getByRole('button', { name: wordsOf(language, 'network.test'), exact: true })
      .press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await lookInBothThemes(page, 'network-tested', language)
  })
