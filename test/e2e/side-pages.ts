import { expect, type Page } from '@playwright/test'
import { type LibraryPage, type SettingsPage, settingsGroups } from '../../src/renderer/platform/navigation.ts'
import { type Language, wordsOf } from './page-parts.ts'

/** Opens a page of the settings by the entry of the list that shows it. */
export async function openSettings(page: Page, wanted: SettingsPage, language: Language = 'en'): Promise<void> {
  await openPanel(page, 'settings', language)
  await chooseSettings(page, wanted, language)
}

/** Chooses a page in the settings, which are open. */
export async function chooseSettings(page: Page, wanted: SettingsPage, language: Language = 'en'): Promise<void> {
  const holds = ({ pages }: { readonly pages: readonly SettingsPage[] }) => pages.includes(wanted)
  const entry = settingsGroups
    .flatMap<{ readonly words: string; readonly pages: readonly SettingsPage[] }>(({ entries }) => entries)
    .find(holds)
  await page
    .getByRole('navigation', { name: wordsOf(language, 'settings.title') })
    .getByRole('button', { name: wordsOf(language, entry?.words ?? ''), exact: true })
    .click()
  const heading = page.getByRole('heading', { name: wordsOf(language, `settings.${wanted}`), level: 2 })
  await expect(heading).toBeVisible()
  if ((await page.locator('details:not([open]) > summary').filter({ has: heading }).count()) > 0) await heading.click()
}

/** Opens a page of the library. */
export async function openLibrary(page: Page, wanted: LibraryPage, language: Language = 'en'): Promise<void> {
  await openPanel(page, 'library', language)
  const name = wordsOf(language, `library.${wanted}`)
  await page
    .getByRole('navigation', { name: wordsOf(language, 'library.panel') })
    .getByRole('button', { name, exact: true })
    .click()
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
}

async function openPanel(page: Page, panel: 'library' | 'settings', language: Language): Promise<void> {
  await page
    .getByRole('navigation', { name: wordsOf(language, 'app.panels') })
    .getByRole('button', { name: new RegExp(`^${wordsOf(language, `${panel}.panel`)}`) })
    .click()
}
