import type { Page } from '@playwright/test'
import { chooseAdded } from './add-menu.ts'
import { findings } from './axe.ts'
import { type Atelier, answered, chatRequests, clipboardOf, expect, parts, say, test } from './fixtures.ts'
import { chooseSettings } from './side-pages.ts'

const date = 'builtin:current_date'
const calculator = 'builtin:calculator'
const sum = '{"expression": "6 * 7"}'

const question = (page: Page) => page.getByRole('region', { name: /wants to use/ })
const line = (page: Page) => parts.answers(page).last().locator('[data-call] > button')
const inQuestion = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true })
const toolsChip = (page: Page) => page.getByRole('button', { name: '2 tools' })
const toolsOff = (page: Page) => page.getByRole('button', { name: 'Turn all tools off' })

/** Turns tools on for the open chat, by the page. */
async function turnOn(page: Page, ...names: readonly string[]): Promise<void> {
  await chooseAdded(page, 'tools.title')
  const popover = page.getByRole('dialog', { name: 'Tools' })
  for (const name of names) await popover.getByRole('switch', { name: new RegExp(`^${name}`) }).check({ force: true })
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
}

/** A chat in which the calculator asks. */
async function asking(atelier: Atelier, page: Page, text = `use calculator ${sum}`): Promise<void> {
  await atelier.call('tools.setRule', { tool: calculator, rule: 'ask' })
  await turnOn(page, 'Calculator', 'Date and time')
  await say(page, text)
  await expect(question(page)).toBeVisible()
}

test('a call that is allowed appears as a line in the answer, which opens', async ({ chat: page, atelier }) => {
  await turnOn(page, 'Calculator', 'Date and time')
  await expect(toolsChip(page)).toBeVisible()
  await say(page, `use calculator ${sum}`)
  const answer = await answered(page, 1)
  await expect(line(page)).toHaveText(/Calculator.*"expression": "6 \* 7".*done/)
  await expect(answer).toContainText(/Let me look that up\..*Calculator.*The tool says:/s)
  await line(page).press('Enter')
  await expect(answer.getByRole('region', { name: 'Arguments' })).toContainText('"expression": "6 * 7"')
  await expect(answer.getByRole('region', { name: 'Result' })).toContainText('42')
  // the copied answer is its text
  const clipboard = await clipboardOf(page)
  await answer.getByRole('button', { name: 'Copy', exact: true }).click()
  const [, stored] = await atelier.messages()
  expect(await clipboard()).toBe(stored?.text)
  // the choice belongs to the chat
  await parts.newChat(page).click()
  await expect(toolsOff(page)).toHaveCount(0)
  // a single tool is named, and its chip turns it off
  await turnOn(page, 'Calculator')
  await expect(page.getByRole('button', { name: 'Calculator', exact: true })).toBeVisible()
  await toolsOff(page).press('Enter')
  await expect(toolsOff(page)).toHaveCount(0)
  await expect(parts.composer(page)).toBeFocused()
})

test('a question shows what a tool will do, and runs it once', async ({ chat: page, atelier, gateway }) => {
  await asking(atelier, page)
  await expect(question(page).locator('dl')).toHaveText('Expression6 * 7')
  await expect(question(page)).toContainText('You are asked before this tool runs.')
  await expect(parts.rows(page).first()).toContainText('Waits for your decision')
  await expect(parts.panels(page).getByRole('button', { name: /Chat.*needs you/ })).toBeVisible()
  await expect(page.locator('[aria-live]').filter({ hasText: 'Calculator needs your decision' })).toHaveCount(1)
  expect(chatRequests(gateway)).toHaveLength(1)
  await inQuestion(page, 'Run once').click()
  await answered(page, 1)
  await expect(line(page)).toContainText('done')
  await expect(parts.rows(page).first()).not.toContainText('Waits')
  // once is once
  await say(page, `use calculator ${sum}`)
  await expect(question(page)).toBeVisible()
  await inQuestion(page, 'Allow in this chat').click()
  await answered(page, 2)
  await say(page, `use calculator ${sum}`)
  await answered(page, 3)
  await expect(line(page)).toContainText('done')
})

test('arguments are edited before a tool runs', async ({ chat: page, atelier }) => {
  await asking(atelier, page)
  await inQuestion(page, 'Edit').click()
  const editor = page.getByRole('textbox', { name: 'Arguments, to be edited' })
  await editor.fill('{"expression": "6 * ')
  await expect(question(page)).toContainText('This is not valid JSON yet.')
  await expect(inQuestion(page, 'Run once')).toBeDisabled()
  await inQuestion(page, 'Reset').click()
  await inQuestion(page, 'Edit').click()
  await expect(editor).toHaveValue('{\n  "expression": "6 * 7"\n}')
  await editor.fill('{"expression": "6 * 8"}')
  await inQuestion(page, 'Run once').click()
  const answer = await answered(page, 1)
  await expect(answer).toContainText('48')
  await line(page).click()
  await expect(answer.getByRole('region', { name: 'As you changed them' })).toContainText('6 * 8')
  await expect(answer.getByRole('region', { name: 'As the model asked' })).toContainText('6 * 7')
})

