import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { browserShellOnly, expect, test } from './fixtures.ts'
import { speech } from './recordings.ts'
import { openSettings } from './side-pages.ts'
import {
  chooseFiles,
  desk,
  newestTranscript,
  openTranscript,
  showTranscription,
  soundRequests,
  transcribe,
  wavFile,
} from './transcription-desk.ts'

test('a search in the library shows the word in its row, and opens its first place', async ({
  chat: page,
  atelier,
}) => {
  await showTranscription(page)
  await transcribe(page, wavFile('Long talk.wav', speech(240, 3).wav))
  await expect(desk.queue(page)).toHaveCount(0)
  const { segments, revision, summary } = await newestTranscript(atelier)
  const at = segments.length - 3
  const [before] = segments.slice(at)
  if (before === undefined) throw new Error('the talk is too short')
  const insert = [{ ...before, text: `${before.text} Then somebody said Zanzibar, twice: zanzibar.`, words: [] }]
  await atelier.call('transcripts.edit', { transcriptId: summary.id, revision, at, remove: 1, insert })
  await transcribe(page, wavFile('Other.wav', speech(5, 4).wav))

  await desk.side(page).getByRole('button', { name: 'Search transcripts' }).click()
  await page.getByRole('searchbox').fill('zanzibar')
  await expect(desk.rows(page)).toHaveCount(1)
  const row = desk.row(page, 'Long talk')
  await expect(row).toContainText('…')
  await expect(row.locator('mark').first()).toHaveText('Zanzibar')
  await row.click()
  await expect(desk.view(page).getByRole('heading', { name: 'Long talk' })).toBeVisible()
  const hit = desk.view(page).locator('mark[data-current]')
  await expect(hit).toHaveText('Zanzibar')
  await expect(hit).toBeInViewport()
  await expect(desk.view(page).getByText('1 of 2')).toBeVisible()
  // the focus stays in the list, so that the arrow keys reach the next row
  await expect(row).toBeFocused()
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(desk.view(page).getByText('2 of 2')).toBeVisible()
})

test('another model continues a recording that one refused, and a lost answer says that it may cost', async ({
  chat: page,
  gateway,
}) => {
  await showTranscription(page)
  let heal = gateway.addFaults('quota', '/v1/audio/')
  await chooseFiles(page, wavFile('Refused.wav', speech(5).wav))
  const refused = desk.job(page, 'Refused.wav')
  await refused.getByRole('button', { name: 'Use another model…' }).click()
  heal()
  await page.getByRole('combobox', { name: 'Search models or type a name' }).fill('demo-transcribe+delay;ms=1')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Send this recording?' })
  await expect(question).toContainText('0:05 of sound with demo-transcribe+delay;ms=1. Its price is not known.')
  expect(soundRequests(gateway)).toHaveLength(1)
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(desk.row(page, 'Refused')).toBeVisible()
  await expect(desk.queue(page)).toHaveCount(0)
  expect(soundRequests(gateway).map(({ form }) => form?.model)).toEqual([
    'demo-transcribe',
    'demo-transcribe+delay;ms=1',
  ])

  heal = gateway.addFaults('reset', '/v1/audio/')
  await chooseFiles(page, wavFile('Lost.wav', speech(5, 2).wav))
  await desk.job(page, 'Lost.wav').getByRole('button', { name: 'Use another model…' }).click()
  heal()
  const picker = page.getByRole('dialog', { name: 'Use another model…' })
  await expect(picker.getByRole('combobox')).toBeFocused()
  await picker.getByRole('combobox').fill('demo-transcribe')
  await page.keyboard.press('Enter')
  await expect(question).toContainText('may cost twice')
  // choosing a model sends nothing
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  expect(soundRequests(gateway)).toHaveLength(3)
})

/** Opens the folded form. */
const showForm = (page: Page) => desk.side(page).getByRole('button', { name: 'Model, language and names' }).click()

