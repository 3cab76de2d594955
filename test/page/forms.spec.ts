import type { Page } from '@playwright/test'
import { makeImages, readyToGenerate, showImages, studio } from '../e2e/image-studio.ts'
import { openSettings } from '../e2e/side-pages.ts'
import { openVideos, submitVideos, desk as videoDesk } from '../e2e/video-desk.ts'
import { answered, exchange, expect, parts, say, test, wordsOf } from './fixtures.ts'

const table = `Repeat exactly: ${'| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1\n\n\nconst b = 2\n```\n\nwords between\n\n'.repeat(12)}`

async function openParameters(page: Page): Promise<void> {
  await page.getByRole('button', { name: wordsOf('en', 'parameters.title') }).click()
}

test('a message comes into view when it is sent, in a chat full of tables and code', async ({ chat: page }) => {
  // only visible messages are mounted, so answers are found by text
  const last = parts.answers(page).last()
  for (let count = 1; count <= 3; count += 1) {
    await say(page, `${table} end of ${count}`)
    await expect(last).toContainText(`end of ${count}`)
    await expect(last).toHaveAttribute('aria-busy', 'false')
  }
  const scroller = page.locator('[data-scroller]')
  for (const [round, place] of [0, 0.5, 0.9].entries()) {
    await scroller.hover()
    await page.mouse.wheel(0, -100_000)
    await scroller.evaluate((element, part) => {
      element.scrollTop = element.scrollHeight * part
    }, place)
    await say(page, `Repeat exactly: round ${round}`)
    await expect(parts.own(page).last()).toContainText(`round ${round}`)
    await expect(parts.own(page).last()).toBeInViewport()
    await expect(last).toContainText(`round ${round}`)
    await expect(parts.own(page).last()).toBeInViewport()
  }
})

test('instructions typed right before New chat stay in the previous chat', async ({ chat: page, atelier }) => {
  await exchange(page, 'Repeat exactly: first', 1)
  await openParameters(page)
  const field = page.getByRole('textbox', { name: wordsOf('en', 'parameters.system') })
  await field.pressSequentially('Answer in French.')
  await page.keyboard.press('Control+n')
  await expect(parts.own(page)).toHaveCount(0)
  await expect
    .poll(async () => {
      const { conversations } = await atelier.call('chat.list', { query: '', offset: 0, limit: 1 })
      return conversations[0]?.parameters.system
    })
    .toBe('Answer in French.')
  await parts.composer(page).fill('Repeat exactly: second')
  await expect(page.getByRole('button', { name: wordsOf('en', 'composer.system'), exact: true })).toHaveCount(0)
})

test('instructions typed right before sending are sent', async ({ chat: page, atelier }) => {
  await exchange(page, 'Repeat exactly: first', 1)
  await openParameters(page)
  await page.getByRole('textbox', { name: wordsOf('en', 'parameters.system') }).pressSequentially('Be brief.')
  await parts.composer(page).fill('Repeat exactly: second')
  await parts.composer(page).press('Enter')
  await answered(page, 2)
  expect(atelier.app.chats.requests.at(-1)?.system).toBe('Be brief.')
})

test('a temperature out of range is reported and clamped, not dropped', async ({ chat: page }) => {
  await openParameters(page)
  const field = page.getByRole('textbox', { name: wordsOf('en', 'parameters.temperature') })
  await field.pressSequentially('3')
  await expect(page.getByText('A number from 0 to 2.')).toBeVisible()
  await field.press('Tab')
  await expect(field).toHaveValue('2')
  await expect(page.getByText('Changed to fit: 0 to 2 is possible.')).toBeVisible()
  await field.fill('')
  await field.pressSequentially('0.7')
  await field.press('Tab')
  await expect(field).toHaveValue('0.7')
  await expect(page.getByText(/0 to 2/)).toHaveCount(0)
})

test('a number out of range in the settings is reported and clamped', async ({ chat: page, atelier }) => {
  await openSettings(page, 'videos')
  const field = page.getByRole('textbox', { name: wordsOf('en', 'settings.videosAtOnce') })
  await field.fill('99')
  await expect(page.getByText('A number from 1 to 20.')).toBeVisible()
  await field.press('Tab')
  await expect(field).toHaveValue('20')
  await expect.poll(async () => (await atelier.call('settings.get', {})).videosAtOnce).toBe(20)
  await field.fill('')
  await field.press('Tab')
  await expect(field).toHaveValue('20')
})

