import type { Locator, Page } from '@playwright/test'
import type { DemoGateway } from '../../src/demo-gateway/server.ts'
import { pressRestMs } from '../../src/renderer/components/press-guard.ts'
import { type Atelier, answered, chatRequests, exchange, expect, parts, say, test, wordsOf } from './fixtures.ts'
import { imageRequests, readyToGenerate, studio } from './image-studio.ts'
import { speech } from './recordings.ts'
import {
  chooseFiles,
  showTranscription,
  desk as soundDesk,
  soundRequests,
  transcribe,
  wavFile,
} from './transcription-desk.ts'
import { jobsOf, openVideos, desk as videoDesk } from './video-desk.ts'

// One press of what costs money is one request, however quickly the same place is pressed again.

const delays = [20, 80, 150, 300, 500]

/** What a hand does twice; each runs in the page, so that a busy test machine does not stretch the delay. */
type Hand = 'mouse' | 'enter' | 'mod-enter'

/** Presses a control twice: the second time what lies under the pointer or has the focus by then, as a hand would. */
async function pressTwice(control: Locator, delay: number, hand: Hand): Promise<void> {
  await control.focus()
  await control.evaluate(
    async (element, [wait, how]) => {
      const box = element.getBoundingClientRect()
      const press = () => {
        if (how === 'mouse') {
          const under = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
          under?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...at }))
          return
        }
        const at = document.activeElement
        const init = { key: 'Enter', code: 'Enter', ctrlKey: how === 'mod-enter', bubbles: true, cancelable: true }
        const goesOn = at?.dispatchEvent(new KeyboardEvent('keydown', init)) ?? false
        if (goesOn && how === 'enter' && at instanceof HTMLButtonElement) at.click()
      }
      press()
      await new Promise((resolve) => setTimeout(resolve, wait))
      press()
    },
    [delay, hand] as const,
  )
}

/** Lets a press rest: a later one is a wish of its own. The time is what the rule is about. */
async function rest(page: Page): Promise<void> {
  await page.waitForTimeout(pressRestMs + 50)
}

const videoRequests = (gateway: DemoGateway) =>
  gateway.requests().filter(({ method, path }) => method === 'POST' && path === '/v1/videos/generations')

/** Waits until nothing that was pressed is on its way to the gateway any more. */
async function settledChat(page: Page, atelier: Atelier): Promise<void> {
  await atelier.call('app.info', {})
  await expect
    .poll(async () => (await atelier.messages()).every(({ status }) => status.state !== 'streaming'))
    .toBe(true)
  await expect(page.locator('article[aria-busy="true"]')).toHaveCount(0)
}

/** Presses twice with every delay; each time exactly one request more must reach the gateway. */
async function expectOneEach(
  count: () => number,
  press: (delay: number) => Promise<void>,
  settle: () => Promise<void>,
): Promise<void> {
  for (const delay of delays) {
    const before = count()
    await press(delay)
    await expect.poll(count, `the first press of two ${delay} ms apart`).toBeGreaterThan(before)
    await settle()
    expect(count() - before, `requests after two presses ${delay} ms apart`).toBe(1)
  }
}

