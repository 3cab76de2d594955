import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { en } from '../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../src/renderer/platform/i18n/locales/zh-cn.ts'
import { type Atelier, type Language, parts } from './fixtures.ts'
import { openSettings } from './side-pages.ts'

/** The texts of each language, to find elements by. */
const wordsOf = { en, 'zh-CN': zhCN } as const

/** Visits the pages of backups and storage, and stops at each state to look at. */
export async function tourOfBackups(
  { atelier, page, language }: { readonly atelier: Atelier; readonly page: Page; readonly language: Language },
  stop: (state: string) => Promise<void>,
): Promise<void> {
  const { backup, app } = wordsOf[language]
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(parts.panels(page).or(page.getByRole('navigation').first()).first()).toBeVisible()
  await openSettings(page, 'backup', language)
  await stop('backup-none')
  await atelier.call('backups.make', { passphrase: null })
  const sealed = await atelier.call('backups.make', { passphrase: 'a long passphrase' })
  writeFileSync(join(atelier.data, 'backups', 'bad.atelier-backup'), 'PK\x03\x04 and no more')
  await atelier.call('backups.verify', { name: 'bad.atelier-backup', passphrase: null })
  await expect(page.getByRole('list', { name: backup.list }).getByRole('listitem')).toHaveCount(3)
  await stop('backup-list')
  await button(backup.make).click()
  await page.getByRole('checkbox', { name: backup.protect }).check()
  await stop('backup-make')
  await button(app.cancel).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page
    .getByRole('listitem')
    .filter({ hasText: backup.sealed })
    .getByRole('button', { name: backup.restore })
    .click()
  await page.getByRole('textbox', { name: backup.passphrase }).fill('a long passphrase')
  await stop('backup-open')
  await button(backup.open).click()
  await expect(button(backup.restoreConfirm)).toBeVisible()
  await stop('backup-restore')
  await button(app.cancel).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await atelier.call('backups.remove', { name: sealed.name })
  await tourOfPlaces({ atelier, page, language }, stop)
  await openSettings(page, 'storage', language)
  await button(backup.storage.checkNow).click()
  await expect(button(backup.storage.checkNow)).toBeEnabled()
  await expect(page.getByRole('table', { name: backup.storage.table })).toBeVisible()
  await stop('storage')
}

/** Visits the places of the page of backups: the form of each kind, a place with its last backup, one that failed. */
async function tourOfPlaces(
  { atelier, page, language }: { readonly atelier: Atelier; readonly page: Page; readonly language: Language },
  stop: (state: string) => Promise<void>,
): Promise<void> {
  const { app, places } = wordsOf[language]
  const folder = join(atelier.data, '..', `${basename(atelier.data)}-place`)
  mkdirSync(folder)
  await atelier.call('backups.setPassphrase', { passphrase: 'a long passphrase' })
  for (const kind of ['webdav', 's3'] as const) {
    await page.getByRole('button', { name: places.add, exact: true }).click()
    await page.getByRole('radio', { name: places.kinds[kind] }).check({ force: true })
    await stop(`places-form-${kind}`)
    await page.getByRole('dialog').getByRole('button', { name: app.close }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const [good, bad] = [crypto.randomUUID(), crypto.randomUUID()]
  const target = { kind: 'folder', path: folder } as const
  await atelier.call('places.save', { id: good, name: 'NAS 书房', target, secret: null })
  await atelier.call('places.send', { id: good })
  const list = page.getByRole('list', { name: places.list })
  await expect(list.getByText(places.last.slice(0, 4))).toBeVisible()
  const server = { kind: 'webdav', address: 'http://127.0.0.1:65534/dav/', allowInsecure: false, user: 'mei' } as const
  await atelier.call('places.save', { id: bad, name: 'Nextcloud', target: server, secret: 'a-password' })
  await atelier.call('places.send', { id: bad })
  await expect(list.getByRole('alert')).toBeVisible()
  await list.scrollIntoViewIfNeeded()
  await list.getByRole('button', { name: places.forget }).last().focus()
  await stop('places-list')
  await list.getByRole('button', { name: places.show }).first().click()
  await expect(page.getByRole('dialog').getByRole('button', { name: places.fetch })).toBeVisible()
  await stop('places-backups')
  await page.getByRole('dialog').getByRole('button', { name: app.close }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  rmSync(folder, { recursive: true })
}
