import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { DemoGateway } from '../../src/demo-gateway/server.ts'
import { pressRestMs } from '../../src/renderer/components/forms/press-guard.ts'
import {
  type Atelier,
  answered,
  browserShellOnly,
  chatRequests,
  exchange,
  expect,
  parts,
  say,
  test,
  wordsOf,
} from './fixtures.ts'
import { imageRequests, readyToGenerate, studio } from './image-studio.ts'
import { commandTwice, delays, expectOneEach, pressBothWays, pressTwice, rest, stock } from './press-twice.ts'
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

// One press of a paid control is one request, however soon it is pressed again.

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

/** Runs a command twice with every delay and by both ways; each time one request must reach the gateway. */
async function expectOneByCommand(
  page: Page,
  command: string,
  count: () => number,
  prepare: (words: string) => Promise<void>,
  settle: () => Promise<void>,
): Promise<void> {
  await expectOneEach(
    count,
    async (delay) => {
      await prepare(`Enter twice ${delay} ms apart`)
      await page.keyboard.press('Control+k')
      const search = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
      await search.fill(command)
      await expect(parts.chosenCommand(page)).toContainText(command)
      return await pressTwice(search, delay, 'enter')
    },
    settle,
  )
  await expectOneEach(
    count,
    async (delay) => {
      await rest(page)
      await prepare(`the command twice ${delay} ms apart`)
      const between = await commandTwice(page, command, delay)
      // on a slow machine the palette opens too late for the second press to be accidental
      test.skip(between >= pressRestMs, `the palette took ${Math.round(between)} ms`)
      return true
    },
    settle,
  )
}