test('a call is denied with a note, which is sent to the model', async ({ chat: page, atelier, gateway }) => {
  await asking(atelier, page)
  await page.getByRole('textbox', { name: 'Note to the model, if you deny' }).fill('Do it in your head.')
  await inQuestion(page, 'Deny').click()
  await answered(page, 1)
  await expect(line(page)).toContainText('not allowed')
  expect(JSON.stringify(chatRequests(gateway).at(-1)?.body)).toContain('Do it in your head.')
})

test('Escape in the card decides nothing; elsewhere it stops the answer', async ({ chat: page, atelier, gateway }) => {
  await asking(atelier, page)
  await page.getByRole('textbox', { name: 'Note to the model, if you deny' }).press('Escape')
  await inQuestion(page, 'Deny').press('Escape')
  await expect(question(page)).toBeVisible()
  await parts.composer(page).press('Escape')
  await answered(page, 1)
  await expect(line(page)).toContainText('not run')
  await expect(parts.answers(page)).toContainText('Stopped.')
  expect(chatRequests(gateway)).toHaveLength(1)
})

test('a reload during a question shows it again', async ({ chat: page, atelier }) => {
  await asking(atelier, page)
  await inQuestion(page, 'Edit').click()
  await page.getByRole('textbox', { name: 'Arguments, to be edited' }).fill('{"expression": "6 * 9"}')
  await page.getByRole('textbox', { name: 'Note to the model, if you deny' }).fill('No.')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Note to the model, if you deny' })).toHaveValue('No.')
  await expect(page.getByRole('textbox', { name: 'Arguments, to be edited' })).toHaveValue('{"expression": "6 * 9"}')
  await inQuestion(page, 'Reset').click()
  await expect(question(page).locator('dl')).toHaveText('Expression6 * 7')
  await expect(parts.rows(page).first()).toContainText('Waits for your decision')
  await parts.newChat(page).click()
  await expect(parts.panels(page).getByRole('button', { name: /Chat.*needs you/ })).toBeVisible()
  await parts.rows(page).first().getByRole('button').first().click()
  await inQuestion(page, 'Always allow').click()
  await answered(page, 1)
  await expect(line(page)).toContainText('done')
  expect((await atelier.call('tools.list', {})).find(({ id }) => id === calculator)?.rule).toBe('always')
})

test('a question can be answered by keyboard, and a key meant for typing allows nothing', async ({
  chat: page,
  atelier,
}) => {
  await asking(atelier, page)
  await expect(parts.composer(page)).toBeFocused()
  await expect(inQuestion(page, 'Run once')).toBeEnabled()
  // the card never takes the focus
  await expect(parts.composer(page)).toBeFocused()
  await inQuestion(page, 'Edit').focus()
  const seen: string[] = []
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab')
    seen.push(
      await page.evaluate<string>(
        `document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label') || ''`,
      ),
    )
  }
  expect(seen).toEqual([
    'Expression6 * 7',
    'Run once',
    'Allow in this chat',
    'Always allow',
    'Deny',
    'Note to the model, if you deny',
  ])
  await inQuestion(page, 'Run once').press('Enter')
  await expect(line(page)).toBeFocused()
  await answered(page, 1)
})

test('a new card ignores presses that were meant for the card before it', async ({ chat: page, atelier }) => {
  await atelier.call('tools.setRule', { tool: calculator, rule: 'ask' })
  await turnOn(page, 'Calculator')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await say(page, `use calculator ${sum}`)
  await expect(question(page)).toBeVisible()
  for (const name of ['Run once', 'Allow in this chat', 'Always allow'])
    await expect(inQuestion(page, name)).toBeDisabled()
  await expect(inQuestion(page, 'Deny')).toBeEnabled()
  await page.clock.runFor(600)
  await expect(inQuestion(page, 'Run once')).toBeEnabled()
})

test('invisible characters are shown, and nothing of a result is loaded', async ({ chat: page, atelier }) => {
  await asking(atelier, page, 'use calculator {"expression": "1\u202e+\u200b![](https://x.example/a.png)"}')
  await expect(question(page)).toContainText('1U+202E+U+200B![](https://x.example/a.png)')
  await expect(question(page)).toContainText('2 invisible characters')
  await expect(question(page).locator('img, a')).toHaveCount(0)
  await inQuestion(page, 'Run once').click()
  const answer = await answered(page, 1)
  await expect(line(page)).toContainText('failed')
  await line(page).click()
  await expect(answer.locator('[data-call] img, [data-call] a')).toHaveCount(0)
})

