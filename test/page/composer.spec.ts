import type { Page } from '@playwright/test'
import { restAfterComposition } from '../e2e/press-twice.ts'
import { answered, beginOther, clipboardOf, exchange, expect, parts, say, test } from './fixtures.ts'

test('Enter sends, Shift+Enter breaks the line', async ({ chat: page, atelier }) => {
  const composer = parts.composer(page)
  await composer.pressSequentially('Repeat exactly: one')
  await composer.press('Shift+Enter')
  await composer.pressSequentially('two')
  expect(atelier.app.chats.requests).toHaveLength(0)
  await expect(composer).toHaveValue('Repeat exactly: one\ntwo')
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await composer.press('Enter')
  await answered(page, 1)
  await expect(composer).toHaveValue('')
  await expect(composer).toBeFocused()
  expect(atelier.app.chats.requests[0]?.text).toContain('one\ntwo')
})

test('Ctrl+Enter sends if set so, and Enter breaks the line', async ({ chat: page, atelier }) => {
  await atelier.call('settings.update', { sendWith: 'mod-enter' })
  const composer = parts.composer(page)
  await composer.pressSequentially('Repeat exactly: one')
  await composer.press('Enter')
  await composer.pressSequentially('two')
  await expect(composer).toHaveValue('Repeat exactly: one\ntwo')
  expect(atelier.app.chats.requests).toHaveLength(0)
  await composer.press('Control+Enter')
  await answered(page, 1)
})

test('blank text is not sent', async ({ chat: page, atelier }) => {
  await expect(parts.send(page)).toBeDisabled()
  await say(page, '  \n ')
  await expect(parts.send(page)).toBeDisabled()
  expect(atelier.app.chats.requests).toHaveLength(0)
})

test('Enter that belongs to an input method never sends', async ({ chat: page, atelier }) => {
  const composer = parts.composer(page)
  await composer.focus()
  const device = await page.context().newCDPSession(page)
  const processKey = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 } as const

  await device.send('Input.imeSetComposition', { text: 'ni hao', selectionStart: 6, selectionEnd: 6 })
  await expect(composer).toHaveValue('ni hao')
  await device.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...processKey })
  await device.send('Input.dispatchKeyEvent', { type: 'keyUp', ...processKey })
  // Enter as other browsers and input methods report it: composing, or with key code 229
  for (const press of [
    { key: 'Enter', isComposing: true },
    { key: 'Enter', keyCode: 229 },
  ]) {
    await composer.dispatchEvent('keydown', { bubbles: true, cancelable: true, ...press })
  }
  await device.send('Input.insertText', { text: '你好' })
  await expect(composer).toHaveValue('你好')
  // an Enter right after the end of a composition, in one turn, because two commands from here may be further apart
  // than the grace time
  const isTyped = await composer.evaluate((field) => {
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    const press = { bubbles: true, cancelable: true, key: 'Enter', keyCode: 13 }
    return field.dispatchEvent(new KeyboardEvent('keydown', press))
  })
  expect(isTyped, 'it is no line break either').toBe(false)
  // a message sent by mistake would arrive before this answer
  await atelier.call('app.info', {})
  await expect(composer).toHaveValue('你好')
  expect(atelier.app.chats.requests).toHaveLength(0)

  await restAfterComposition(page)
  await composer.press('Enter')
  await answered(page, 1)
  expect(atelier.app.chats.requests).toHaveLength(1)
})

test('selected text is quoted in the composer, and earlier prompts can be recalled', async ({ chat: page }) => {
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await exchange(page, 'Repeat exactly: a lamp in a tower', 1)
  // asking for the selection lays the page out, which each step of a followed answer would pay for
  expect(await selectionsAsked(page)).toBe(0)
  const composer = parts.composer(page)
  const select = async () => {
    await parts
      .answers(page)
      .first()
      .getByText('a lamp in a tower')
      .dblclick({ position: { x: 30, y: 10 } })
  }
  await composer.fill('Mine')
  await select()
  await page.getByRole('button', { name: 'Quote', exact: true }).click()
  await expect(composer).toBeFocused()
  const once = await composer.inputValue()
  expect(once).toMatch(/^Mine\n\n> \w+\n\n$/)
  await select()
  await page.keyboard.press('Control+Shift+Period')
  await expect(composer).toHaveValue(/^Mine\n\n> \w+\n\n> \w+\n\n$/)
  await composer.press('Control+z')
  await expect(composer).toHaveValue(once)

  await composer.fill('unsent words')
  await composer.press('Home')
  await composer.press('ArrowUp')
  await expect(composer).toHaveValue('Repeat exactly: a lamp in a tower')
  await composer.press('ArrowDown')
  await expect(composer).toHaveValue('unsent words')
  // sending an earlier prompt brings the draft back
  await composer.press('Home')
  await composer.press('ArrowUp')
  await composer.press('Enter')
  await expect(parts.answers(page)).toHaveCount(2)
  await expect(composer).toHaveValue('unsent words')
})

test('a document uses its own keys for the search in a chat', async ({ chat: page }) => {
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await beginOther(page, 'text.new')
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('search', { name: 'Search in this chat' })).toHaveCount(0)
})

test('Ctrl+↑ in an empty composer edits the last message, Escape leaves it', async ({ chat: page }) => {
  await exchange(page, 'Repeat exactly: something', 1)
  await parts.composer(page).press('ControlOrMeta+ArrowUp')
  await expect(page.getByRole('textbox', { name: 'Edit the message' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Edit the message' })).toHaveCount(0)
  await expect(parts.composer(page)).toBeFocused()
})

test('Copy copies the original Markdown', async ({ chat: page }) => {
  const read = await clipboardOf(page)
  const source = 'A **bold** word and `code`'
  const answer = await exchange(page, `Repeat exactly: ${source}`, 1)
  await answer.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(answer.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await read()).toBe(source)
  const own = parts.own(page)
  await own.hover()
  await own.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(own.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await read()).toBe(`Repeat exactly: ${source}`)
})

/** Returns how often the page asks for the selection after its messages were scrolled. */
async function selectionsAsked(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    // longer than the rest after which the page asks: its earlier timers come first
    const rested = () => new Promise((done) => setTimeout(done, 240))
    await rested()
    const real = document.getSelection.bind(document)
    let asked = 0
    document.getSelection = () => {
      asked += 1
      return real()
    }
    document.querySelector('[data-scroller]')?.dispatchEvent(new Event('scrollend'))
    await rested()
    document.getSelection = real
    return asked
  })
}
