import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { en } from '../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../src/renderer/platform/i18n/locales/zh-cn.ts'
import type { Atelier, Language } from './fixtures.ts'
import { openSettings } from './side-pages.ts'

const wordsOf = { en, 'zh-CN': zhCN } as const

/** Visits the states of a relocation, and stops at each one to look at. Needs the default folder. */
export async function tourOfMoving(
  { atelier, page, language }: { readonly atelier: Atelier; readonly page: Page; readonly language: Language },
  stop: (state: string) => Promise<void>,
): Promise<void> {
  const { app, backup, errors, notices } = wordsOf[language]
  const { storage } = backup
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await openSettings(page, 'storage', language)
  await expect(page.getByRole('table', { name: storage.table })).toBeVisible()
  await stop('move-storage')
  await button(storage.move).click()
  const folder = page.getByRole('textbox', { name: storage.moveFolder })
  await expect(folder).toBeFocused()
  await stop('move-asked')
  await folder.fill(join(atelier.data, 'Atelier', 'inside'))
  await folder.press('Enter')
  await expect(page.getByText(errors.target_inside.title)).toBeVisible()
  await stop('move-refused')
  // the move waits for a running recording
  const recordingId = randomUUID()
  await atelier.call('recordings.begin', { recordingId, name: 'x' })
  const target = join(atelier.data, 'another drive', 'Atelier 数据')
  await folder.fill(target)
  await folder.press('Enter')
  await expect(page.getByText(errors.target_no_parent.title)).toBeVisible()
  await folder.fill(join(atelier.data, 'Atelier 数据'))
  await button(storage.moveStart).click()
  await expect(page.getByRole('progressbar', { name: backup.step.waiting })).toBeVisible()
  await stop('move-waiting')
  atelier.allow(/WebSocket connection to .+ failed/, /Failed to load resource/)
  await atelier.call('recordings.end', { recordingId, complete: true })
  await expect(button(notices.openStorage)).toBeVisible()
  await stop('move-moved')
  await button(notices.openStorage).click()
  await button(app.dismiss).click()
  await expect(button(storage.oldDelete)).toBeVisible()
  await expect(page.getByRole('table', { name: storage.table })).toBeVisible()
  await stop('move-old-copy')
  await button(storage.oldDelete).click()
  await expect(page.getByRole('dialog', { name: storage.oldTitle })).toBeVisible()
  await stop('move-old-delete')
}
