import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/language.ts'
import { findings } from './axe.ts'
import { environmentOf, expect, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'

async function openUpdates(page: Page, language: Language): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${wordsOf(language, 'settings.panel')}`) })
    .first()
    .click()
  await page
    .getByRole('navigation', { name: wordsOf(language, 'settings.title') })
    .getByRole('button', { name: wordsOf(language, 'settings.updates'), exact: true })
    .click()
}

for (const language of ['en', 'zh-CN'] as const) {
  test(`the browser shell says in ${language} how this copy is updated`, async ({ atelier, gateway }) => {
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await page.reload()
    await openUpdates(page, language)
    await expect(page.getByText(wordsOf(language, 'updates.elsewhere'))).toBeVisible()
    expect((await atelier.call('updates.check', {})).how).toBe('elsewhere')
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'updates', language)
  })
}
