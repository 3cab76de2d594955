import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { DemoGateway } from '../../src/demo-gateway/server.ts'
import { type Atelier, browserShellOnly, chatRequests, exchange, expect, parts, test, wordsOf } from './fixtures.ts'
import { delays, expectOneEach, pressTwice, rest, stock } from './press-twice.ts'
import { recorder } from './recorder-parts.ts'
import { speech } from './recordings.ts'
import {
  chooseFiles,
  showTranscription,
  desk as soundDesk,
  soundRequests,
  transcribe,
  transcripts,
  wavFile,
} from './transcription-desk.ts'
import { jobsOf, openVideos, desk as videoDesk } from './video-desk.ts'

// One press of a paid control is one request, however soon it is pressed again. The other controls are pressed in
// `test/page/double-press.spec.ts`; Generate, against a gateway, in `images-troubles.spec.ts`.

const videoRequests = (gateway: DemoGateway) =>
  gateway.requests().filter(({ method, path }) => method === 'POST' && path === '/v1/videos/generations')

/** Waits until no pressed request is on its way to the gateway. */
async function settledChat(page: Page, atelier: Atelier): Promise<void> {
  await atelier.call('app.info', {})
  await expect
    .poll(async () => (await atelier.messages()).every(({ status }) => status.state !== 'streaming'))
    .toBe(true)
  await expect(page.locator('article[aria-busy="true"]')).toHaveCount(0)
}

test.describe('two presses in the chat send one request', () => {
  test('two presses of Enter in the composer send one request', async ({ chat: page, atelier, gateway }) => {
    await exchange(page, 'Repeat exactly: first', 1)
    await expectOneEach(
      () => chatRequests(gateway).length,
      async (delay) => {
        await parts.composer(page).fill(`Repeat exactly: after ${delay}`)
        return await pressTwice(parts.composer(page), delay, 'enter')
      },
      () => settledChat(page, atelier),
    )
  })
})

test('two presses of Send to chat attach the question and send nothing', async ({ chat: page, atelier, gateway }) => {
  await showTranscription(page)
  await transcribe(page, wavFile('talk.wav', speech(2).wav))
  for (const delay of delays) {
    await showTranscription(page)
    await soundDesk.button(page, wordsOf('en', 'transcription.sendToChat')).click()
    const send = page.getByRole('dialog').getByRole('button', { name: wordsOf('en', 'transcription.sendDo') })
    await pressTwice(send, delay, 'enter')
    await expect(parts.composer(page)).toBeFocused()
    await rest(page)
    await atelier.call('app.info', {})
    expect(chatRequests(gateway), `${delay} ms apart`).toHaveLength(0)
    await parts.composer(page).fill('')
  }
})

test.describe('two presses in Videos make one video', () => {
  const readyToSubmit = async (page: Page) => {
    await openVideos(page)
    await expect(videoDesk.form(page).getByRole('button', { name: /demo-video/ })).toBeVisible()
  }
  const submitted = (page: Page, atelier: Atelier) => async () => {
    await expect(videoDesk.prompt(page)).toHaveValue('')
    await atelier.call('app.info', {})
    expect((await jobsOf(atelier)).some(({ status }) => status === 'queued')).toBe(false)
  }

  test('two presses of Submit make one video; the prompt empties and can be restored', async ({
    chat: page,
    atelier,
    gateway,
  }) => {
    await readyToSubmit(page)
    await expectOneEach(
      () => videoRequests(gateway).length,
      async (delay) => {
        await videoDesk.prompt(page).fill(`Mist over terraces, ${delay}`)
        return await pressTwice(videoDesk.submit(page), delay, 'mouse')
      },
      submitted(page, atelier),
    )
    await expect(videoDesk.form(page).getByRole('alert')).toHaveCount(0)
    await expect(videoDesk.form(page).getByRole('status')).toContainText('was submitted')
    await videoDesk.form(page).getByRole('button', { name: 'Use the prompt again' }).click()
    await expect(videoDesk.prompt(page)).toHaveValue('Mist over terraces, 500')
    const before = videoRequests(gateway).length
    await videoDesk.submit(page).click()
    await expect.poll(() => videoRequests(gateway).length).toBe(before + 1)
  })
})

