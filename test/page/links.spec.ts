import type { Page } from '@playwright/test'
import { lookInBothThemes } from '../e2e/looks.ts'
import { expect, test, wordsOf } from './fixtures.ts'

const strangersKey = 'sk-qzxstrangerskey0123456789'

/** Opens a link by the command palette. */
async function openLink(page: Page, link: string, language: 'en' | 'zh-CN' = 'en'): Promise<void> {
  const command = wordsOf(language, 'links.command')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: wordsOf(language, 'palette.placeholder') }).fill(command.replace('…', ''))
  await expect(page.getByRole('option', { name: command })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: wordsOf(language, 'links.askLabel') })
  await expect(field).toBeFocused()
  await field.fill(link)
  await page.getByRole('button', { name: wordsOf(language, 'links.continue') }).click()
}

const addressOf = (address: string) => encodeURIComponent(address)

for (const language of ['en', 'zh-CN'] as const)
  test(`the dialogs of links fit the window in ${language}`, async ({ atelier }) => {
    test.slow()
    const page = await atelier.start()
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    await openLink(page, `atelier://connect?name=Team&address=gateway.example&key=${strangersKey}`, language)
    await expect(page.getByRole('dialog', { name: wordsOf(language, 'links.addTitle') })).toBeVisible()
    await lookInBothThemes(page, 'link-connect', language)
    await page.keyboard.press('Escape')
    await openLink(page, `atelier://connect?name=a%00b&address=${addressOf('http://gаteway.example')}`, language)
    await expect(page.getByRole('dialog', { name: wordsOf(language, 'links.addTitle') })).toBeVisible()
    await lookInBothThemes(page, 'link-warned', language)
    await page.keyboard.press('Escape')
    await openLink(page, 'atelier://open/file/x', language)
    await lookInBothThemes(page, 'link-refused', language)
    await page.keyboard.press('Escape')

    await page
      .getByRole('navigation')
      .first()
      .getByRole('button', { name: new RegExp(`^${wordsOf(language, 'settings.panel')}`) })
      .click()
    await page.getByText(wordsOf(language, 'links.adminTitle')).click()
    await page.getByRole('button', { name: wordsOf(language, 'settings.add'), exact: true }).press('Enter')
    await lookInBothThemes(page, 'link-form', language)
  })
