import type { Page } from '@playwright/test'
import { type Language, wordsOf } from './fixtures.ts'

/** Chooses an item of the composer's menu, by the key of its words. */
export async function chooseAdded(page: Page, words: string, language: Language = 'en'): Promise<void> {
  await openAddMenu(page, language)
  await page.getByRole('menuitem', { name: new RegExp(`^${wordsOf(language, words)}`) }).click()
}

export async function openAddMenu(page: Page, language: Language = 'en'): Promise<void> {
  await page.getByRole('button', { name: wordsOf(language, 'composer.add'), exact: true }).click()
}