/** Leaves an unfinished recording, as the recorder does, without a microphone. */
async function leaveRecording(page: Page, seed: number): Promise<void> {
  const { wav, duration } = speech(2, seed)
  const recordingId = JSON.stringify(randomUUID())
  await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${wav.toString('base64')}'), (character) => character.charCodeAt(0))
    const file = await window.bridge.importDropped(new File([bytes], 'stretch'))
    const recordingId = ${recordingId}
    await window.bridge.call('recordings.begin', { recordingId, name: 'Talk ${seed}.wav' })
    const stretch = { recordingId, at: 0, duration: ${duration}, token: file.value.token }
    const added = await window.bridge.call('recordings.append', stretch)
    if (!added.ok) throw new Error(JSON.stringify(added.error))
    await window.bridge.call('recordings.end', { recordingId, complete: true })
  })()`)
}

test.describe('two presses in Transcribe send one request', () => {
  const otherModel = wordsOf('en', 'transcription.job.otherModel')
  const sendButton = (page: Page) =>
    page
      .getByRole('dialog', { name: wordsOf('en', 'transcription.pay.title') })
      .getByRole('button', { name: wordsOf('en', 'transcription.pay.send'), exact: true })

  const settled = (atelier: Atelier) => async () => {
    await expect.poll(async () => (await atelier.call('transcription.jobs', { offset: 0, limit: 50 })).jobs).toEqual([])
  }

  test('two presses of Retry in Transcribe send one request', async ({ chat: page, gateway }) => {
    gateway.addFaults('fail;status=400', '/v1/audio/transcriptions')
    await showTranscription(page)
    await chooseFiles(page, wavFile('talk.wav', speech(2).wav))
    const job = soundDesk.job(page, 'talk.wav')
    const retry = job.getByRole('button', { name: /^(Retry|Try) / }).first()
    await expect(retry).toBeVisible()
    await expectOneEach(
      () => soundRequests(gateway).length,
      async (delay) => {
        await rest(page)
        await retry.click()
        return await pressTwice(sendButton(page), delay, 'mouse')
      },
      async () => await expect(retry).toBeVisible(),
    )
  })

  for (const hand of ['mouse', 'enter'] as const) {
    test(`two presses of another model by ${hand} send one request`, async ({ chat: page, gateway }) => {
      gateway.addFaults('fail;status=400', '/v1/audio/transcriptions')
      await showTranscription(page)
      await chooseFiles(page, wavFile('talk.wav', speech(2).wav))
      const button = soundDesk.job(page, 'talk.wav').getByRole('button', { name: otherModel })
      await expect(button).toBeVisible()
      await expectOneEach(
        () => soundRequests(gateway).length,
        async (delay) => {
          await rest(page)
          await button.click()
          const option = page.getByRole('option', { name: 'demo-transcribe', exact: true })
          await page.getByRole('combobox', { name: wordsOf('en', 'models.search') }).fill('demo-transcribe')
          await expect(option).toHaveAttribute('aria-selected', 'true')
          const search = page.getByRole('combobox', { name: wordsOf('en', 'models.search') })
          await pressTwice(hand === 'mouse' ? option : search, delay, hand)
          // the second press does not answer the question
          await rest(page)
          return await pressTwice(sendButton(page), delay, hand)
        },
        async () => {
          await expect(button).toBeVisible()
          await rest(page)
          await expect(page.getByRole('dialog', { name: otherModel })).toHaveCount(0)
        },
      )
    })

    test(`two presses of Transcribe on one of several left recordings by ${hand} send one request`, async ({
      chat: page,
      atelier,
      gateway,
    }) => {
      for (let seed = 1; seed <= stock; seed += 1) await leaveRecording(page, seed)
      await showTranscription(page)
      const button = recorder
        .left(page)
        .getByRole('button', { name: wordsOf('en', 'transcription.recorder.transcribe') })
      await expect(button).toHaveCount(stock)
      await expectOneEach(
        () => soundRequests(gateway).length,
        async (delay) => {
          await rest(page)
          return await pressTwice(button.first(), delay, hand)
        },
        settled(atelier),
      )
      const sent = soundRequests(gateway).length
      expect(await transcripts(atelier)).toHaveLength(sent)
      await expect(button).toHaveCount(stock - sent)
    })

    test(`two presses on one of several refused files by ${hand} read it once`, async ({
      chat: page,
      atelier,
      gateway,
      shellKind,
    }) => {
      browserShellOnly(shellKind, 'only a browser hands files over by HTTP')
      atelier.allow(/Failed to load resource/)
      await showTranscription(page)
      await page.route('**/import', (route) => route.abort())
      const files = Array.from({ length: stock }, (_, at) => wavFile(`number ${at}.wav`, speech(2, at + 1).wav))
      await chooseFiles(page, ...files)
      const more = soundDesk.side(page).getByRole('button', { name: /^\d+ more$/ })
      await more.click()
      const notes = soundDesk.side(page).getByRole('alert')
      await expect(notes).toHaveCount(stock)
      await page.unroute('**/import')
      await expectOneEach(
        () => soundRequests(gateway).length,
        async (delay) => {
          await rest(page)
          return await pressTwice(notes.first().getByRole('button').first(), delay, hand)
        },
        settled(atelier),
      )
      const sent = soundRequests(gateway).length
      expect(await transcripts(atelier)).toHaveLength(sent)
      await expect(notes).toHaveCount(stock - sent)
    })
  }
})
