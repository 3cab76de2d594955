import type { Page } from '@playwright/test'
import { pressRestMs } from '../../src/renderer/components/forms/press-guard.ts'
import { appError } from '../../src/shared/errors.ts'
import { readyToGenerate, studio } from '../e2e/image-studio.ts'
import { commandTwice, delays, expectOneEach, pressBothWays, pressTwice, rest, stock } from '../e2e/press-twice.ts'
import { jobsOf, openVideos, desk as videoDesk } from '../e2e/video-desk.ts'
import { answered, exchange, expect, type OpenedPage, parts, say, test, wordsOf } from './fixtures.ts'

// One press of a paid control is one request, however soon it is pressed again.

/** Waits until no pressed request is on its way to the gateway. */
async function settledChat(page: Page, atelier: OpenedPage): Promise<void> {
  await atelier.call('app.info', {})
  atelier.app.chats.release()
  await expect
    .poll(async () => atelier.app.chats.messages().every(({ status }) => status.state !== 'streaming'))
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

test.describe('two presses in the chat send one request', () => {
  test('two presses of Send send one request, and the second does not stop the answer', async ({
    chat: page,
    atelier,
  }) => {
    atelier.app.chats.manner = { is: 'held', after: 4 }
    await say(page, 'Repeat exactly: first')
    await expect(parts.stop(page)).toBeVisible()
    atelier.app.chats.release()
    await answered(page, 1)
    await expectOneEach(
      () => atelier.app.chats.requests.length,
      async (delay) => {
        await parts.composer(page).fill(`Repeat exactly: ${'slow '.repeat(40)}${delay}`)
        return await pressTwice(parts.send(page), delay, 'mouse')
      },
      () => settledChat(page, atelier),
    )
    for (const message of atelier.app.chats.messages()) expect(message.status.state).toBe('done')
  })

  test('two presses of Ask again send one request', async ({ chat: page, atelier }) => {
    await exchange(page, 'Repeat exactly: again', 1)
    await expectOneEach(
      () => atelier.app.chats.requests.length,
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

  test('two presses of Continue send one request', async ({ chat: page, atelier }) => {
    atelier.app.chats.manner = { is: 'cut', after: 6 }
    await say(page, `Repeat exactly: ${'one two three '.repeat(20)}`)
    const button = page.getByRole('button', { name: wordsOf('en', 'steps.continue'), exact: true })
    await expect(button).toBeVisible()
    await expectOneEach(
      () => atelier.app.chats.requests.length,
      async (delay) => {
        await rest(page)
        return await pressTwice(button, delay, 'mouse')
      },
      async () => {
        await settledChat(page, atelier)
        await expect(button).toBeVisible()
      },
    )
  })

  test('two presses of Enter in an edited message send one request', async ({ chat: page, atelier }) => {
    await exchange(page, 'Repeat exactly: before', 1)
    // unsent text in the composer is not sent by the second press either
    await parts.composer(page).fill('not meant to be sent')
    await expectOneEach(
      () => atelier.app.chats.requests.length,
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

  test('two presses of Try again after a failure send one request', async ({ chat: page, atelier }) => {
    atelier.app.chats.manner = { is: 'failing', error: appError('empty_answer') }
    await say(page, 'Repeat exactly: nothing')
    const button = page.getByRole('alert').getByRole('button', { name: wordsOf('en', 'errors.empty_answer.next') })
    await expect(button).toBeVisible()
    await expectOneEach(
      () => atelier.app.chats.requests.length,
      async (delay) => {
        await rest(page)
        return await pressTwice(button, delay, 'mouse')
      },
      async () => {
        await settledChat(page, atelier)
        await expect(button).toBeVisible()
      },
    )
  })

  for (const first of ['key', 'button'] as const) {
    test(`two presses, of Enter and Send, the ${first} first, send one request`, async ({ chat: page, atelier }) => {
      atelier.app.chats.manner = { is: 'held', after: 4 }
      await say(page, 'Repeat exactly: first')
      await expect(parts.stop(page)).toBeVisible()
      atelier.app.chats.release()
      await answered(page, 1)
      // a click after Enter hits Stop and stops the answer; only requests are counted
      await expectOneEach(
        () => atelier.app.chats.requests.length,
        async (delay) => {
          await parts.composer(page).fill(`Repeat exactly: ${'slow '.repeat(40)}${delay}`)
          return await pressBothWays(parts.composer(page), 'enter', parts.send(page), first, delay)
        },
        () => settledChat(page, atelier),
      )
    })
  }

  test('two presses of the palette command send one request', async ({ chat: page, atelier }) => {
    await exchange(page, 'Repeat exactly: again', 1)
    // the focus returns to the composer; its text is not sent by the second press
    await parts.composer(page).fill('not meant to be sent')
    await expectOneEach(
      () => atelier.app.chats.requests.length,
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

test('pressing Enter twice in the list of models chooses a model and sends nothing', async ({
  chat: page,
  atelier,
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
    expect(atelier.app.chats.requests, `${delay} ms apart`).toHaveLength(0)
    await expect(parts.composer(page)).toHaveValue(`not meant to be sent, ${delay}`)
    await expect(search).toHaveCount(0)
  }
})

test.describe('two presses in Images send one request', () => {
  const settled = (atelier: OpenedPage) => async () => {
    await expect
      .poll(async () =>
        (await atelier.call('images.jobs', { offset: 0, limit: 50 })).jobs.some(({ status }) =>
          /queued|sending|saving/.test(status),
        ),
      )
      .toBe(false)
  }

  for (const hand of ['mouse', 'mod-enter'] as const) {
    test(`two presses of Generate by ${hand} send one request, and a later press another one`, async ({
      chat: page,
      atelier,
    }) => {
      await readyToGenerate(page)
      await expectOneEach(
        () => atelier.app.images.requests.length,
        async (delay) => {
          await studio.prompt(page).fill(`a harbour, ${delay}`)
          return await pressTwice(hand === 'mouse' ? studio.generate(page) : studio.prompt(page), delay, hand)
        },
        settled(atelier),
      )
      const before = atelier.app.images.requests.length
      await studio.form(page).getByRole('button', { name: 'Generate again' }).click()
      await expect.poll(() => atelier.app.images.requests.length).toBe(before + 1)
    })
  }

  for (const first of ['key', 'button'] as const) {
    test(`two presses, of Ctrl+Enter and Generate, the ${first} first, send one request`, async ({
      chat: page,
      atelier,
    }) => {
      await readyToGenerate(page)
      await expectOneEach(
        () => atelier.app.images.requests.length,
        async (delay) => {
          await studio.prompt(page).fill(`a harbour, ${delay}`)
          return await pressBothWays(studio.prompt(page), 'mod-enter', studio.generate(page), first, delay)
        },
        settled(atelier),
      )
    })
  }

  test('the palette command in Images, confirmed or given twice, sends one request', async ({
    chat: page,
    atelier,
  }) => {
    await readyToGenerate(page)
    await expectOneByCommand(
      page,
      wordsOf('en', 'images.commands.generate'),
      () => atelier.app.images.requests.length,
      async (words) => await studio.prompt(page).fill(`a harbour, ${words}`),
      settled(atelier),
    )
  })

  test('two presses of Send again among several notes send one request', async ({ chat: page, atelier }) => {
    atelier.app.images.manner = { is: 'lost', error: appError('connection_lost') }
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
    atelier.app.images.manner = { is: 'at-once' }
    await expectOneEach(
      () => atelier.app.images.requests.length,
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

test.describe('two presses in Videos make one video', () => {
  const readyToSubmit = async (page: Page) => {
    await openVideos(page)
    await expect(videoDesk.form(page).getByRole('button', { name: /demo-video/ })).toBeVisible()
  }
  const submitted = (page: Page, atelier: OpenedPage) => async () => {
    await expect(videoDesk.prompt(page)).toHaveValue('')
    await atelier.call('app.info', {})
    expect((await jobsOf(atelier)).some(({ status }) => status === 'queued')).toBe(false)
  }

  test('two presses of Submit by mod-enter make one video; the prompt empties and can be restored', async ({
    chat: page,
    atelier,
  }) => {
    await readyToSubmit(page)
    await expectOneEach(
      () => atelier.app.videos.requests.length,
      async (delay) => {
        await videoDesk.prompt(page).fill(`Mist over terraces, ${delay}`)
        return await pressTwice(videoDesk.prompt(page), delay, 'mod-enter')
      },
      submitted(page, atelier),
    )
    await expect(videoDesk.form(page).getByRole('alert')).toHaveCount(0)
    await expect(videoDesk.form(page).getByRole('status')).toContainText('was submitted')
    await videoDesk.form(page).getByRole('button', { name: 'Use the prompt again' }).click()
    await expect(videoDesk.prompt(page)).toHaveValue('Mist over terraces, 500')
    const before = atelier.app.videos.requests.length
    await videoDesk.submit(page).click()
    await expect.poll(() => atelier.app.videos.requests.length).toBe(before + 1)
  })

  for (const first of ['key', 'button'] as const) {
    test(`two presses, of Ctrl+Enter and Submit, the ${first} first, make one video`, async ({
      chat: page,
      atelier,
    }) => {
      await readyToSubmit(page)
      await expectOneEach(
        () => atelier.app.videos.requests.length,
        async (delay) => {
          await videoDesk.prompt(page).fill(`Mist over terraces, ${delay}`)
          return await pressBothWays(videoDesk.prompt(page), 'mod-enter', videoDesk.submit(page), first, delay)
        },
        submitted(page, atelier),
      )
      await expect(videoDesk.form(page).getByRole('alert')).toHaveCount(0)
    })
  }

  test('the palette command in Videos, confirmed or given twice, makes one video', async ({ chat: page, atelier }) => {
    await readyToSubmit(page)
    await expectOneByCommand(
      page,
      wordsOf('en', 'videos.commands.submit'),
      () => atelier.app.videos.requests.length,
      async (words) => await videoDesk.prompt(page).fill(`Mist over terraces, ${words}`),
      submitted(page, atelier),
    )
    await expect(videoDesk.form(page).getByRole('alert')).toHaveCount(0)
  })

  test('two presses of Submit again in its question send one request', async ({ chat: page, atelier }) => {
    atelier.app.videos.manner = { is: 'lost', error: appError('connection_lost') }
    await openVideos(page)
    await videoDesk.prompt(page).fill('Snow over a lake')
    await videoDesk.submit(page).click()
    const card = videoDesk.card(page, 'Snow over a lake').last()
    await expect(card).toContainText('Unknown')
    await expectOneEach(
      () => atelier.app.videos.requests.length,
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

  test('two presses of the answer to Submit as new send one request', async ({ chat: page, atelier }) => {
    await openVideos(page)
    await videoDesk.prompt(page).fill('Waves on stone')
    await videoDesk.submit(page).click()
    await expect(videoDesk.card(page, 'Waves on stone')).toContainText(/Queued at the gateway|Making/)
    await expectOneEach(
      () => atelier.app.videos.requests.length,
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
