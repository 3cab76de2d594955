import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import {
  browserShellOnly,
  clipboardOf,
  environmentOf,
  exchange,
  expect,
  parts,
  runCommand,
  settled,
  test,
} from './fixtures.ts'
import { HistorySeed } from './history-seed.ts'

const modelButton = (page: Page) => page.getByRole('button', { name: /: demo-/ })

/** Opens a chat of 120 questions, most of which the page does not load. */
async function longChat(start: () => Promise<Page>, data: string): Promise<Page> {
  const seed = new HistorySeed(data)
  const texts = Array.from({ length: 120 }, (_, at) => [
    `Question ${at + 1} about ${at === 4 ? 'lanterns' : 'tides'}`,
    `Answer ${at + 1}. ${'Water comes and goes. '.repeat(30)}`,
  ])
  seed.chat('Long talk', texts.flat())
  seed.close()
  const page = await start()
  await expect(modelButton(page)).toBeVisible()
  await parts.row(page, 'Long talk').click()
  await expect(parts.own(page).last()).toBeVisible()
  return page
}

test('questions are found and reached by keyboard, also those that are not loaded', async ({
  atelier,
  data,
  gateway,
}) => {
  const page = await longChat(() => atelier.start({ environment: environmentOf(gateway) }), data)
  await page.keyboard.press('Control+j')
  const list = page.getByRole('dialog', { name: 'Questions of this chat' })
  await expect(list.getByRole('option', { selected: true })).toContainText(/Question 1(19|20)/)
  await expect(list.getByRole('combobox')).toBeFocused()
  await settled(page)
  expect(await findings(page)).toEqual([])
  await page.keyboard.type('LANTERNS')
  await expect(list.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const question = (number: number) => parts.own(page).filter({ hasText: `Question ${number} about` })
  await expect(question(5)).toBeFocused()
  await expect(question(5)).toBeInViewport()

  await page.keyboard.press('Alt+ArrowDown')
  await expect(question(6)).toBeInViewport()
  await expect.poll(() => topOf(page, 6)).toBeLessThan(40)
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => topOf(page, 5)).toBeLessThan(40)
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => topOf(page, 4)).toBeLessThan(40)
})

test('a whole chat is copied, including messages that are not loaded', async ({ atelier, data, gateway }) => {
  const page = await longChat(() => atelier.start({ environment: environmentOf(gateway) }), data)
  const clipboard = await clipboardOf(page)
  await runCommand(page, 'Copy this chat')
  await expect.poll(clipboard).toMatch(/^> Question 1 about tides\n/)
  expect((await clipboard()).match(/^> Question/gm)).toHaveLength(120)
})

/** Distance of a question from the top of the view, in px; far away while it is not mounted. */
async function topOf(page: Page, number: number): Promise<number> {
  const found = parts.own(page).filter({ hasText: `Question ${number} about` })
  const box = (await found.count()) === 1 ? await found.boundingBox() : null
  const view = await page.locator('[data-scroller]').boundingBox()
  return Math.abs((box?.y ?? 9_999) - (view?.y ?? 0))
}

test('an answer shows its raw source, and the width and font of chats survive a restart', async ({
  atelier,
  chat: page,
}) => {
  await expect(modelButton(page)).toBeVisible()
  const answer = await exchange(page, 'Repeat exactly: **bold** <b>', 1)
  await answer.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Show the source' }).press('Enter')
  await expect(answer.getByRole('region', { name: 'Source' })).toContainText('**bold** <b>')
  await answer.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Show it formatted' }).press('Enter')
  await expect(answer.locator('strong')).toHaveText('bold')

  const width = async () => (await answer.boundingBox())?.width ?? 0
  const before = await width()
  await page.locator('header').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Width and font…' }).press('Enter')
  // a dialog that still opens takes the focus for itself
  await settled(page)
  for (const name of ['Wide', 'Serif']) {
    const choice = page.getByRole('dialog').getByRole('radio', { name })
    await choice.press('Space')
    await expect(choice).toBeChecked()
  }
  await expect.poll(width).toBeGreaterThan(before)
  await expect
    .poll(() => atelier.call('settings.get', {}))
    .toMatchObject({ readingWidth: 'wide', readingFont: 'serif' })
  await atelier.restart()
  await expect(page.locator('html')).toHaveAttribute('data-reading-width', 'wide')
  await expect(page.locator('html')).toHaveAttribute('data-reading-font', 'serif')
})

/** A voice for English that speaks a sentence until the test says that it ended; `window.said` has all of them. */
const voiceDouble = `
  window.said = []
  let now = null
  class Utterance { constructor(text) { this.text = text } }
  const english = { name: 'Ann', voiceURI: 'Ann', lang: 'en-GB', localService: true, default: true }
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
  Object.defineProperty(window, 'speechSynthesis', {
    value: {
      getVoices: () => [english],
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      speak: (one) => { now = one; window.said.push(one.text + ' @' + one.rate) },
      cancel: () => { now = null },
    },
  })
  window.endSentence = () => now?.onend()
  window.isSpeaking = () => now !== null
`

test('an answer is read aloud sentence by sentence by keyboard, until the user leaves the chat', async ({
  atelier,
  context,
  gateway,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'the page of the other shell is loaded before a script can be added')
  await context.addInitScript(voiceDouble)
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await atelier.call('settings.update', { readAloudSpeed: '1.5' })
  await expect(modelButton(page)).toBeVisible()
  await exchange(page, 'Repeat exactly: The lamp is **lit**. 夜里看得见。 It is bright.', 1)
  const said = () => page.evaluate<readonly string[]>('window.said')
  const bar = page.getByRole('region', { name: 'Reading aloud' })
  await page.keyboard.press('Control+Shift+KeyL')
  await expect(bar).toContainText('The lamp is lit.')
  await settled(page)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Control+Shift+KeyL')
  await expect(bar.getByRole('button', { name: 'Resume reading' })).toBeVisible()
  expect(await page.evaluate('window.isSpeaking()')).toBe(false)
  await page.keyboard.press('Control+Shift+KeyL')
  await page.evaluate('window.endSentence()')
  await expect(bar).toContainText('It is bright.')
  await expect(page.getByText('This computer has no voice for Chinese')).toBeVisible()
  expect(await said()).toEqual(['The lamp is lit. @1.5', 'The lamp is lit. @1.5', 'It is bright. @1.5'])
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)

  await page.keyboard.press('Control+Shift+KeyL')
  await expect(bar).toBeVisible()
  await parts.newChat(page).click()
  await expect(bar).toHaveCount(0)
  expect(await page.evaluate('window.isSpeaking()')).toBe(false)
})
