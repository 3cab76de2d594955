import type { Page } from '@playwright/test'
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { looksForAxe } from './axe.ts'
import { type Atelier, browserShellOnly, environmentOf, expect, parts, test, wordsOf } from './fixtures.ts'
import { lookAt } from './looks.ts'
import { recorder } from './recorder-parts.ts'
import {
  desk,
  newestTranscript,
  openTranscript,
  showTranscription,
  soundRequests,
  transcripts,
} from './transcription-desk.ts'

const { args, ...launch } = chromiumLaunchOptions()
// fake microphones that beep once a second; permissions not granted are refused, as nobody can answer
test.use({
  launchOptions: { ...launch, args: [...args, '--use-fake-device-for-media-stream', '--deny-permission-prompts'] },
})

async function startRecording(page: Page): Promise<void> {
  await page.context().grantPermissions(['microphone'])
  await showTranscription(page)
  await recorder.start(page).click()
  await expect(recorder.field(page)).toBeVisible()
}

/** The unfinished recordings in main. */
async function left(atelier: Atelier) {
  return await atelier.call('recordings.left', {})
}

const elapsed = async (page: Page): Promise<number> => {
  const [minutes = '0', seconds = '0'] = (await recorder.time(page).innerText()).split(':')
  return Number(minutes) * 60 + Number(seconds)
}

test.beforeEach(({ shellKind }) =>
  browserShellOnly(shellKind, "Electron's own browser gets its fake devices at its start, not from these options"),
)