test('calls of one round are shown together and ask one after the other', async ({ chat: page, atelier }) => {
  await atelier.call('tools.setRule', { tool: date, rule: 'ask' })
  await asking(atelier, page, `use calculator ${sum} and current_date`)
  const group = page.getByRole('list', { name: '2 calls' })
  await expect(group.getByRole('listitem').last()).toContainText(/Date and time.*waiting/)
  await expect(question(page)).toHaveCount(1)
  await inQuestion(page, 'Run once').click()
  await expect(question(page)).toContainText('Date and time')
  await inQuestion(page, 'Deny').click()
  await answered(page, 1)
  await expect(group.getByRole('listitem').first()).toContainText('done')
  await expect(group.getByRole('listitem').last()).toContainText('not allowed')
})

test('text before a call is not rendered again when the answer continues', async ({ chat: page, atelier }) => {
  await asking(atelier, page, `use calculator ${sum} then current_date`)
  await page.evaluate(`(() => {
    const part = document.querySelector('article[aria-busy="true"] [data-call]').closest('ul').previousElementSibling
    window.changesBefore = 0
    new MutationObserver((changes) => { window.changesBefore += changes.length })
      .observe(part, { childList: true, subtree: true, characterData: true, attributes: true })
  })()`)
  await inQuestion(page, 'Run once').click()
  const answer = await answered(page, 1)
  await expect(answer).toContainText('That is what you asked for.')
  // only the mark of a streaming text may go
  expect(await page.evaluate<number>('window.changesBefore')).toBeLessThanOrEqual(1)
})

test('a model that refuses tools gets the request again without them', async ({ chat: page, gateway }) => {
  await turnOn(page, 'Calculator')
  await say(page, '/fault tool-refuse\nRepeat exactly: plain text')
  await answered(page, 1)
  await page.getByRole('button', { name: 'Turn tools off and resend' }).click()
  await expect(parts.answers(page)).toContainText('plain text')
  await expect(toolsOff(page)).toHaveCount(0)
  expect(JSON.stringify(chatRequests(gateway).at(-1)?.body)).not.toContain('"tools"')
})

test('the limit of rounds is set per chat, and the answer continues after it', async ({ chat: page }) => {
  await turnOn(page, 'Calculator')
  await chooseAdded(page, 'tools.title')
  await page.getByRole('textbox', { name: 'Max. tool rounds' }).fill('1')
  await page.keyboard.press('Escape')
  await say(page, `use calculator ${sum} then calculator {"expression": "7 * 7"}`)
  const answer = await answered(page, 1)
  await expect(answer).toContainText('The answer reached its limit of tool rounds.')
  await expect(answer.locator('[data-call] > button')).toHaveText([/6 \* 7.*done/, /7 \* 7.*not run/])
  await parts.answers(page).getByRole('button', { name: 'Continue' }).click()
  await expect(parts.answers(page)).toContainText('That is what you asked for.')
})

test('a system notification reports a waiting call while the window is in the background', async ({
  chat: page,
  atelier,
}) => {
  await page.evaluate(`(() => {
    class Shown extends EventTarget {
      static permission = 'granted'
      constructor(title) { super(); window.lastNote = { title, note: this } }
      close() {}
    }
    window.Notification = Shown
    Object.defineProperty(document, 'hasFocus', { value: () => false })
  })()`)
  await asking(atelier, page)
  await expect.poll(() => page.evaluate<string>('window.lastNote?.title')).toBe('Calculator needs your decision')
  await parts.newChat(page).click()
  await expect(question(page)).toBeHidden()
  await page.evaluate(`window.lastNote.note.dispatchEvent(new Event('click'))`)
  await expect(question(page)).toBeVisible()
})

test('rules for tools are set in the settings', async ({ chat: page, atelier }) => {
  await expect(parts.composer(page)).toBeFocused()
  await page.keyboard.press('Control+,')
  await chooseSettings(page, 'tools')
  const rule = page.getByRole('group', { name: 'Rule for Calculator' })
  await expect(rule.getByRole('radio', { name: 'Always' })).toBeChecked()
  await rule.getByRole('radio', { name: 'Never' }).check({ force: true })
  await expect
    .poll(async () => (await atelier.call('tools.list', {})).find(({ id }) => id === calculator)?.rule)
    .toBe('never')
  expect(await findings(page)).toEqual([])
})
