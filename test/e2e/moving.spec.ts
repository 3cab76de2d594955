import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { browserShellOnly, environmentOf, exchange, expect, parts, test } from './fixtures.ts'
import { openSettings } from './side-pages.ts'

test.beforeEach(({ shellKind }) =>
  browserShellOnly(shellKind, 'Electron starts again as another process, which the test cannot follow'),
)

test('the data folder is moved to a typed path, and the app restarts with all its data', async ({
  atelier,
  gateway,
}) => {
  const page = await atelier.start({ environment: environmentOf(gateway), named: false })
  const home = join(atelier.data, 'Atelier')
  const target = join(atelier.data, 'elsewhere')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await exchange(page, 'Tea and bridges', 1)
  await openSettings(page, 'storage')
  await expect(page.getByText(home, { exact: true })).toBeVisible()
  await button('Move…').click()
  const folder = page.getByRole('textbox', { name: 'New folder' })
  await folder.fill('elsewhere')
  await folder.press('Enter')
  await expect(page.getByRole('alert')).toContainText('full path')
  atelier.allow(/WebSocket connection to .+ failed/, /Failed to load resource/)
  await folder.fill(target)
  await folder.press('Enter')
  await expect(page.getByText(`Your data is now in ${target}.`, { exact: true })).toBeVisible()
  await expect(parts.row(page, 'Tea and bridges')).toBeVisible()
  expect((await atelier.messages()).map(({ text }) => text)[0]).toBe('Tea and bridges')
  // and it goes on there
  await parts.newChat(page).click()
  await exchange(page, 'Said in the new place', 1)

  await button('Open storage').click()
  await expect(page.getByText(new RegExp(`The old folder ${home} still holds a copy: \\d+ files, `))).toBeVisible()
  await button('Delete the old copy').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the old copy' }).click()
  await expect(page.getByText('Old copy deleted.').first()).toBeVisible()
  await expect(page.getByText('still holds a copy')).toHaveCount(0)
  expect(existsSync(join(home, 'atelier.db'))).toBe(false)
  expect(readdirSync(home)).toContain('location.json')

  // a second start on the default folder finds the running instance
  const second = spawn(process.execPath, [join(import.meta.dirname, '../../out/main/browser.js'), '--no-open'], {
    env: { PATH: process.env.PATH ?? '', HOME: atelier.data, XDG_CONFIG_HOME: atelier.data },
  })
  let output = ''
  second.stdout.on('data', (data: Buffer) => {
    output += String(data)
  })
  await once(second, 'close')
  expect(output).toMatch(/^Atelier is already open on this data: http:\/\/127\.0\.0\.1:/)

  // so does the next start after a crash
  await atelier.kill()
  const again = await atelier.start({ environment: environmentOf(gateway), named: false })
  await expect(parts.row(again, 'Said in the new place')).toBeVisible()
  await expect(parts.row(again, 'Tea and bridges')).toBeVisible()
})

test('a folder given at the start cannot be moved, and the page says why', async ({ chat: page, atelier }) => {
  await openSettings(page, 'storage')
  await expect(page.getByText(`${atelier.data} · Set by --data at start.`, { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move…' })).toHaveCount(0)
})

test('a cancelled move leaves everything unchanged', async ({ atelier, gateway }) => {
  const page = await atelier.start({ environment: environmentOf(gateway), named: false })
  await exchange(page, 'Tea and bridges', 1)
  await atelier.call('recordings.begin', { recordingId: crypto.randomUUID(), name: 'x' })
  await openSettings(page, 'storage')
  await page.getByRole('button', { name: 'Move…' }).click()
  await page.getByRole('textbox', { name: 'New folder' }).fill(join(atelier.data, 'elsewhere'))
  await page.getByRole('button', { name: 'Move data' }).click()
  await expect(page.getByRole('progressbar', { name: /waiting/ })).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Move…' })).toBeEnabled()
  expect(existsSync(join(atelier.data, 'elsewhere'))).toBe(false)
  await expect(parts.panels(page)).toBeVisible()
})