test('a count of images out of range is reported and clamped', async ({ chat: page }) => {
  await showImages(page)
  const field = page.getByRole('textbox', { name: /Another number of images/ })
  await field.fill('99')
  await expect(page.getByText(/A number from 1 to \d+\./)).toBeVisible()
  await field.press('Tab')
  await expect(page.getByText(/Changed to fit: 1 to \d+ is possible\./)).toBeVisible()
})

test('Escape stops an answer from anywhere in the chat', async ({ chat: page, atelier }) => {
  atelier.app.chats.manner = { is: 'held', after: 4 }
  for (const [count, place] of [
    () => page.locator('[data-scroller]'),
    () => parts.own(page).last().getByRole('button').first(),
    () => parts.newChat(page),
  ].entries()) {
    await say(page, `Repeat exactly: ${'slow '.repeat(200)}`)
    await expect(parts.stop(page)).toBeVisible()
    await place().focus()
    await page.keyboard.press('Escape')
    await expect(parts.stop(page)).toHaveCount(0)
    expect(atelier.app.chats.messages().filter(({ status }) => status.state === 'stopped')).toHaveLength(count + 1)
  }
})

test('Escape that closes a menu does not stop the answer', async ({ chat: page, atelier }) => {
  atelier.app.chats.manner = { is: 'held', after: 4 }
  await say(page, `Repeat exactly: ${'slow '.repeat(200)}`)
  await expect(parts.stop(page)).toBeVisible()
  await openParameters(page)
  const field = page.getByRole('textbox', { name: wordsOf('en', 'parameters.system') })
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(parts.stop(page)).toBeVisible()
})

test('Ctrl+Enter submits from any field of the form', async ({ chat: page, atelier }) => {
  await readyToGenerate(page)
  await studio.size(page).focus()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => atelier.app.images.requests.length).toBe(1)
  await studio.prompt(page).fill('another')
  await studio.count(page, 1).focus()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => atelier.app.images.requests.length).toBe(2)

  await openVideos(page)
  await videoDesk.prompt(page).fill('a river')
  await videoDesk.form(page).getByRole('radio', { name: 'Landscape' }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(videoDesk.card(page, 'a river')).toBeVisible()
})

test('deleting the selected images ends the selection, and Shift selects ranges on checkboxes', async ({
  chat: page,
  atelier,
}) => {
  await makeImages(atelier, { prompt: 'one' }, { prompt: 'two' }, { prompt: 'three' }, { prompt: 'four' })
  await showImages(page)
  const box = (title: string) => page.getByRole('checkbox', { name: `Select “${title}”` })
  await box('four').click({ force: true })
  await box('two').click({ force: true, modifiers: ['Shift'] })
  await expect(box('three')).toBeChecked()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await expect(studio.tiles(page)).toHaveCount(1)
  await expect(page.getByText(/\d+ selected/)).toHaveCount(0)
})

test('Shift selects ranges on the checkboxes of videos', async ({ chat: page, atelier }) => {
  await submitVideos(atelier, { prompt: 'one' }, { prompt: 'two' }, { prompt: 'three' })
  await openVideos(page)
  await expect(videoDesk.cards(page)).toHaveCount(3)
  const boxes = videoDesk.list(page).getByRole('checkbox')
  await boxes.first().click({ force: true })
  await boxes.last().click({ force: true, modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
})

test('Ctrl+↑ in an empty composer scrolls the editor into view', async ({ chat: page }) => {
  await exchange(page, 'Repeat exactly: start', 1)
  await say(page, `Repeat exactly: ${'a long answer of many lines\n\n'.repeat(60)}`)
  // the first answer leaves the document shorter than the window, the second fills it
  await expect(parts.answers(page).last()).toContainText('a long answer')
  await expect(parts.answers(page).last()).toHaveAttribute('aria-busy', 'false')
  await parts.composer(page).focus()
  await page.keyboard.press('ControlOrMeta+ArrowUp')
  const editor = page.getByRole('textbox', { name: wordsOf('en', 'message.editField') })
  await expect(editor).toBeFocused()
  await expect(editor).toBeInViewport()
})
