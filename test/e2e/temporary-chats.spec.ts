import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs'
import { findings } from './axe.ts'
import {
  answered,
  beginOther,
  browserShellOnly,
  chatRequests,
  environmentOf,
  expect,
  parts,
  say,
  test,
  wordsOf,
} from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'

/** A word that is only in temporary chats. */
const canary = 'qzxkanarienvogel'

function filesWith(folder: string): readonly string[] {
  const traces = [Buffer.from(canary), Buffer.from(canary, 'utf16le'), Buffer.from(canary, 'utf16le').swap16()]
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return traces.some((trace) => bytes.includes(trace))
    })
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const note = (page: Page) => page.getByRole('region', { name: 'Temporary chat' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Everything that the page keeps in the browser. */
async function keptByPage(page: Page): Promise<string> {
  return await page.evaluate<string>(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage },
    await indexedDB.databases(), await caches.keys(),
    (await navigator.serviceWorker?.getRegistrations() ?? []).length,
  ]))()`)
}

async function begin(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+E')
  await expect(note(page)).toBeVisible()
  await expect(composer(page)).toBeFocused()
}

test.describe('a temporary chat keeps its promises', () => {
  test('a temporary chat that does not exist yet sends nothing to the chat before it', async ({
    chat: page,
    gateway,
  }) => {
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    await composer(page).fill('not sent yet')
    // in one turn of the page, as by a quick hand on a slow machine
    await composer(page).evaluate((field) => {
      const press = (init: KeyboardEventInit) =>
        field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
      press({ key: 'E', code: 'KeyE', ctrlKey: true, shiftKey: true })
      press({ key: 'Enter', code: 'Enter' })
    })
    await expect(note(page)).toBeVisible()
    await expect(composer(page)).toBeFocused()
    await expect(composer(page)).toHaveValue('')
    expect(chatRequests(gateway)).toHaveLength(0)
  })

  test('a temporary chat adds nothing to the earlier prompts that ↑ recalls in the next chat', async ({
    chat: page,
  }) => {
    await say(page, 'Repeat exactly: ordinary')
    await answered(page, 1)
    await begin(page)
    await say(page, `Repeat exactly: ${canary}`)
    await answered(page, 1)
    // within it, they are its own
    await composer(page).press('ArrowUp')
    await expect(composer(page)).toHaveValue(`Repeat exactly: ${canary}`)
    await composer(page).press('ArrowDown')
    await parts.newChat(page).click()
    await expect(note(page)).toHaveCount(0)
    await expect(composer(page)).toHaveValue('')
    await composer(page).press('ArrowUp')
    await expect(composer(page)).toHaveValue('Repeat exactly: ordinary')
  })

  test('a temporary chat works by keyboard: begun, answered, edited, left, returned to, and kept', async ({
    chat: page,
    atelier,
  }) => {
    await begin(page)
    await expect(heading(page, 'Temporary chat')).toHaveCount(2)
    expect(await findings(page)).toEqual([])
    await say(page, 'Repeat exactly: one')
    await expect(parts.answers(page).last()).toContainText('one')
    await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Ask again' }).press('Enter')
    await expect(page.getByText('2/2')).toBeVisible()

    // another chat is opened meanwhile; the temporary one stays in the list with its draft
    await composer(page).fill('not sent yet')
    await page.getByRole('button', { name: 'New chat', exact: true }).press('Enter')
    await expect(note(page)).toHaveCount(0)
    await expect(composer(page)).toHaveValue('')
    const row = parts
      .rows(page)
      .getByRole('button', { name: /Repeat exactly: one/ })
      .first()
    await expect(page.getByText('Temporary, until you quit')).toBeVisible()
    await row.press('Enter')
    await expect(composer(page)).toHaveValue('not sent yet')
    expect(await findings(page)).toEqual([])

    await note(page).getByRole('button', { name: 'Keep this chat' }).press('Enter')
    await expect(note(page)).toHaveCount(0)
    await expect(page.getByText('This chat is kept now.')).toBeVisible()
    await expect(page.getByText('2/2')).toBeVisible()
    await expect(composer(page)).toHaveValue('not sent yet')
    const { conversations } = await atelier.call('chat.list', { query: '', offset: 0, limit: 9 })
    expect(conversations.map(({ title }) => title)).toEqual(['Repeat exactly: one'])
    await composer(page).fill('Repeat exactly: two')
    await composer(page).press('Enter')
    await expect(parts.answers(page).last()).toContainText('two')
  })

  test('a temporary chat is closed only after a question, and is then gone', async ({ chat: page, atelier }) => {
    await begin(page)
    await say(page, 'Repeat exactly: one')
    await expect(parts.answers(page).last()).toContainText('one')
    await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(1)
    const close = note(page).getByRole('button', { name: 'Close temporary chat' })
    await close.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Close this temporary chat?' })
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await close.press('Enter')
    await dialog.getByRole('button', { name: 'Close for good' }).press('Enter')
    await expect(note(page)).toHaveCount(0)
    await expect(parts.rows(page)).toHaveCount(0)
    expect(await atelier.call('temporary.list', {})).toEqual([])
  })

  test('a temporary chat explains which features it lacks', async ({ chat: page }) => {
    await begin(page)
    const add = page.getByRole('button', { name: 'Add files or tools: not in a temporary chat' })
    await add.press('Enter')
    await expect(page.getByText('Not in a temporary chat: it could leave something on the disk.')).toBeVisible()
    await composer(page).evaluate((field) => {
      const data = new DataTransfer()
      data.items.add(new File(['a,b'], 'table.csv', { type: 'text/csv' }))
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    // said once more, as one message
    await expect(page.getByText('× 2')).toBeVisible()
    await expect(page.getByText('Not in a temporary chat: it could leave something on the disk.')).toHaveCount(1)
    await expect(page.getByText('table.csv')).toHaveCount(0)
    await say(page, 'Repeat exactly: ![A chart](https://example.com/chart.png)')
    await expect(page.getByText('example.com: loaded only once the chat is kept')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Load from example.com' })).toHaveCount(0)
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await expect(page.getByText('Once the chat is kept: pinning, saving, projects and the archive')).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Archive' })).toHaveCount(0)
    expect(await findings(page)).toEqual([])
  })
})

test.describe('the disk after a temporary chat', () => {
  test.use({ pace: 300 })

  test('no word of a temporary chat is in the data folder or the browser’s profile, even after a kill in mid-stream', async ({
    atelier,
    gateway,
    shellKind,
  }) => {
    browserShellOnly(shellKind, 'the profile of a browser is looked into')
    test.slow()
    await atelier.start({ environment: environmentOf(gateway) })
    const profile = mkdtempSync(join(tmpdir(), 'atelier-profile-'))
    // a profile on disk, as in a user's browser
    const context = await chromium.launchPersistentContext(profile, chromiumLaunchOptions())
    const page = await context.newPage()
    await page.goto(await atelier.link())
    await begin(page)
    await say(page, `Repeat exactly: ${canary} said`)
    await expect(await answered(page, 1)).toContainText(`${canary} said`)
    // an edit that is not sent, over a reload
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    await page.getByRole('textbox', { name: 'Edit the message' }).fill(`${canary} edited`)
    expect(await keptByPage(page)).toMatch(/^\[\{.*\},\{.*\},\[\],\[\],0\]$/)
    expect(await keptByPage(page)).not.toContain(canary)
    await page.reload()
    await expect(note(page)).toBeVisible()
    await expect(await answered(page, 1)).toContainText(`${canary} said`)
    await composer(page).fill(`${canary} draft`)
    await page.getByRole('button', { name: 'New chat', exact: true }).press('Enter')
    await expect(composer(page)).toHaveValue('')
    await parts.rows(page).getByRole('button').first().press('Enter')
    await expect(composer(page)).toHaveValue(`${canary} draft`)
    await say(page, `Repeat exactly: ${canary} ${'and many more words '.repeat(80)}`)
    await expect(parts.answers(page).last()).toContainText(`${canary} and many more`)
    await composer(page).fill(`${canary} typed while it streams`)
    await atelier.kill()
    expect(chatRequests(gateway)).toHaveLength(2)
    expect(filesWith(atelier.data)).toEqual([])
    await context.close()
    // the next process knows nothing of it, and the requests are in the spending
    const next = await atelier.restart()
    await expect(next.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    await expect(parts.rows(next)).toHaveCount(0)
    expect(await atelier.call('chat.draft', { conversationId: null })).toEqual({ text: '' })
    const [month = ''] = await atelier.call('spending.months', {})
    const { groups } = await atelier.call('spending.month', { month })
    expect(groups.reduce((sum, { requests }) => sum + requests, 0)).toBe(2)
    await atelier.stop()
    expect(filesWith(atelier.data)).toEqual([])
    expect(filesWith(profile)).toEqual([])
    rmSync(profile, { recursive: true, force: true })
  })
})

for (const language of ['en', 'zh-CN'] as const) {
  test(`temporary chats fit the window, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const w = (key: string) => wordsOf(language, key)
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    await beginOther(page, 'temporary.new', language)
    await expect(page.getByRole('region', { name: w('temporary.name') })).toBeVisible()
    await lookInBothThemes(page, 'temporary-start', language)
    const field = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    await field.fill(language === 'en' ? 'Repeat exactly: between us' : 'Repeat exactly: 只在我们之间')
    await field.press('Enter')
    await answered(page, 1)
    await page.getByRole('button', { name: w('app.more'), exact: true }).click()
    await expect(page.getByRole('menuitem', { name: w('temporary.close') })).toBeVisible()
    await lookInBothThemes(page, 'temporary-chat', language)
    await page.getByRole('menuitem', { name: w('temporary.close') }).click()
    await expect(page.getByRole('dialog', { name: w('temporary.endTitle') })).toBeVisible()
    await lookInBothThemes(page, 'temporary-end', language)
  })
}
