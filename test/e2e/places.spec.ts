import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type DavServer, startLooseDav } from '../fakes/webdav-servers.ts'
import { exchange, expect, parts, test } from './fixtures.ts'
import { openSettings } from './side-pages.ts'

const passphrase = 'a long passphrase'
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true })
const places = (page: Page): Locator => page.getByRole('list', { name: 'Other places' }).getByRole('listitem')

async function setPassphrase(page: Page): Promise<void> {
  await button(page, 'Set passphrase…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(passphrase)
  await dialog.getByRole('textbox', { name: 'Passphrase again' }).fill(passphrase)
  await button(dialog, 'Save').click()
  await expect(dialog).toHaveCount(0)
}

/** Fills the form for a WebDAV server. */
async function fillDav(page: Page, { address, user }: DavServer, password: string): Promise<Locator> {
  await button(page, 'Add a place…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'WebDAV' }).check({ force: true })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('My cloud')
  await dialog.getByRole('textbox', { name: 'Address of the folder' }).fill(address)
  await dialog.getByRole('textbox', { name: 'User name' }).fill(user)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  return dialog
}

test('backups are uploaded to a server and restored from it on a new computer', async ({ chat: page, atelier }) => {
  test.slow()
  const server = await startLooseDav()
  try {
    await exchange(page, 'Tea and bridges', 1)
    await openSettings(page, 'backup')
    await expect(page.getByText('Set the passphrase for automatic backups above first.')).toBeVisible()
    await setPassphrase(page)
    const dialog = await fillDav(page, server, 'not the password')
    await button(dialog, 'Test').click()
    await expect(dialog.getByRole('alert')).toContainText('The place does not accept this name and password.')
    await dialog.getByRole('textbox', { name: 'Password' }).fill(server.password)
    await button(dialog, 'Test').click()
    await expect(dialog.getByText('The place works')).toBeVisible()
    await button(dialog, 'Save').click()
    await expect(places(page).first()).toContainText('Nothing sent yet.')
    await button(places(page).first(), 'Send now').press('Enter')
    await expect(places(page).first()).toContainText('Last sent')

    await parts.panels(page).getByRole('button', { name: 'Chat' }).click()
    await parts.newChat(page).click()
    await exchange(page, 'Said since then', 1)
    await openSettings(page, 'backup')
    // as on a new computer: nothing is in the local folder
    const { backups } = await atelier.call('backups.list', {})
    for (const { name } of backups) await atelier.call('backups.remove', { name })
    await button(places(page).first(), 'Show backups…').press('Enter')
    await expect(page.getByRole('dialog').getByText('From this computer')).toBeVisible()
    await button(page.getByRole('dialog'), 'Check').press('Enter')
    await expect(page.getByText('Every byte of the backup is intact.').first()).toBeVisible()
    await button(page.getByRole('dialog'), 'Fetch').press('Enter')
    await expect(page.getByText('The backup is in the list of backups.').first()).toBeVisible()
    const card = page.getByRole('list', { name: 'Backups', exact: true }).getByRole('listitem').first()
    await expect(card).toContainText('From elsewhere')
    await button(card, 'Restore…').press('Enter')
    await button(page, 'Open').click()
    atelier.allow(/WebSocket connection to .+ failed/, /Failed to load resource/)
    await button(page.getByRole('dialog', { name: /^Restore the backup of/ }), 'Restore').click()
    await expect(page.getByText(/was restored/)).toBeVisible()
    await expect(parts.row(page, 'Tea and bridges')).toBeVisible()
    await expect(parts.row(page, 'Said since then')).toHaveCount(0)
  } finally {
    await server.close()
  }
})

test('a missing backup folder is reported, and a destination is removed with its backups kept', async ({
  chat: page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-place-'))
  try {
    await openSettings(page, 'backup')
    await setPassphrase(page)
    await button(page, 'Add a place…').press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
    await button(dialog, 'Save').click()
    await expect(dialog).toHaveCount(0)
    const card = places(page).first()
    await button(card, 'Send now').press('Enter')
    await expect(card).toContainText('Last sent')
    const before = readdirSync(folder, { recursive: true }).length
    await button(card, 'Remove…').press('Enter')
    await button(page.getByRole('dialog'), 'Remove place').click()
    await expect(places(page)).toHaveCount(0)
    expect(readdirSync(folder, { recursive: true })).toHaveLength(before)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
