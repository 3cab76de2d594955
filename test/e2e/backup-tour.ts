import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { en, zhCN } from '../../src/renderer/platform/i18n/locales/words.ts'
import { type Atelier, type Language, parts } from './fixtures.ts'

/** The texts of each language, to find elements by. */
const wordsOf = { en, 'zh-CN': zhCN } as const

/** Opens a page of the settings by its name. */
export async function openSettings(page: Page, name: 'backup' | 'storage', language: Language = 'en'): Promise<void> {
  const { settings } = wordsOf[language]
  await page.getByRole('button', { name: settings.panel, exact: true }).click()
  await page
    .getByRole('navigation', { name: settings.title })
    .getByRole('button', { name: settings[name], exact: true })
    .click()
  await expect(page.getByRole('heading', { name: settings[name], level: 2 })).toBeVisible()
}

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
  await openSettings(page, 'storage', language)
  await button(backup.storage.checkNow).click()
  await expect(button(backup.storage.checkNow)).toBeEnabled()
  await expect(page.getByRole('table', { name: backup.storage.table })).toBeVisible()
  await stop('storage')
}