test.describe('two presses in the chat are one request', () => {
  test('of Enter in the composer', async ({ chat: page, atelier, gateway }) => {
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

  test('of Send, and the second does not stop the answer', async ({ chat: page, atelier, gateway }) => {
    gateway.addFaults('pace;tokens=60', '/v1/chat/completions')
    await say(page, 'Repeat exactly: first')
    await answered(page, 1)
    await expectOneEach(
      () => chatRequests(gateway).length,
      async (delay) => {
        await parts.composer(page).fill(`Repeat exactly: ${'slow '.repeat(40)}${delay}`)
        return await pressTwice(parts.send(page), delay, 'mouse')
      },
      () => settledChat(page, atelier),
    )
    for (const message of await atelier.messages()) expect(message.status.state).toBe('done')
  })

  test('of Ask again', async ({ chat: page, atelier, gateway }) => {
    await exchange(page, 'Repeat exactly: again', 1)
    await expectOneEach(
      () => chatRequests(gateway).length,
      async (delay) => {
        await rest(page)
        return await pressTwice(
          page.getByRole('button', { name: wordsOf('en', 'message.retry'), exact: true }).last(),
          delay,
          'mouse',
        )
      },
      () => settledChat(page, atelier),
    )
  })

  test('of Continue', async ({ chat: page, atelier, gateway }) => {
    const heal = gateway.addFaults('early-close;after=2', '/v1/chat/completions')
    await say(page, `Repeat exactly: ${'one two three '.repeat(20)}`)
    const button = page.getByRole('button', { name: wordsOf('en', 'steps.continue'), exact: true })
    await expect(button).toBeVisible({ timeout: 20_000 })
    await expectOneEach(
      () => chatRequests(gateway).length,
      async (delay) => {
        await rest(page)
        return await pressTwice(button, delay, 'mouse')
      },
      async () => {
        await settledChat(page, atelier)
        await expect(button).toBeVisible({ timeout: 20_000 })
      },
    )
    heal()
  })

  test('of Enter in an edited message', async ({ chat: page, atelier, gateway }) => {
    await exchange(page, 'Repeat exactly: before', 1)
    // unsent text in the composer is not sent by the second press either
    await parts.composer(page).fill('not meant to be sent')
    await expectOneEach(
      () => chatRequests(gateway).length,
      async (delay) => {
        await rest(page)
        await parts
          .own(page)
          .last()
          .getByRole('button', { name: wordsOf('en', 'message.edit') })
          .click()
        const field = page.getByRole('textbox', { name: wordsOf('en', 'message.editField') })
        await field.fill(`Repeat exactly: edited ${delay}`)
        return await pressTwice(field, delay, 'enter')
      },
      () => settledChat(page, atelier),
    )
  })

  test('of Try again after a failure', async ({ chat: page, atelier, gateway }) => {
    gateway.addFaults('empty', '/v1/chat/completions')
    await say(page, 'Repeat exactly: nothing')
    const button = page.getByRole('alert').getByRole('button', { name: wordsOf('en', 'errors.empty_answer.next') })
    await expect(button).toBeVisible({ timeout: 30_000 })
    await expectOneEach(
      () => chatRequests(gateway).length,
      async (delay) => {
        await rest(page)
        return await pressTwice(button, delay, 'mouse')
      },
      async () => {
        await settledChat(page, atelier)
        await expect(button).toBeVisible({ timeout: 30_000 })
      },
    )
  })

  for (const first of ['key', 'button'] as const) {
    test(`of Enter and Send, the ${first} first`, async ({ chat: page, atelier, gateway }) => {
      gateway.addFaults('pace;tokens=60', '/v1/chat/completions')
      await say(page, 'Repeat exactly: first')
      await answered(page, 1)
      // a click after Enter hits Stop and stops the answer; only requests are counted
      await expectOneEach(
        () => chatRequests(gateway).length,
        async (delay) => {
          await parts.composer(page).fill(`Repeat exactly: ${'slow '.repeat(40)}${delay}`)
          return await pressBothWays(parts.composer(page), 'enter', parts.send(page), first, delay)
        },
        () => settledChat(page, atelier),
      )
    })
  }

  test('of the palette command', async ({ chat: page, atelier, gateway }) => {
    await exchange(page, 'Repeat exactly: again', 1)
    // the focus returns to the composer; its text is not sent by the second press
    await parts.composer(page).fill('not meant to be sent')
    await expectOneEach(
      () => chatRequests(gateway).length,
      async (delay) => {
        await rest(page)
        await parts.composer(page).focus()
        await page.keyboard.press('Control+k')
        const search = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
        await search.fill(wordsOf('en', 'palette.retry'))
        await expect(page.getByRole('option').first()).toContainText(wordsOf('en', 'palette.retry'))
        return await pressTwice(search, delay, 'enter')
      },
      async () => {
        await settledChat(page, atelier)
        await rest(page)
        await expect(parts.composer(page)).toHaveValue('not meant to be sent')
      },
    )
  })
})

test('two times Enter in the list of models choose a model and send nothing', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  for (const delay of delays) {
    await parts.composer(page).fill(`not meant to be sent, ${delay}`)
    await page
      .getByRole('button', { name: /: demo-/ })
      .first()
      .click()
    const search = page.getByRole('combobox', { name: wordsOf('en', 'models.search') })
    await search.fill('demo-chat')
    await pressTwice(search, delay, 'enter')
    await rest(page)
    await atelier.call('app.info', {})
    expect(chatRequests(gateway), `${delay} ms apart`).toHaveLength(0)
    await expect(parts.composer(page)).toHaveValue(`not meant to be sent, ${delay}`)
    await expect(search).toHaveCount(0)
  }
})

test('two presses of Send to chat put the question there and send nothing', async ({
  chat: page,
  atelier,
  gateway,
}) => {
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

test.describe('two presses in Images are one request', () => {
  const settled = (atelier: Atelier) => async () => {
    await expect
      .poll(async () =>
        (await atelier.call('images.jobs', { offset: 0, limit: 50 })).jobs.some(({ status }) =>
          /queued|sending|saving/.test(status),
        ),
      )
      .toBe(false)
  }

  for (const hand of ['mouse', 'mod-enter'] as const) {
    test(`of Generate by ${hand}, and a later press is another one`, async ({ chat: page, atelier, gateway }) => {
      await readyToGenerate(page)
      await expectOneEach(
        () => imageRequests(gateway).length,
        async (delay) => {
          await studio.prompt(page).fill(`a harbour, ${delay}`)
          return await pressTwice(hand === 'mouse' ? studio.generate(page) : studio.prompt(page), delay, hand)
        },
        settled(atelier),
      )
      const before = imageRequests(gateway).length
      await studio.form(page).getByRole('button', { name: 'Generate again' }).click()
      await expect.poll(() => imageRequests(gateway).length).toBe(before + 1)
    })
  }

  for (const first of ['key', 'button'] as const) {
    test(`of Ctrl+Enter and Generate, the ${first} first`, async ({ chat: page, atelier, gateway }) => {
      await readyToGenerate(page)
      await expectOneEach(
        () => imageRequests(gateway).length,
        async (delay) => {
          await studio.prompt(page).fill(`a harbour, ${delay}`)
          return await pressBothWays(studio.prompt(page), 'mod-enter', studio.generate(page), first, delay)
        },
        settled(atelier),
      )
    })
  }

  test('of Enter at the palette command, and of the command given twice', async ({ chat: page, atelier, gateway }) => {
    await readyToGenerate(page)
    await expectOneByCommand(
      page,
      wordsOf('en', 'images.commands.generate'),
      () => imageRequests(gateway).length,
      async (words) => await studio.prompt(page).fill(`a harbour, ${words}`),
      settled(atelier),
    )
  })

  test('of Send again among several notes', async ({ chat: page, atelier, gateway }) => {
    const heal = gateway.addFaults('hang-up', '/v1/images/')
    await readyToGenerate(page)
    for (let number = 1; number <= stock; number += 1) {
      await studio.prompt(page).fill(`a bay, ${number}`)
      await studio.generate(page).click()
    }
    const more = page.getByRole('button', { name: /^\d+ more$/ })
    await expect(more).toBeVisible()
    await more.click()
    const button = studio.notes(page).getByRole('button', { name: wordsOf('en', 'images.sendAgainAsk') })
    await expect(button).toHaveCount(stock)
    heal()
    await expectOneEach(
      () => imageRequests(gateway).length,
      async (delay) => {
        await rest(page)
        await button.first().click()
        const confirm = page
          .getByRole('dialog')
          .getByRole('button', { name: wordsOf('en', 'images.sendAgain'), exact: true })
        await expect(confirm).toBeVisible()
        return await pressTwice(confirm, delay, 'mouse')
      },
      settled(atelier),
    )
  })
})

test.describe('two presses in Videos are one request', () => {
  const readyToSubmit = async (page: Page) => {
    await openVideos(page)
    await expect(videoDesk.form(page).getByRole('button', { name: /demo-video/ })).toBeVisible()
  }
  const submitted = (page: Page, atelier: Atelier) => async () => {
    await expect(videoDesk.prompt(page)).toHaveValue('')
    await atelier.call('app.info', {})
    expect((await jobsOf(atelier)).some(({ status }) => status === 'queued')).toBe(false)
  }

  for (const hand of ['mouse', 'mod-enter'] as const) {
    test(`of Submit by ${hand}; the prompt empties and can be brought back`, async ({
      chat: page,
      atelier,
      gateway,
    }) => {
      await readyToSubmit(page)
      await expectOneEach(
        () => videoRequests(gateway).length,
        async (delay) => {
          await videoDesk.prompt(page).fill(`Mist over terraces, ${delay}`)
          return await pressTwice(hand === 'mouse' ? videoDesk.submit(page) : videoDesk.prompt(page), delay, hand)
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
  }

  for (const first of ['key', 'button'] as const) {
    test(`of Ctrl+Enter and Submit, the ${first} first`, async ({ chat: page, atelier, gateway }) => {
      await readyToSubmit(page)
      await expectOneEach(
        () => videoRequests(gateway).length,
        async (delay) => {
          await videoDesk.prompt(page).fill(`Mist over terraces, ${delay}`)
          return await pressBothWays(videoDesk.prompt(page), 'mod-enter', videoDesk.submit(page), first, delay)
        },
        submitted(page, atelier),
      )
      await expect(videoDesk.form(page).getByRole('alert')).toHaveCount(0)
    })
  }

  test('of Enter at the palette command, and of the command given twice', async ({ chat: page, atelier, gateway }) => {
    await readyToSubmit(page)
    await expectOneByCommand(
      page,
      wordsOf('en', 'videos.commands.submit'),
      () => videoRequests(gateway).length,
      async (words) => await videoDesk.prompt(page).fill(`Mist over terraces, ${words}`),
      submitted(page, atelier),
    )
    await expect(videoDesk.form(page).getByRole('alert')).toHaveCount(0)
  })

  test('of Submit again in its question', async ({ chat: page, atelier, gateway }) => {
    gateway.addFaults('hang-up', '/v1/videos/generations')
    await openVideos(page)
    await videoDesk.prompt(page).fill('Snow over a lake')
    await videoDesk.submit(page).click()
    const card = videoDesk.card(page, 'Snow over a lake').last()
    await expect(card).toContainText('Unknown')
    await expectOneEach(
      () => videoRequests(gateway).length,
      async (delay) => {
        await rest(page)
        await card.getByRole('button', { name: wordsOf('en', 'videos.sendAgain') }).click()
        const confirm = videoDesk
          .dialog(page)
          .getByRole('button', { name: wordsOf('en', 'videos.sendAgainConfirm'), exact: true })
        await expect(confirm).toBeVisible()
        return await pressTwice(confirm, delay, 'mouse')
      },
      async () => {
        await atelier.call('app.info', {})
        await expect(card).toContainText('Unknown')
        await expect(videoDesk.dialog(page)).toHaveCount(0)
      },
    )
  })

  test('of the answer to Submit as new', async ({ chat: page, atelier, gateway }) => {
    await openVideos(page)
    await videoDesk.prompt(page).fill('Waves on stone')
    await videoDesk.submit(page).click()
    await expect(videoDesk.card(page, 'Waves on stone')).toContainText(/Queued at the gateway|Making/)
    await expectOneEach(
      () => videoRequests(gateway).length,
      async (delay) => {
        await rest(page)
        const first = videoDesk.card(page, 'Waves on stone').first()
        await first.getByRole('button', { name: /^Actions for/ }).click()
        await page.getByRole('menuitem', { name: wordsOf('en', 'videos.resubmit') }).click()
        await expect(videoDesk.dialog(page)).toContainText('No price is known for demo-video')
        const agree = videoDesk.dialog(page).getByRole('button', { name: 'Submit video' })
        return await pressTwice(agree, delay, 'mouse')
      },
      async () => {
        await atelier.call('app.info', {})
        await expect(videoDesk.dialog(page)).toHaveCount(0)
      },
    )
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

test.describe('two presses in Transcribe are one request', () => {
  const otherModel = wordsOf('en', 'transcription.job.otherModel')
  const sendButton = (page: Page) =>
    page
      .getByRole('dialog', { name: wordsOf('en', 'transcription.pay.title') })
      .getByRole('button', { name: wordsOf('en', 'transcription.pay.send'), exact: true })

  const settled = (atelier: Atelier) => async () => {
    await expect
      .poll(async () => (await atelier.call('transcription.jobs', { offset: 0, limit: 50 })).jobs, { timeout: 20_000 })
      .toEqual([])
  }

  test('of Retry', async ({ chat: page, gateway }) => {
    gateway.addFaults('fail;status=400', '/v1/audio/transcriptions')
    await showTranscription(page)
    await chooseFiles(page, wavFile('talk.wav', speech(2).wav))
    const job = soundDesk.job(page, 'talk.wav')
    const retry = job.getByRole('button', { name: /^(Retry|Try) / }).first()
    await expect(retry).toBeVisible({ timeout: 20_000 })
    await expectOneEach(
      () => soundRequests(gateway).length,
      async (delay) => {
        await rest(page)
        await retry.click()
        return await pressTwice(sendButton(page), delay, 'mouse')
      },
      async () => await expect(retry).toBeVisible({ timeout: 20_000 }),
    )
  })

  for (const hand of ['mouse', 'enter'] as const) {
    test(`of another model by ${hand}`, async ({ chat: page, gateway }) => {
      gateway.addFaults('fail;status=400', '/v1/audio/transcriptions')
      await showTranscription(page)
      await chooseFiles(page, wavFile('talk.wav', speech(2).wav))
      const button = soundDesk.job(page, 'talk.wav').getByRole('button', { name: otherModel })
      await expect(button).toBeVisible({ timeout: 20_000 })
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
          await expect(button).toBeVisible({ timeout: 20_000 })
          await rest(page)
          await expect(page.getByRole('dialog', { name: otherModel })).toHaveCount(0)
        },
      )
    })

    test(`of Transcribe among several recordings that were left, by ${hand}`, async ({
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

    test(`of trying a file again that was refused, among several, by ${hand}`, async ({
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
