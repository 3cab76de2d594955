import type { Page } from '@playwright/test'
import { lookInBothThemes } from '../e2e/looks.ts'
import { expect, parts, test, wordsOf } from './fixtures.ts'

const report = '[Page 1]\nThe sea rises.\n\n[Page 2]\n潮水 follows the moon.\n\n[Page 3]\nEbb at six.'

/** Attaches a text under a name and opens it. */
async function openFile(page: Page, name: string, text: string): Promise<void> {
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Read ' }).click()
  await expect(page.getByRole('region', { name: 'Text of the file' })).toBeVisible()
}

test('a page is quoted under its name and number, by keyboard', async ({ chat: page }) => {
  await parts.composer(page).fill('Why is this?')
  await openFile(page, 'tides > [a](b).pdf', report)
  const part = page.getByRole('combobox', { name: 'Part to quote' })
  await part.focus()
  await part.selectOption('Page 2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const quoted = 'Why is this?\n\nFrom “tides > [a](b).pdf”, page 2:\n> 潮水 follows the moon.\n\n'
  await expect(parts.composer(page)).toHaveValue(quoted)
  await expect(parts.composer(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(parts.composer(page)).toHaveValue('Why is this?')
})

test('text selected with Shift and the arrow keys is quoted with its pages', async ({ chat: page }) => {
  await openFile(page, 'tides.pdf', report)
  await page.getByRole('region', { name: 'Text of the file' }).focus()
  for (let line = 0; line < 4; line += 1) await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Quote selection' }).press('Enter')
  await expect(parts.composer(page)).toHaveValue(
    'From “tides.pdf”, pages 1–2:\n> [Page 1]\n> The sea rises.\n>\n> [Page 2]\n\n',
  )
})

test('all text in view is quoted without the words of its button, and the cut is told', async ({ chat: page }) => {
  const sheet = `## 茶\n\n${'a,1\n'.repeat(12_000)}`
  await openFile(page, 'tea.xlsx', sheet)
  await expect(page.getByRole('button', { name: /^Show more \(8/ })).toBeVisible()
  await page.getByRole('region', { name: 'Text of the file' }).press('ControlOrMeta+A')
  await page.getByRole('button', { name: 'Quote selection' }).click()
  await expect(parts.composer(page)).toHaveValue(/^From “tea.xlsx”, sheet “茶”:\n> ## 茶\n>\n> a,1\n[^S]*…\n\n$/)
  await expect(page.getByText('The quote was cut to 20,000 characters.')).toBeVisible()
})

for (const language of ['en', 'zh-CN'] as const)
  test(`a file without parts asks for a selection, in ${language}`, async ({ atelier }) => {
    const w = (key: string) => wordsOf(language, key)
    const page = await atelier.start()
    await openFile(page, 'notes.txt', 'Ebb at six.')
    await atelier.call('settings.update', { language })
    const quote = page.getByRole('button', { name: w('reading.quoteSelection') })
    await expect(quote).toBeDisabled()
    await expect(page.getByText(w('reading.quoteHint'))).toBeVisible()
    await lookInBothThemes(page, 'file-quote-text', language)
    await page.keyboard.press('Escape')
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: 'tides.pdf', mimeType: 'application/pdf', buffer: Buffer.from(report) })
    await page.getByRole('button', { name: w('files.open').replace('{{name}}', 'tides.pdf') }).click()
    await expect(page.getByRole('combobox', { name: w('reading.quotePlace') })).toBeVisible()
    await lookInBothThemes(page, 'file-quote-pages', language)
  })
