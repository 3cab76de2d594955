import { expect, type Locator, type Page } from '@playwright/test'

/** Elements of the panel by role and name, in English. */
export const desk = {
  list: (page: Page): Locator => page.getByRole('list', { name: 'History', exact: true }),
  rows: (page: Page): Locator => desk.list(page).locator('[data-item]'),
  row: (page: Page, text: string | RegExp): Locator => desk.rows(page).filter({ hasText: text }),
  titled: (page: Page, title: string): Locator =>
    desk.rows(page).filter({ has: page.getByText(title, { exact: true }) }),
  field: (page: Page): Locator => page.getByRole('combobox', { name: 'Search everything you made' }),
  results: (page: Page): Locator => page.getByRole('listbox', { name: 'Results' }).getByRole('option'),
  kinds: (page: Page): Locator => page.getByRole('group', { name: 'Kinds' }),
  place: (page: Page, name: string): Locator =>
    page.getByRole('group', { name: 'Place' }).getByRole('button', { name, exact: true }),
  selection: (page: Page): Locator => page.getByRole('region', { name: 'Selection' }),
  findBar: (page: Page): Locator => page.getByRole('search', { name: 'Search in this chat' }),
} as const

/** Shows the panel. */
export async function showHistory(page: Page): Promise<void> {
  await page.keyboard.press('Control+5')
  await expect(desk.field(page)).toBeVisible()
}

/** Titles of rows, in order. */
export const titles = (rows: Locator): Promise<readonly string[]> => rows.locator('b').allTextContents()

/** Types into the focused field, and waits for the results of the whole text: a part of it may have as many. */
export async function typeSearch(page: Page, text: string, count: number): Promise<void> {
  await page.keyboard.type(text)
  await expect(desk.results(page).first().locator('mark').first()).toHaveText(text)
  await expect(desk.results(page)).toHaveCount(count)
}