test.describe('recording works with a microphone', () => {
  test('recorded speech becomes a transcript, and can be played from any position', async ({
    chat: page,
    atelier,
    gateway,
  }) => {
    await startRecording(page)
    await expect(recorder.button(page, 'Stop and transcribe')).toBeFocused()
    await expect.poll(async () => Number(await recorder.meter(page).getAttribute('aria-valuenow'))).toBeGreaterThan(10)
    await expect.poll(() => elapsed(page)).toBeGreaterThanOrEqual(3)

    await test.step('recording continues while another panel is shown, and the rail shows it', async () => {
      await parts.panels(page).getByRole('button', { name: /^Chat/ }).click()
      await expect(desk.side(page)).toHaveCount(0)
      const button = parts.panels(page).getByRole('button', { name: /^Transcribe/ })
      await expect(button).toContainText('Recording from the microphone')
      const bar = page.getByRole('region', { name: 'Recording from the microphone' })
      await expect(bar).toContainText(/Recording \d+:\d\d/)
      await expect(bar.getByRole('button', { name: 'Stop' })).toBeVisible()
      await button.click()
      await expect.poll(() => elapsed(page)).toBeGreaterThanOrEqual(4)
    })

    await test.step('a pause in a recording is not counted, and contains no sound', async () => {
      await recorder.button(page, 'Pause the recording').click()
      await expect(recorder.field(page)).toContainText('Paused')
      const before = await elapsed(page)
      await expect(recorder.meter(page)).toHaveAttribute('aria-valuenow', '0')
      const resumedAt = performance.now()
      await recorder.button(page, 'Resume recording').click()
      const after = await elapsed(page)
      // only what passed since the press, however busy the machine is; both are whole seconds
      expect(after - before).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - resumedAt) / 1000))
    })

    await test.step('another microphone can be chosen during a recording', async () => {
      const choice = recorder.field(page).getByRole('combobox', { name: 'Microphone' })
      await choice.selectOption({ label: 'Fake Audio Input 2' })
      await expect(choice.locator('option:checked')).toHaveText('Fake Audio Input 2')
      await expect
        .poll(async () => Number(await recorder.meter(page).getAttribute('aria-valuenow')))
        .toBeGreaterThan(10)
    })

    expect(soundRequests(gateway)).toHaveLength(0)
    await recorder.button(page, 'Stop and transcribe').click()
    // the form is folded as soon as the transcript is there
    await expect(recorder.field(page)).toHaveCount(0)
    await expect(desk.rows(page).first()).toBeVisible()
    const [summary] = await transcripts(atelier)
    expect(summary?.title).toMatch(/^Recording \w+ \d+, \d{4}, \d{1,2}:\d\d [AP]M$/)
    expect(summary?.source?.mime).toBe('audio/webm')
    expect(summary?.duration).toBeGreaterThan(4000)
    expect(soundRequests(gateway)).toHaveLength(1)
    await openTranscript(page, summary?.title ?? '')
    const { waveform } = await newestTranscript(atelier)
    expect(Buffer.from(waveform ?? '', 'base64').some((byte) => byte > 20)).toBe(true)
    const media = desk.media(page)
    const length = () => media.evaluate((sound) => (sound instanceof HTMLMediaElement ? sound.duration : -1))
    await expect.poll(length).toBeCloseTo((summary?.duration ?? 0) / 1000, 0)
    const sought = () =>
      media.evaluate((sound) => (sound instanceof HTMLMediaElement && !sound.seeking ? sound.currentTime : -1))
    await media.evaluate((sound) => {
      if (sound instanceof HTMLMediaElement) sound.currentTime = 3
    })
    await expect.poll(sought).toBe(3)
    expect(await left(atelier)).toEqual([])
  })

  test('a recording is still there after a crash, and becomes a transcript when the user asks for it', async ({
    chat: page,
    atelier,
    gateway,
  }) => {
    await startRecording(page)
    await expect.poll(() => elapsed(page)).toBeGreaterThanOrEqual(5)
    await atelier.kill()
    await atelier.restart()
    await showTranscription(page)
    await expect(recorder.left(page)).toContainText(
      /^A recording of \d{1,2}:\d\d [AP]M \(about \d+ (sec|min)\) was interrupted\./,
    )
    const [found] = await left(atelier)
    expect(found?.duration).toBeGreaterThan(3000)
    expect(soundRequests(gateway)).toHaveLength(0)
    await recorder.left(page).getByRole('button', { name: 'Transcribe' }).click()
    await expect(desk.rows(page).first()).toBeVisible()
    await expect(recorder.left(page)).toHaveCount(0)
    const [summary] = await transcripts(atelier)
    // the last second of written sound may be lost
    expect(summary?.duration).toBeGreaterThan((found?.duration ?? 0) - 1500)
  })

  test('a recording continues while nothing can be written, and is complete in the end', async ({
    chat: page,
    atelier,
  }) => {
    await startRecording(page)
    await expect.poll(() => elapsed(page)).toBeGreaterThanOrEqual(2)
    await page.route('**/import', (route) => route.abort())
    await expect(recorder.field(page)).toContainText('Atelier cannot be reached.')
    atelier.allow(/Failed to load resource/)
    await page.unroute('**/import')
    await expect(recorder.field(page)).not.toContainText('Atelier cannot be reached.')
    const recorded = await elapsed(page)
    await recorder.button(page, 'Stop and transcribe').click()
    await expect(desk.rows(page).first()).toBeVisible()
    const [summary] = await transcripts(atelier)
    expect(summary?.duration).toBeGreaterThan(recorded * 1000 - 500)
  })

  test('a reloaded page offers its recording, and a discarded one can be restored', async ({ chat: page, atelier }) => {
    await startRecording(page)
    await expect.poll(() => elapsed(page)).toBeGreaterThanOrEqual(2)
    await page.reload()
    await showTranscription(page)
    await expect(recorder.left(page)).toContainText('was interrupted')
    await recorder.left(page).getByRole('button', { name: 'Discard' }).click()
    await expect(recorder.left(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(recorder.left(page)).toContainText('is not transcribed yet')

    await recorder.start(page).click()
    await expect.poll(() => elapsed(page)).toBeGreaterThanOrEqual(2)
    await recorder.button(page, 'Discard the recording').click()
    await expect(recorder.start(page)).toBeFocused()
    await expect(recorder.left(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(recorder.left(page)).toHaveCount(2)
    expect((await left(atelier)).length).toBe(2)
  })

  for (const [language, theme] of looksForAxe) {
    test(`recording fits the window, without serious faults of accessibility, ${language}, ${theme}`, async ({
      atelier,
      gateway,
    }) => {
      test.slow()
      const page = await atelier.start({ environment: environmentOf(gateway) })
      await page.context().grantPermissions(['microphone'])
      await atelier.call('settings.update', { language, theme })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const w = (key: string) => wordsOf(language, `transcription.recorder.${key}`)
      const visit = (state: string) => lookAt(page, state, language, theme)
      await page
        .getByRole('navigation', { name: wordsOf(language, 'app.panels') })
        .getByRole('button', { name: wordsOf(language, 'transcription.panel') })
        .click()
      await page
        .getByRole('button', { name: w('record'), exact: true })
        .first()
        .click()
      const field = page.getByRole('region', { name: w('label') })
      // later is as good: a busy machine misses the second in which it says 0:03
      await expect(field.getByRole('timer')).toHaveText(/0:0[3-9]|0:[1-5]\d|[1-9]:\d\d/)
      await visit('recording')
      await field.getByRole('button', { name: w('pause') }).click()
      await visit('recording-paused')
      await page.reload()
      await page
        .getByRole('navigation', { name: wordsOf(language, 'app.panels') })
        .getByRole('button', { name: wordsOf(language, 'transcription.panel') })
        .click()
      await expect(page.getByRole('button', { name: w('discardLeft'), exact: true })).toBeVisible()
      await visit('recording-left')
    })
  }
})

test.describe('recording with a silent microphone', () => {
  test('a silent microphone leads to the question whether it is muted', async ({ chat: page }) => {
    await page.evaluate(`(() => {
      const { mediaDevices } = navigator
      const given = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (wish) => {
        const stream = await given(wish)
        for (const track of stream.getTracks()) track.enabled = false
        return stream
      }
    })()`)
    await startRecording(page)
    await expect(recorder.field(page).getByRole('status')).toHaveText('No sound: is the microphone muted?')
    await expect(recorder.meter(page)).toHaveAttribute('aria-valuenow', '0')
    await recorder.button(page, 'Discard the recording').click()
    await expect(recorder.start(page)).toBeVisible()
  })
})

test.describe('recording with a refused microphone', () => {
  test('a refused microphone shows who can allow it, and nothing begins', async ({ chat: page, atelier }) => {
    await showTranscription(page)
    await recorder.start(page).click()
    const note = desk.side(page).getByRole('alert')
    await expect(note).toContainText('Atelier is not allowed to use the microphone. Allow it in the address bar')
    await page.context().grantPermissions(['microphone'])
    await note.getByRole('button', { name: 'Try again' }).click()
    await expect(recorder.field(page)).toBeVisible()
    await expect(note).toHaveCount(0)
    await recorder.button(page, 'Discard the recording').click()
    await expect(recorder.start(page)).toBeVisible()
    expect(await left(atelier)).toEqual([])
  })

  test('a camera is refused even if the browser would allow one', async ({ chat: page, atelier }) => {
    atelier.allow(/Permissions policy violation: camera is not allowed/)
    await page.context().grantPermissions(['camera', 'microphone'])
    const asked = `navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'given', (error) => error.name)`
    expect(await page.evaluate<string>(asked)).toBe('NotAllowedError')
  })
})
