import type { Page } from '@playwright/test'
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { findings } from './axe.ts'
import { browserShellOnly, expect, parts, test } from './fixtures.ts'

const { args, ...launch } = chromiumLaunchOptions()
// fake microphones that beep once a second; permissions not granted are refused, as nobody can answer
test.use({
  launchOptions: { ...launch, args: [...args, '--use-fake-device-for-media-stream', '--deny-permission-prompts'] },
})

const stop = (page: Page) => page.getByRole('button', { name: 'Stop and insert' })

/** Waits until so many seconds are recorded. */
async function recordedFor(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(async () => Number((await page.getByRole('timer').innerText()).split(':').at(-1)))
    .toBeGreaterThanOrEqual(seconds)
}

test.beforeEach(({ shellKind }) =>
  browserShellOnly(shellKind, "Electron's own browser gets its fake devices at its start, not from these options"),
)

test('dictated text appears at the caret, and can be undone', async ({ atelier, chat: page }) => {
  await page.context().grantPermissions(['microphone'])
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  const composer = parts.composer(page)
  await composer.fill('Before  after')
  for (let step = 0; step < 6; step += 1) await composer.press('ArrowLeft')
  await page.keyboard.press('Control+Shift+KeyD')
  await expect(stop(page)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await recordedFor(page, 2)
  await page.keyboard.press('Control+Shift+KeyD')
  await expect(composer).toHaveValue(/^Before \S[\s\S]*\S after$/)
  await expect(composer).toBeFocused()
  await composer.press('Control+z')
  await expect(composer).toHaveValue('Before  after')
  expect((await atelier.call('transcripts.list', { query: '', offset: 0, limit: 5 })).total).toBe(1)
})

test('Escape discards a dictation with an undo, and leaving the chat keeps it', async ({ atelier, chat: page }) => {
  await page.context().grantPermissions(['microphone'])
  const left = () => atelier.call('recordings.left', {})
  await page.getByRole('button', { name: 'Dictate' }).click()
  await recordedFor(page, 2)
  await parts.composer(page).press('Escape')
  await expect(stop(page)).toBeHidden()
  await expect.poll(left).toHaveLength(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(left).toHaveLength(1)

  await page.getByRole('button', { name: 'Dictate' }).click()
  await recordedFor(page, 2)
  await parts
    .panels(page)
    .getByRole('button', { name: /^Images/ })
    .click()
  await expect(page.getByText('Recording kept under Transcribe. Nothing was sent.')).toBeVisible()
  await expect.poll(left).toHaveLength(2)
  await expect(page.getByRole('region', { name: 'Recording from the microphone' })).toBeHidden()
})

test('a refused microphone is reported, and dictation can begin again', async ({ atelier, chat: page }) => {
  await page.getByRole('button', { name: 'Dictate' }).click()
  const note = page.getByRole('alert').filter({ hasText: 'not allowed to use the microphone' })
  await expect(note).toBeVisible()
  expect(await atelier.call('recordings.left', {})).toEqual([])
  await page.context().grantPermissions(['microphone'])
  await page.getByRole('button', { name: 'Dictate' }).click()
  await expect(stop(page)).toBeVisible()
  await expect(note).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard the recording' }).click()
  await expect(page.getByRole('button', { name: 'Dictate' })).toBeVisible()
})

test('a dictation that cannot be transcribed is kept, and can be retried', async ({ atelier, chat: page, gateway }) => {
  await page.context().grantPermissions(['microphone'])
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  const heal = gateway.addFaults('fail;status=400;message=no such language', '/v1/audio/')
  await page.getByRole('button', { name: 'Dictate' }).click()
  await recordedFor(page, 2)
  await stop(page).click()
  const note = page.getByRole('alert').filter({ hasText: 'The recording is kept under Transcribe.' })
  await expect(note).toBeVisible()
  expect(await findings(page)).toEqual([])
  heal()
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(parts.composer(page)).toHaveValue(/\S/)
  await expect(note).toHaveCount(0)
  expect((await atelier.call('transcripts.list', { query: '', offset: 0, limit: 5 })).total).toBe(1)
})
