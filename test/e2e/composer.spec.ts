import type { Page } from '@playwright/test'
import { chooseAdded } from './add-menu.ts'
import {
  answered,
  chatRequests,
  clipboardOf,
  exchange,
  expect,
  parts,
  pickModel,
  say,
  test,
  wordsOf,
} from './fixtures.ts'

/** A red square of 2 × 2 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)

test('the composer stays usable after a paste of a megabyte', async ({ chat: page, gateway, atelier }) => {
  test.slow()
  await clipboardOf(page)
  const composer = parts.composer(page)
  await composer.focus()
  // 1 MB of mixed scripts
  await page.evaluate(`navigator.clipboard.writeText('Be brief about it, 茶 '.repeat(50000))`)
  await page.keyboard.press('Control+v')
  const length = 'Be brief about it, 茶 '.length * 50_000
  const lengthNow = () => composer.inputValue().then((text) => text.length)
  await expect.poll(lengthNow).toBe(length)

  const device = await page.context().newCDPSession(page)
  await device.send('Performance.enable')
  const count = async (name: string) =>
    (await device.send('Performance.getMetrics')).metrics.find((metric) => metric.name === name)?.value ?? 0
  const layouts = await count('LayoutCount')
  const nodes = await count('Nodes')
  const sent = atelier.sent
  // all at once: on a slow machine a save would fit between two keys
  await Promise.all(Array.from('abcde', (key) => page.keyboard.press(key)))
  await expect.poll(lengthNow).toBe(length + 5)
  // a few layouts per key and none in a loop, no elements for the text, and fewer saves than keys
  expect((await count('LayoutCount')) - layouts).toBeLessThan(30)
  expect((await count('Nodes')) - nodes).toBeLessThan(100)
  expect(atelier.sent - sent).toBeLessThan(5)

  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await parts.send(page).click()
  await expect(parts.own(page)).toHaveCount(1)
  await expect.poll(() => chatRequests(gateway)[0]?.bodyBytes ?? 0).toBeGreaterThan(1_000_000)
  await expect(composer).toHaveValue('')
  // the message is collapsed; a megabyte is laid out only on demand
  await expect(parts.own(page).getByRole('button', { name: 'Show all' })).toBeVisible()
  expect((await parts.own(page).innerText()).length).toBeLessThan(10_000)
  await answered(page, 1)
  await say(page, 'Repeat exactly: still here')
  await expect(await answered(page, 2)).toContainText('still here')
})

test('typed text survives a reload and a restart, separately for each conversation', async ({
  chat: page,
  atelier,
}) => {
  const composer = parts.composer(page)
  await exchange(page, 'Repeat exactly: first', 1)
  const saved = async (conversationId: string | null) => (await atelier.call('chat.draft', { conversationId })).text
  const conversation = (await atelier.messages())[0]?.conversationId ?? null

  await composer.fill('half a thought')
  await expect.poll(() => saved(conversation)).toBe('half a thought')
  await page.reload()
  await expect(composer).toHaveValue('half a thought')

  await parts.newChat(page).click()
  await expect(composer).toHaveValue('')
  await composer.fill('另一半想法')
  await expect.poll(() => saved(null)).toBe('另一半想法')
  await parts.row(page, 'first').getByRole('button').first().click()
  await expect(composer).toHaveValue('half a thought')

  await atelier.restart()
  await expect(composer).toHaveValue('另一半想法')
  await parts.row(page, 'first').getByRole('button').first().click()
  await expect(composer).toHaveValue('half a thought')
})

test('a picture in the composer survives a reload and a restart, and disappears when it is sent', async ({
  chat: page,
  atelier,
}) => {
  const held = page.getByRole('button', { name: 'Remove red.png' })
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: picture })
  await expect(held).toBeVisible()
  await expect(parts.send(page)).toBeEnabled()
  await expect.poll(async () => (await atelier.call('chat.draftPictures', { conversationId: null })).length).toBe(1)
  await page.reload()
  await expect(held).toBeVisible()
  await atelier.restart()
  await expect(held).toBeVisible()
  await pickModel(page, 'demo-chat-vision')
  await say(page, 'What is this?')
  await answered(page, 1)
  await expect(held).toHaveCount(0)
  await parts.newChat(page).click()
  await page.reload()
  await expect(parts.composer(page)).toBeVisible()
  await expect(held).toHaveCount(0)
  expect(await atelier.call('chat.draftPictures', { conversationId: null })).toEqual([])
})

test('a refused message leaves its text in the composer', async ({ chat: page }) => {
  const composer = parts.composer(page)
  // longer than the limit of a message
  const long = `Too long ${'x'.repeat(2_000_000)}`
  await composer.fill(long)
  await parts.send(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Not sent. Your text is still here.')
  expect(await composer.inputValue().then((text) => text.length)).toBe(long.length)
  await composer.fill('Repeat exactly: short enough')
  await parts.send(page).click()
  await expect(await answered(page, 1)).toContainText('short enough')
  await expect(alert).toHaveCount(0)
})

test.describe('pictures in the composer', () => {
  const pictureParts = (body: unknown): string[] =>
    [...JSON.stringify(body).matchAll(/"url":"(data:image\/png;base64,[^"]+)"/g)].map((match) => match[1] ?? '')

  async function sendPicture(page: Page): Promise<void> {
    await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible()
    await expect(parts.send(page)).toBeEnabled()
    await parts.composer(page).fill('What is this?')
    await parts.composer(page).press('Enter')
    await answered(page, 1)
    const shown = parts.own(page).getByRole('img')
    await expect(shown).toBeVisible()
    await expect(shown).toHaveJSProperty('naturalWidth', 2)
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  }

  test('a picture is chosen from a file and sent as an image part', async ({ chat: page, gateway }) => {
    await pickModel(page, 'demo-chat-vision')
    const choosing = page.waitForEvent('filechooser')
    await chooseAdded(page, 'composer.addFiles')
    await (await choosing).setFiles({ name: 'red.png', mimeType: 'image/png', buffer: picture })
    await sendPicture(page)
    expect(pictureParts(chatRequests(gateway)[0]?.body)).toEqual([
      `data:image/png;base64,${picture.toString('base64')}`,
    ])

    // it opens at window size, and Esc returns the focus
    await page.getByRole('button', { name: 'Open picture 1' }).click()
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByRole('img')).toBeVisible()
    await viewer.getByRole('button', { name: 'Actual size' }).click()
    await expect(viewer.getByRole('button', { name: 'Actual size' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Open picture 1' })).toBeFocused()
  })

  test('a picture is pasted and sent as an image part', async ({ chat: page, gateway }) => {
    await pickModel(page, 'demo-chat-vision')
    await clipboardOf(page)
    await parts.composer(page).focus()
    await page.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (character) => character.charCodeAt(0))
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })])
    })()`)
    await page.keyboard.press('Control+v')
    await sendPicture(page)
    expect(pictureParts(chatRequests(gateway)[0]?.body)).toHaveLength(1)
  })

  test('a file that is not a picture is refused with a message in both languages', async ({ chat: page, atelier }) => {
    const choose = async (): Promise<void> => {
      await page
        .locator('input[type=file][multiple]')
        .setInputFiles({ name: 'evil.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') })
    }
    await choose()
    await expect(page.getByRole('alert')).toContainText('evil.png was not added.')
    await expect(page.getByRole('alert')).toContainText(wordsOf('en', 'errors.file_refused.title'))
    await atelier.call('settings.update', { language: 'zh-CN' })
    await expect(page.getByRole('alert')).toContainText(wordsOf('zh-CN', 'errors.file_refused.title'))
  })
})

test('text typed in a new chat while its stored draft loads is kept', async ({ chat: page, atelier, shellKind }) => {
  test.skip(shellKind === 'electron', 'the answer is held on the browser shell’s socket')
  await atelier.call('chat.saveDraft', { conversationId: null, text: 'kept from before' })
  // once told to, holds back the answer to `chat.draft` until something has been typed
  let holding = false
  const asked = Promise.withResolvers<() => void>()
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const main = socket.connectToServer()
    const drafts = new Set<unknown>()
    socket.onMessage((frame) => {
      const { id, name } = JSON.parse(String(frame))
      if (holding && name === 'chat.draft') drafts.add(id)
      main.send(frame)
    })
    main.onMessage((frame) => {
      if (drafts.delete(JSON.parse(String(frame)).id)) asked.resolve(() => socket.send(frame))
      else socket.send(frame)
    })
  })
  await page.reload()
  const composer = parts.composer(page)
  await expect(composer).toHaveValue('kept from before')
  await exchange(page, 'Repeat exactly: first', 1)
  await atelier.call('chat.saveDraft', { conversationId: null, text: 'kept from before' })
  holding = true
  await parts.newChat(page).click()
  const release = await asked.promise
  await composer.fill('typed at once')
  release()
  // a later answer on the same connection has arrived, so the held one has been handled
  await page.getByRole('button', { name: /: demo-/ }).click()
  await page.keyboard.press('Escape')
  await expect(composer).toHaveValue('typed at once')
})

for (const chat of ['new', 'open'] as const)
  test(`text typed while a message of ${chat === 'new' ? 'a new' : 'an open'} chat is being sent survives a reload`, async ({
    chat: page,
    atelier,
    shellKind,
  }) => {
    test.skip(shellKind === 'electron', 'the answer is held on the browser shell’s socket')
    // once told to, holds back the answer to `chat.send` until something more has been typed
    let holding = false
    const asked = Promise.withResolvers<() => void>()
    await page.routeWebSocket(/\/bridge$/, (socket) => {
      const main = socket.connectToServer()
      const sends = new Set<unknown>()
      socket.onMessage((frame) => {
        const { id, name } = JSON.parse(String(frame))
        if (holding && name === 'chat.send') sends.add(id)
        main.send(frame)
      })
      main.onMessage((frame) => {
        if (sends.delete(JSON.parse(String(frame)).id)) asked.resolve(() => socket.send(frame))
        else socket.send(frame)
      })
    })
    await page.reload()
    const composer = parts.composer(page)
    if (chat === 'open') await exchange(page, 'Repeat exactly: first', 1)
    holding = true
    await composer.fill('Repeat exactly: sent')
    await composer.press('Enter')
    const release = await asked.promise
    await composer.fill('typed meanwhile')
    release()
    await answered(page, chat === 'open' ? 2 : 1)
    await expect(composer).toHaveValue('typed meanwhile')
    const { conversations } = await atelier.call('chat.list', { query: '', offset: 0, limit: 1, folderId: null })
    const conversationId = conversations[0]?.id ?? ''
    const kept = async () => (await atelier.call('chat.open', { conversationId, limit: 1 })).draft
    await expect.poll(kept).toBe('typed meanwhile')
    expect((await atelier.call('chat.draft', { conversationId: null })).text).toBe('')
    await page.reload()
    await expect(composer).toHaveValue('typed meanwhile')
  })

for (const way of ['button', 'keys'] as const)
  test(`typed text is still there after opening another panel, reached by ${way}`, async ({ chat: page, atelier }) => {
    const go = async (panel: 'Chat' | 'Images') => {
      if (way === 'keys') await page.keyboard.press(`ControlOrMeta+${panel === 'Chat' ? 1 : 2}`)
      else await parts.panels(page).getByRole('button', { name: panel, exact: true }).click()
      await expect(parts.composer(page)).toHaveCount(panel === 'Chat' ? 1 : 0)
    }
    const visit = async () => {
      await go('Images')
      await go('Chat')
    }
    const kept = async (conversationId: string | null) => (await atelier.call('chat.draft', { conversationId })).text
    const composer = parts.composer(page)
    await composer.fill('typed in a new chat')
    await visit()
    await expect(composer).toHaveValue('typed in a new chat')
    expect(await kept(null)).toBe('typed in a new chat')
    // a second time, unchanged, and emptied
    await visit()
    await expect(composer).toHaveValue('typed in a new chat')
    await composer.fill('')
    await visit()
    await expect(composer).toHaveValue('')

    // in a chat: what was sent does not come back, and what is behind an earlier prompt does
    await exchange(page, 'Repeat exactly: first', 1)
    await visit()
    await expect(composer).toHaveValue('')
    await composer.fill('typed in a chat')
    await composer.press('ControlOrMeta+Home')
    await composer.press('ArrowUp')
    await expect(composer).toHaveValue('Repeat exactly: first')
    await visit()
    await expect(composer).toHaveValue('typed in a chat')

    // another chat has its own
    await parts.newChat(page).click()
    await expect(composer).toHaveValue('')
    await composer.fill('of the other')
    await parts.row(page, 'first').click()
    await expect(composer).toHaveValue('typed in a chat')
    await visit()
    await expect(composer).toHaveValue('typed in a chat')
    await parts.newChat(page).click()
    await expect(composer).toHaveValue('of the other')
  })

test('a message sent while another panel opens is not left in the composer', async ({
  chat: page,
  gateway,
  shellKind,
}) => {
  test.skip(shellKind === 'electron', 'the answer is held on the browser shell’s socket')
  const asked = Promise.withResolvers<() => void>()
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const main = socket.connectToServer()
    const sends = new Set<unknown>()
    socket.onMessage((frame) => {
      const { id, name } = JSON.parse(String(frame))
      if (name === 'chat.send') sends.add(id)
      main.send(frame)
    })
    main.onMessage((frame) => {
      if (sends.delete(JSON.parse(String(frame)).id)) asked.resolve(() => socket.send(frame))
      else socket.send(frame)
    })
  })
  await page.reload()
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  await parts.composer(page).fill('once')
  await parts.composer(page).press('Enter')
  const release = await asked.promise
  await page.keyboard.press('ControlOrMeta+2')
  await expect(parts.composer(page)).toHaveCount(0)
  release()
  await page.keyboard.press('ControlOrMeta+1')
  await answered(page, 1)
  await expect(parts.composer(page)).toHaveValue('')
  expect(chatRequests(gateway)).toHaveLength(1)
})
