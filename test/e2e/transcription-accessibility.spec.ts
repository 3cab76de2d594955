import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { browserShellOnly, expect, parts, test } from './fixtures.ts'
import { speech } from './recordings.ts'
import { desk, newestTranscript, soundRequests, wavFile } from './transcription-desk.ts'

/** Presses Tab until the focused element has a matching name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate<string>(
      `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).slice(0, 60)`,
    )
    if (name.test(here)) return
    passed.push(here)
  }
  throw new Error(`Tab did not reach ${name}; it passed ${passed.join(' | ')}`)
}

test('a recording becomes an exported file without a mouse', async ({ chat: page, atelier, gateway, shellKind }) => {
  browserShellOnly(shellKind, 'Electron asks where to save in a window of the system')
  // registered early: it takes the browser a moment to intercept the file dialog
  const asks = page.waitForEvent('filechooser')
  await expect(parts.composer(page)).toBeFocused()
  await page.keyboard.press('Control+3')
  await expect(desk.side(page)).toBeVisible()
  await tabTo(page, /^Add recordings/)
  await page.keyboard.press('Enter')
  await (await asks).setFiles(wavFile('Talk.wav', speech(20).wav))
  await expect(desk.row(page, 'Talk')).toBeVisible()
  expect(soundRequests(gateway)).toHaveLength(1)

  await tabTo(page, /^Talk/)
  await page.keyboard.press('Enter')
  await expect(desk.texts(page).first()).toBeVisible()
  const said = await desk.texts(page).allTextContents()
  await tabTo(page, new RegExp(`^${(said[0] ?? '').slice(0, 20)}`))
  await page.keyboard.press('ArrowDown')
  await expect(desk.texts(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(desk.editor(page)).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Without a mouse')
  await page.keyboard.press('Control+Enter')
  await expect(desk.texts(page).nth(1)).toHaveText('Without a mouse')
  await expect(desk.texts(page).nth(1)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(desk.texts(page).nth(1)).toHaveText(said[1] ?? '')
  await page.keyboard.press('Control+y')
  await expect(desk.texts(page).nth(1)).toHaveText('Without a mouse')
  await expect.poll(async () => (await newestTranscript(atelier)).segments[1]?.text).toBe('Without a mouse')

  await page.keyboard.press('Space')
  await expect(desk.button(page, 'Pause')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(desk.button(page, 'Play')).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search actions' })).toBeFocused()
  await page.keyboard.type('Export this')
  await expect(parts.chosenCommand(page)).toContainText('Export this transcript')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export a transcript' })
  await expect(dialog.getByRole('checkbox', { name: 'Text (TXT)' })).toBeFocused()
  await page.keyboard.press('Space')
  for (const format of ['Markdown (MD)', 'Word (DOCX)', 'Subtitles (SRT)']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('checkbox', { name: format })).toBeFocused()
  }
  await page.keyboard.press('Space')
  const arrives = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const download = await arrives
  expect(download.suggestedFilename()).toBe('Talk.txt')
  expect(await readFile(await download.path(), 'utf8')).toContain('Without a mouse')
  await expect(dialog).toHaveCount(0)
})