test('the choices for recordings and exports survive a restart', async ({ chat: first, atelier }) => {
  let page = first
  await showTranscription(page)
  await transcribe(page, wavFile('Talk.wav', speech(5).wav))
  await showForm(page)
  await desk.side(page).getByRole('combobox', { name: 'Spoken language' }).selectOption('de')
  await desk.side(page).getByRole('textbox', { name: 'Names and words to expect' }).fill('Okonkwo, celadon')
  await desk.button(page, 'Export…').click()
  await page.getByRole('checkbox', { name: 'Table (CSV)' }).check()
  await page.getByRole('textbox', { name: 'Characters per line' }).fill('30')
  await expect
    .poll(async () => await atelier.call('transcription.draft', {}))
    .toMatchObject({ language: 'de', formats: ['srt', 'csv'], rules: { lineWidth: 30 } })
  page = await atelier.restart()
  await showTranscription(page)
  await showForm(page)
  await expect(desk.side(page).getByRole('combobox', { name: 'Spoken language' })).toHaveValue('de')
  await expect(desk.side(page).getByRole('textbox', { name: 'Names and words to expect' })).toHaveValue(
    'Okonkwo, celadon',
  )
  await openTranscript(page, 'Talk')
  await desk.button(page, 'Export…').click()
  await expect(page.getByRole('checkbox', { name: 'Table (CSV)' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Characters per line' })).toHaveValue('30')
})

test('ended jobs are removed from the list at once', async ({ chat: page, gateway }) => {
  await showTranscription(page)
  gateway.addFaults('quota', '/v1/audio/')
  const names = ['One.wav', 'Two.wav', 'Three.wav']
  await chooseFiles(page, ...names.map((name, index) => wavFile(name, speech(3, index).wav)))
  await page.getByRole('button', { name: 'Clear 3 finished' }).click()
  await expect(desk.queue(page)).toHaveCount(0)
})

test('a missing recording is reported, its transcript stays usable, and it plays once it is back', async ({
  chat: page,
  atelier,
}) => {
  await showTranscription(page)
  await transcribe(page, wavFile('Talk.wav', speech(8).wav))
  const { summary } = await newestTranscript(atelier)
  const id = summary.source?.id ?? ''
  const path = join(atelier.data, 'media', id.slice(0, 2), id)
  await atelier.stop()
  atelier.allow(/404 .*\/media\//)
  renameSync(path, `${path}.moved`)
  const again = await atelier.restart()
  await showTranscription(again)
  await openTranscript(again, 'Talk')
  await expect(desk.view(again).getByText('The recording was moved or changed.')).toBeVisible()
  await desk.texts(again).first().focus()
  await again.keyboard.press('Enter')
  await desk.editor(again).fill('Still mine to edit.')
  await again.keyboard.press('Control+Enter')
  await expect(desk.texts(again).first()).toHaveText('Still mine to edit.')
  renameSync(`${path}.moved`, path)
  await desk.button(again, 'Look again').click()
  await desk.button(again, 'Play').click()
  await expect(desk.button(again, 'Pause')).toBeVisible()
})

test('the browser shell says why it always copies recordings', async ({ chat: page, shellKind }) => {
  browserShellOnly(shellKind, 'Electron knows where a file is and lets one choose')
  await openSettings(page, 'transcription')
  await expect(page.getByText('In the browser, recordings are always copied')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Leave in place' })).toHaveCount(0)
})

test('the form folds after the first recording, and opens again by its named button', async ({
  chat: page,
  atelier,
}) => {
  await showTranscription(page)
  const form = desk.side(page).getByRole('group', { name: 'Settings for the next recordings' })
  await expect(form).toBeVisible()
  await transcribe(page, wavFile('Talk.wav', speech(4).wav))
  await expect(desk.rows(page)).toHaveCount(1)
  await expect(form).toHaveCount(0)
  // the row has the first words, and its length at the right
  const { segments } = await newestTranscript(atelier)
  await expect(desk.rows(page)).toContainText('0:04')
  await expect(desk.rows(page)).toContainText(segments[0]?.text.slice(0, 10) ?? 'no segment')
  const choose = page.waitForEvent('filechooser')
  await desk.side(page).getByRole('button', { name: 'Add recordings…' }).click()
  await choose
  await desk.side(page).getByRole('button', { name: 'Model, language and names' }).click()
  await expect(form).toBeVisible()
  await desk.side(page).getByRole('button', { name: 'Fold the form away' }).click()
  await expect(form).toHaveCount(0)
})
