import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { exchange, expect, parts, test } from './fixtures.ts'
import { openSettings } from './side-pages.ts'

const cards = (page: Page): Locator => page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true })

/** Makes a backup in the page and waits for it. */
async function makeBackup(page: Page, passphrase: string | null): Promise<void> {
  await button(page, 'Back up now').click()
  const dialog = page.getByRole('dialog')
  if (passphrase !== null) {
    await dialog.getByRole('checkbox', { name: 'Protect it with a passphrase' }).check()
    await dialog.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(passphrase)
    await dialog.getByRole('textbox', { name: 'Passphrase again' }).fill(passphrase)
  }
  await button(dialog, 'Back up now').click()
  await expect(page.getByText('Backup made and verified.').first()).toBeVisible()
}

/** Confirms a restore in both dialogs. */
async function restore(page: Page, card: Locator): Promise<void> {
  await button(card, 'Restore…').click()
  const dialog = page.getByRole('dialog', { name: /^Restore the backup of/ })
  await expect(dialog.getByRole('row', { name: /^Messages/ })).toContainText('Messages42')
  await button(dialog, 'Restore').click()
}

test('a backup is made, verified, and restores the earlier state', async ({ chat: page, atelier }) => {
  await exchange(page, 'Tea and bridges', 1)
  await openSettings(page, 'backup')
  await expect(page.getByText('No backup yet.')).toBeVisible()
  await makeBackup(page, null)
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page).first()).toContainText('Verified')
  await expect(cards(page).first()).toContainText('2 messages')

  await parts.panels(page).getByRole('button', { name: 'Chat' }).click()
  await parts.newChat(page).click()
  await exchange(page, 'Said since then', 1)
  await openSettings(page, 'backup')
  atelier.allow(/WebSocket connection to .+ failed/, /Failed to load resource/)
  await restore(page, cards(page).first())
  await expect(page.getByText(/was restored/)).toBeVisible()
  await expect(parts.row(page, 'Tea and bridges')).toBeVisible()
  await expect(parts.row(page, 'Said since then')).toHaveCount(0)
  // the data before the restore are a separate backup
  await openSettings(page, 'backup')
  await expect(cards(page).filter({ hasText: 'Before a restore' })).toContainText('Verified')
  await expect(cards(page).filter({ hasText: 'Before a restore' })).toContainText('4 messages')
})

test('a protected backup opens only with its passphrase, and a truncated one has its own message', async ({
  chat: page,
  atelier,
}) => {
  await openSettings(page, 'backup')
  await makeBackup(page, 'a long passphrase')
  const card = cards(page).first()
  await expect(card).toContainText('Protected')
  await button(card, 'Restore…').click()
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('another passphrase')
  await button(page, 'Open').click()
  await expect(page.getByRole('alert')).toContainText('This passphrase does not open the backup.')
  await button(page, 'Dismiss').click()
  await button(card, 'Check').click()
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('a long passphrase')
  await button(page, 'Open').click()
  await expect(page.getByText('The backup is intact.').first()).toBeVisible()

  const { backups } = await atelier.call('backups.list', {})
  const path = join(atelier.data, 'backups', backups[0]?.name ?? '')
  // unit tests derive keys with less work
  const header = readFileSync(path).subarray(0, 4096).toString('latin1').split('\n')[1] ?? ''
  expect(JSON.parse(header)).toMatchObject({ kdf: 'scrypt', cost: 131_072, blockSize: 8, parallelization: 1 })
  writeFileSync(path, readFileSync(path).subarray(0, -2000))
  await button(card, 'Check').click()
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('a long passphrase')
  await button(page, 'Open').click()
  await expect(card).toContainText('Not usable')
  await expect(card).not.toContainText('Verified')
})

test('a backup from elsewhere is copied in, and another kind of file is refused', async ({ chat: page, atelier }) => {
  await openSettings(page, 'backup')
  await makeBackup(page, null)
  const [made] = (await atelier.call('backups.list', {})).backups
  const bytes = readFileSync(join(atelier.data, 'backups', made?.name ?? ''))
  await button(cards(page).first(), 'Remove').click()
  await expect(page.getByRole('dialog')).toContainText('It is the only verified one.')
  await button(page.getByRole('dialog'), 'Remove').click()
  await expect(cards(page)).toHaveCount(0)

  const chooser = page.locator('input[type=file][accept=".atelier-backup"]')
  await chooser.setInputFiles({ name: 'old.atelier-backup', mimeType: 'application/octet-stream', buffer: bytes })
  await expect(cards(page).first()).toContainText('From elsewhere')
  await expect(cards(page).first()).toContainText('Not checked')
  await button(cards(page).first(), 'Check').click()
  await expect(cards(page).first()).toContainText('Verified')
  await chooser.setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear reader') })
  await expect(page.getByRole('alert')).toContainText('This file is not an Atelier backup.')
})

test('the storage page shows what uses space, and removes leftover files', async ({ chat: page, atelier }) => {
  const id = 'ab'.repeat(32)
  const folder = join(atelier.data, 'media', 'ab')
  mkdirSync(folder, { recursive: true })
  const orphan = join(folder, id)
  writeFileSync(orphan, 'x'.repeat(5000))
  const yesterday = Date.now() / 1000 - 86_400
  utimesSync(orphan, yesterday, yesterday)
  await openSettings(page, 'storage')
  await expect(page.getByRole('table', { name: 'Storage by kind' })).toContainText('Database')
  await button(page, 'Find').click()
  await expect(page.getByText('1 file, 5 kB.')).toBeVisible()
  await button(page, 'Delete').click()
  await button(page.getByRole('dialog'), 'Delete').click()
  await expect(page.getByText('No orphaned files.')).toBeVisible()
  expect(existsSync(orphan)).toBe(false)
  await button(page, 'Check now').click()
  await expect(page.getByText('No problems: the database and 0 files are intact.')).toBeVisible()
})