test.describe('two presses in the chat are one request', () => {
  test('of Enter in the composer', async ({ chat: page, atelier, gateway }) => {
    await exchange(page, 'Repeat exactly: first', 1)
    await expectOneEach(
      () => chatRequests(gateway).length,
      async (delay) => {
        await parts.composer(page).fill(`Repeat exactly: after ${delay}`)
        await pressTwice(parts.composer(page), delay, 'enter')
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
        await pressTwice(parts.send(page), delay, 'mouse')
      },
      () => settledChat(page, atelier),
    )
    for (const message of await atelier.messages()) expect(message.status.state).toBe('done')
  })

  test('of Regenerate', async ({ chat: page, atelier, gateway }) => {
    await exchange(page, 'Repeat exactly: again', 1)
    await expectOneEach(
      () => chatRequests(gateway).length,
      async (delay) => {
        await rest(page)
        await pressTwice(
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
        await pressTwice(button, delay, 'mouse')
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
    // a text that waits in the composer is not sent by the second press either
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
        await pressTwice(field, delay, 'enter')
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
        await pressTwice(button, delay, 'mouse')
      },
      async () => {
        await settledChat(page, atelier)
        await expect(button).toBeVisible({ timeout: 30_000 })
      },
    )
  })

  test('of the palette command', async ({ chat: page, atelier, gateway }) => {
    await exchange(page, 'Repeat exactly: again', 1)
    // the focus goes back to the composer: what is in it is not sent by the second press
    await parts.composer(page).fill('not meant to be sent')
    await expectOneEach(
      () => chatRequests(gateway).length,
      async (delay) => {
        await rest(page)
        await parts.composer(page).focus()
        await page.keyboard.press('Control+k')
        const search = page.getByRole('dialog').getByRole('combobox')
        await search.fill(wordsOf('en', 'palette.retry'))
        await expect(page.getByRole('option').first()).toContainText(wordsOf('en', 'palette.retry'))
        await pressTwice(search, delay, 'enter')
      },
      async () => {
        await settledChat(page, atelier)
        await rest(page)
        await expect(parts.composer(page)).toHaveValue('not meant to be sent')
      },
    )
  })
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
        (await atelier.call('images.jobs', {})).some(({ status }) => /queued|sending|saving/.test(status)),
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
          await pressTwice(hand === 'mouse' ? studio.generate(page) : studio.prompt(page), delay, hand)
        },
        settled(atelier),
      )
      const before = imageRequests(gateway).length
      await studio.form(page).getByRole('button', { name: 'Generate again' }).click()
      await expect.poll(() => imageRequests(gateway).length).toBe(before + 1)
    })
  }

  test('of Send again among several notes', async ({ chat: page, atelier, gateway }) => {
    const heal = gateway.addFaults('hang-up', '/v1/images/')
    await readyToGenerate(page)
    for (const delay of delays) {
      await studio.prompt(page).fill(`a bay, ${delay}`)
      await studio.generate(page).click()
    }
    const more = page.getByRole('button', { name: /^\d+ more$/ })
    await expect(more).toBeVisible()
    await more.click()
    const button = studio.notes(page).getByRole('button', { name: 'Send again' })
    await expect(button).toHaveCount(delays.length)
    heal()
    await expectOneEach(
      () => imageRequests(gateway).length,
      async (delay) => {
        await rest(page)
        await pressTwice(button.first(), delay, 'mouse')
      },
      settled(atelier),
    )
  })
})

test.describe('two presses in Videos are one request', () => {
  for (const hand of ['mouse', 'mod-enter'] as const) {
    test(`of Submit by ${hand}; the prompt empties and can be brought back`, async ({
      chat: page,
      atelier,
      gateway,
    }) => {
      await openVideos(page)
      await expect(videoDesk.form(page).getByRole('button', { name: /demo-video/ })).toBeVisible()
      await expectOneEach(
        () => videoRequests(gateway).length,
        async (delay) => {
          await videoDesk.prompt(page).fill(`Mist over terraces, ${delay}`)
          await pressTwice(hand === 'mouse' ? videoDesk.submit(page) : videoDesk.prompt(page), delay, hand)
        },
        async () => {
          await expect(videoDesk.prompt(page)).toHaveValue('')
          await atelier.call('app.info', {})
          expect((await jobsOf(atelier)).some(({ status }) => status === 'queued')).toBe(false)
        },
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
        await pressTwice(confirm, delay, 'mouse')
      },
      async () => {
        await atelier.call('app.info', {})
        await expect(card).toContainText('Unknown')
        await expect(videoDesk.dialog(page)).toHaveCount(0)
      },
    )
  })

  test('of Submit as new in a menu', async ({ chat: page, atelier, gateway }) => {
    await openVideos(page)
    await videoDesk.prompt(page).fill('Waves on stone')
    await videoDesk.submit(page).click()
    await expect(videoDesk.card(page, 'Waves on stone')).toContainText(/Queued at the gateway|In progress/)
    await expectOneEach(
      () => videoRequests(gateway).length,
      async (delay) => {
        await rest(page)
        const first = videoDesk.card(page, 'Waves on stone').first()
        await first.getByRole('button', { name: /^Actions for/ }).click()
        await pressTwice(page.getByRole('menuitem', { name: wordsOf('en', 'videos.resubmit') }), delay, 'mouse')
      },
      async () => {
        await atelier.call('app.info', {})
        await expect(page.getByRole('menu')).toHaveCount(0)
      },
    )
  })
})

test.describe('two presses in Transcribe are one request', () => {
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
        await pressTwice(retry, delay, 'mouse')
      },
      async () => await expect(retry).toBeVisible({ timeout: 20_000 }),
    )
  })
})
