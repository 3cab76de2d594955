import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { AuthorizationServer } from '../fakes/authorization-server.ts'
import { environmentOf, expect, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { openSettings } from './side-pages.ts'

const hostile = join(import.meta.dirname, '../fakes/hostile-mcp-server.ts')
const node = join(import.meta.dirname, '../../node_modules/.bin/node')

async function fill(page: Page, w: (key: string) => string, name: string, command: string, given: string) {
  await page.getByRole('textbox', { name: w('servers.name'), exact: true }).fill(name)
  await page.getByRole('textbox', { name: w('servers.command') }).fill(command)
  await page.getByRole('textbox', { name: w('servers.arguments') }).fill(given)
}

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`${language}: servers are added, confirmed by their command, and removed`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
    await openSettings(page, 'servers', language)
    await expect(page.getByText(w('servers.none'))).toBeVisible()
    const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })

    // an import only fills the form
    await page.getByRole('button', { name: w('servers.import') }).press('Enter')
    await page.getByRole('textbox', { name: w('servers.importLabel') }).fill('{"servers": {')
    await expect(page.getByRole('alert')).toHaveText(w('servers.importNothing'))
    const config = {
      mcpServers: { missing: { command: 'no-such-command', args: ['-y', 'a\u202eb'], env: { TOKEN: 'x' } } },
    }
    await page.getByRole('textbox', { name: w('servers.importLabel') }).fill(JSON.stringify(config))
    await page.getByRole('button', { name: 'missing' }).press('Enter')
    await expect(page.getByRole('textbox', { name: w('servers.command') })).toHaveValue('no-such-command')
    expect(await atelier.call('mcp.list', {})).toEqual([])
    await lookInBothThemes(page, 'servers-form', language)
    await page.getByRole('button', { name: w('app.save'), exact: true }).click()

    // the exact command is shown, with what nobody would see
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('a\\u{202e}b')
    await expect(dialog).toContainText('TOKEN')
    await lookInBothThemes(page, 'servers-confirm', language)
    await page.keyboard.press('Escape')
    await expect(card('missing')).toContainText(w('servers.state.unconfirmed'))
    await card('missing')
      .getByRole('button', { name: w('servers.review') })
      .click()
    await dialog.getByRole('button', { name: w('servers.confirm') }).click()
    await expect(card('missing')).toContainText('no-such-command')
    await expect(card('missing')).toContainText(w('servers.state.failed'))

    await page.getByRole('button', { name: w('servers.add') }).click()
    await fill(page, w, '测试 server', node, `${hostile}\ngood`)
    await page.getByRole('button', { name: w('app.save'), exact: true }).click()
    await dialog.getByRole('button', { name: w('servers.confirm') }).click()
    await expect(card('测试 server')).toContainText(w('servers.state.ready'))
    await card('测试 server').locator('summary').click()
    await expect(card('测试 server').getByRole('region', { name: w('servers.log') })).toContainText(
      'Welcome to the test server',
    )
    await lookInBothThemes(page, 'servers-list', language)

    await card('missing')
      .getByRole('button', { name: w('settings.remove'), exact: true })
      .click()
    await dialog.getByRole('button', { name: w('settings.remove'), exact: true }).click()
    await expect(card('missing')).toBeHidden()
    await card('测试 server')
      .getByRole('button', { name: w('servers.turnOff') })
      .click()
    await expect(card('测试 server')).toContainText(w('servers.state.off'))
  })

  test(`${language}: the user signs in to a server in the browser`, async ({ atelier, gateway }) => {
    const server = await AuthorizationServer.start()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
    await openSettings(page, 'servers', language)
    await page.getByRole('button', { name: w('servers.add') }).click()
    await page.getByRole('textbox', { name: w('servers.name'), exact: true }).fill('Remote')
    await page.getByRole('radio', { name: w('servers.kinds.http'), exact: true }).check()
    await page.getByRole('textbox', { name: w('servers.address') }).fill(server.url)
    await page.getByRole('button', { name: w('app.save'), exact: true }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'Remote' })

    const opened = page.waitForEvent('popup')
    await card.getByRole('button', { name: w('servers.signIn'), exact: true }).press('Enter')
    const popup = await opened
    await popup.waitForURL(/authorize/)
    await expect(card).toContainText(new URL(server.authorityServer.origin).host)
    await lookInBothThemes(page, 'servers-sign-in', language)
    const again = page.waitForEvent('popup')
    await card.getByRole('button', { name: w('servers.signInAgain') }).click()
    await (await again).close()
    await card.getByRole('button', { name: w('app.cancel'), exact: true }).click()
    await expect(card.getByRole('button', { name: w('servers.signIn'), exact: true })).toBeVisible()

    const second = page.waitForEvent('popup')
    await card.getByRole('button', { name: w('servers.signIn'), exact: true }).click()
    const asked = await second
    await asked.waitForURL(/authorize/)
    await asked.goto(server.allowed(asked.url()).href)
    await expect(asked.getByText('Atelier')).toBeVisible()
    await expect(card).toContainText(w('servers.state.ready'))
    await expect(card).toContainText(w('servers.signedIn'))
    await card.getByRole('button', { name: w('servers.signOut') }).click()
    await expect(card.getByRole('button', { name: w('servers.signIn'), exact: true })).toBeVisible()
    await server.close()
  })
}
