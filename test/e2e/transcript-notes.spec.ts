import { readFile } from 'node:fs/promises'
import { parse } from '@plussub/srt-vtt-parser'
import { expect, test } from './fixtures.ts'
import { speech } from './recordings.ts'
import { desk, newestTranscript, showTranscription, transcribe, wavFile } from './transcription-desk.ts'

const talk = speech(24)

test('a transcript is summarised and translated in place', async ({ chat: page, atelier, gateway }) => {
  await showTranscription(page)
  await transcribe(page, wavFile('Morning talk.wav', talk.wav))
  const { segments, summary } = await newestTranscript(atelier)
  const useFor = page.getByRole('group', { name: 'Use for' })
  const dialog = page.getByRole('dialog')
  const tabs = page.getByRole('radiogroup', { name: 'Show', exact: true })

  await test.step('a summary links to the times that it names', async () => {
    await useFor.getByRole('button', { name: 'Summary' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Language of the text' })).toHaveValue('en')
    await dialog.getByRole('textbox', { name: 'Extra instructions (optional)' }).fill('Only decisions')
    await dialog.getByRole('button', { name: 'Summarise' }).click()
    await expect(tabs.getByRole('radio', { name: 'Summary' })).toBeChecked()
    const second = desk.view(page).getByRole('button', { name: /^Play from/ })
    await second.nth(1).click()
    await expect
      .poll(() => desk.media(page).evaluate((media) => (media instanceof HTMLMediaElement ? media.currentTime : -1)))
      .toBeGreaterThan(0)
  })

  await test.step('two presses of Translate send one request', async () => {
    await useFor.getByRole('button', { name: 'Translation' }).click()
    // English is spoken
    await expect(dialog.getByRole('combobox', { name: 'Translate into' })).toHaveValue('zh')
    await dialog.getByRole('button', { name: 'Translate' }).dblclick()
    await expect(page.getByRole('list', { name: 'Translated lines' }).getByRole('listitem').first()).toContainText(
      `(Simplified Chinese) ${segments[0]?.text}`,
    )
    await expect(tabs.getByRole('radio')).toHaveCount(3)
    const asked = gateway
      .requests()
      .filter(({ body, path }) => path.endsWith('/chat/completions') && JSON.stringify(body).includes('numbered line'))
    expect(asked).toHaveLength(1)
  })

  await test.step('both languages are saved as subtitles', async () => {
    const arrives = page.waitForEvent('download')
    await desk.view(page).getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: 'Save SRT with the original' }).click()
    const file = await arrives
    expect(file.suggestedFilename()).toBe('Morning talk.zh.srt')
    const { entries } = parse(await readFile(await file.path(), 'utf8'))
    expect(entries[0]?.text).toMatch(/^\(Simplified Chinese\)/)
    expect(entries.length).toBeGreaterThanOrEqual(segments.filter(({ text }) => text !== '').length)
  })

  await test.step('a deleted note is restored, and everything is there after a reload', async () => {
    await desk.view(page).getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(tabs.getByRole('radio')).toHaveCount(2)
    await page.getByText('Undo', { exact: true }).click()
    await expect(tabs.getByRole('radio')).toHaveCount(3)
    await page.reload()
    await showTranscription(page)
    await desk.row(page, summary.title).click()
    await tabs.getByRole('radio', { name: 'Chinese' }).check()
    await expect(page.getByRole('list', { name: 'Translated lines' }).getByRole('listitem').first()).toBeVisible()
  })

  await test.step('each kind has its last instructions again', async () => {
    const instructions = dialog.getByRole('textbox', { name: 'Extra instructions (optional)' })
    await useFor.getByRole('button', { name: 'Summary' }).click()
    await expect(instructions).toHaveValue('Only decisions')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await useFor.getByRole('button', { name: 'Translation' }).click()
    await expect(instructions).toHaveValue('')
  })
})
