import type { Page } from '@playwright/test'
import { desk, showHistory } from '../e2e/history-parts.ts'
import { exchange, expect, type OpenedPage, parts, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Stops timers of 90 to 300 ms for good, so that code waiting for a menu to close never runs. */
async function stopTimers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const real = window.setTimeout
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms >= 90 && ms <= 300 ? 0 : real(run, ms)),
    })
  })
}

/** One item of every kind. */
function seedKinds({ app }: OpenedPage): void {
  app.history.seed('chat', 'Launch text')
  app.history.seed('transcript', 'Tea workshop')
  app.history.seed('image', 'A seal stamped in cinnabar')
  app.history.seed('video', '朱砂在水中缓慢散开')
}

async function palette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /Search actions/ })).toBeFocused()
  await page.keyboard.type(words)
  await expect(parts.chosenCommand(page)).toContainText(words)
  await page.keyboard.press('Enter')
}

test('a field that a menu opens has the focus as soon as the menu has closed', async ({ chat: page }) => {
  await exchange(page, 'Alpha', 1)
  await stopTimers(page)
  const name = page.getByRole('textbox', { name: 'Name of the chat' })
  for (const way of ['pointer', 'keys'] as const) {
    const button = page.getByRole('button', { name: 'Actions for Alpha' })
    if (way === 'pointer') {
      await parts.row(page, 'Alpha').hover()
      await button.click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
    } else {
      await button.press('Enter')
      await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
    }
    await expect(name).toBeFocused()
    await name.press('Escape')
    await expect(name).toHaveCount(0)
    // it comes a moment after the field has gone
    await expect(parts.row(page, 'Alpha').getByRole('button').first()).toBeFocused()
  }
})

test("a dialog that a menu opens returns the focus to the menu's button", async ({ atelier }) => {
  seedKinds(atelier)
  const page = await atelier.start()
  await showHistory(page)
  await expect(desk.rows(page)).toHaveCount(4)
  await stopTimers(page)
  const button = page.getByRole('button', { name: 'Actions for Tea workshop' })
  await button.press('Enter')
  await page.getByRole('menuitem', { name: 'Tags…' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('an example of the search operators is inserted into the field, which has the focus', async ({ atelier }) => {
  seedKinds(atelier)
  const page = await atelier.start()
  await showHistory(page)
  await stopTimers(page)
  await page.getByRole('button', { name: 'How to search' }).click()
  await page.getByRole('button', { name: /^kind:/ }).click()
  await expect(desk.field(page)).toBeFocused()
  await expect(desk.field(page)).toHaveValue(/^kind:/)
})

test('a command of the palette shows its panel and moves the focus there at once', async ({ chat: page }) => {
  await exchange(page, 'Alpha', 1)
  await stopTimers(page)
  await page.keyboard.press('Control+,')
  await palette(page, 'Rename this chat')
  const name = page.getByRole('textbox', { name: 'Name of the chat' })
  await expect(name).toBeFocused()
  await name.press('Escape')
  await palette(page, 'New image prompt')
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toBeFocused()
  await palette(page, 'Search the history')
  await expect(desk.field(page)).toBeFocused()
  await palette(page, 'Choose a model')
  await expect(page.getByRole('combobox', { name: /Search models/ })).toBeFocused()
})

test('keys typed before the palette has the focus reach it, and never send a draft', async ({
  chat: page,
  atelier,
}) => {
  await parts.composer(page).fill('A draft')
  const asked = atelier.app.chats.requests.length
  // all keys come in one task, so that no timer or frame can move the focus between them
  const pressAtOnce = (...keys: readonly string[]) =>
    page.evaluate((names) => {
      const press = (key: string, ctrlKey = false) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: key.replace('AltGr+', ''),
            ctrlKey: ctrlKey || key.startsWith('AltGr+'),
            altKey: key.startsWith('AltGr+'),
            modifierAltGraph: key.startsWith('AltGr+'),
            code: `Key${key.toUpperCase()}`,
            bubbles: true,
            cancelable: true,
          }),
        )
      for (const key of names) press(key.replace('Ctrl+', ''), key.startsWith('Ctrl+'))
    }, keys)
  await pressAtOnce('Ctrl+k', ...'keyboard shx', 'Backspace', 'Enter')
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Control+1')
  await expect(parts.composer(page)).toHaveValue('A draft')
  await parts.composer(page).focus()
  await pressAtOnce('Ctrl+m', ...'nothing like it ', 'AltGraph', 'AltGr+@')
  await expect(page.getByRole('combobox', { name: /Search models/ })).toHaveValue('nothing like it @')
  await page.keyboard.press('Escape')
  await expect(parts.composer(page)).toHaveValue('A draft')
  expect(atelier.app.chats.requests).toHaveLength(asked)
})
