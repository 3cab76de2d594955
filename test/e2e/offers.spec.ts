import { join } from 'node:path'
import type { Page } from '@playwright/test'
import included from '../../src/renderer/platform/prompts/included-en.json' with { type: 'json' }
import { chooseAdded, openAddMenu } from './add-menu.ts'
import { findings } from './axe.ts'
import { type Atelier, answered, chatRequests, environmentOf, expect, parts, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { restAfterComposition } from './press-twice.ts'

const hostile = join(import.meta.dirname, '../fakes/hostile-mcp-server.ts')
const node = join(import.meta.dirname, '../../node_modules/.bin/node')
const id = '5e1f6d1e-3a52-4c9e-9d53-0d6b1f4f7a10'

/** Starts a server with prompts and resources. Its prompts are then the only ones. */
async function serve(atelier: Atelier): Promise<void> {
  for (const prompt of included) await atelier.call('prompts.remove', { id: prompt.id })
  const none = { environment: [], url: '', headers: [] }
  const [server] = await atelier.call('mcp.save', {
    ...none,
    id,
    name: 'Notes',
    kind: 'stdio',
    command: node,
    arguments: [hostile, 'offers'],
  })
  await atelier.call('mcp.confirm', { id, definition: server?.definition ?? '' })
}

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string, values: Record<string, string> = {}) =>
    Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), wordsOf(language, key))
  const field = (page: Page) => page.getByRole('textbox', { name: w('composer.message'), exact: true })
  const menu = (page: Page) => page.getByRole('listbox', { name: w('offers.menu') })

  test(`${language}: prompts and resources of servers are inserted into the message`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
    await serve(atelier)
    await openAddMenu(page, language)
    await expect(page.getByRole('menuitem', { name: w('offers.resources') })).toBeVisible()
    await page.keyboard.press('Escape')

    // by keyboard: marked, filtered, chosen, filled, and seen before anything is sent
    await field(page).press('/')
    // the last one leads to the library
    await expect(menu(page).getByRole('option')).toHaveCount(3)
    await expect(menu(page).getByRole('option', { selected: true })).toContainText('Greet')
    await page.keyboard.press('ArrowDown')
    await expect(menu(page).getByRole('option', { selected: true })).toContainText('write')
    await expect(field(page)).toHaveAttribute('aria-activedescendant', 'composer-menu-1')
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'composer-menu', language)
    await field(page).focus()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await field(page).fill('')
    await page.keyboard.type('/wri')
    await expect(menu(page).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'write' })
    await expect(form.getByRole('textbox', { name: 'topic' })).toBeFocused()
    await expect(form.getByRole('button', { name: w('offers.insert') })).toBeDisabled()
    await lookInBothThemes(page, 'prompt-form', language)
    await form.getByRole('textbox', { name: 'topic' }).fill('tides')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue('Write: {"topic":"tides"}')
    await expect(field(page)).toBeFocused()
    expect(chatRequests(gateway)).toHaveLength(0)

    // a resource joins what is written, as data
    await chooseAdded(page, 'offers.resources', language)
    const list = page.getByRole('dialog', { name: w('offers.resources') })
    await expect(list.getByRole('textbox', { name: w('offers.search') })).toBeFocused()
    await lookInBothThemes(page, 'resources', language)
    await list.getByRole('textbox', { name: w('offers.search') }).fill('notes')
    await list.getByRole('button', { name: /notes\.md/ }).press('Enter')
    await expect(field(page)).toHaveValue(/^Write: .*\n\nResource "notes\.md" of the server "Notes"\..*Buy milk\./s)
    await chooseAdded(page, 'offers.resources', language)
    await list.getByRole('button', { name: /^picture/ }).click()
    await expect(page.getByRole('button', { name: /^(Remove|移除)/ })).toHaveCount(1)
    await page.getByRole('button', { name: /^(Remove|移除)/ }).click()
    await page.getByRole('button', { name: w('composer.send'), exact: true }).click()
    if (language === 'en') await answered(page, 1)
    await expect.poll(() => chatRequests(gateway).length).toBe(1)
    expect(JSON.stringify(chatRequests(gateway)[0]?.body)).toContain('```resource memo://notes')
  })
}

test('a slash from an input method, inside a text or without entries opens nothing', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  const menu = page.getByRole('listbox', { name: 'Prompts' })
  await field.fill('/gr')
  await expect(menu).toBeHidden()
  await serve(atelier)
  await expect(menu).toBeVisible()
  await field.fill('a /gr')
  await expect(menu).toBeHidden()
  await field.fill('/no such prompt')
  await expect(menu).toBeHidden()

  // typed while composing, it is the input method's
  await field.fill('')
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: '/g', selectionStart: 2, selectionEnd: 2 })
  await expect(field).toHaveValue('/g')
  await expect(menu).toBeHidden()
  await session.send('Input.insertText', { text: '/g' })
  await expect(menu).toBeVisible()

  // a server that is down leaves the menu
  await atelier.call('mcp.setEnabled', { id, isEnabled: false })
  await expect(menu).toBeHidden()
  await openAddMenu(page)
  await expect(page.getByRole('menuitem', { name: 'Files and pictures' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Add from a server' })).toBeHidden()
  await page.keyboard.press('Escape')
  // then Enter sends what stands there, once it is no longer taken for the input method's
  await restAfterComposition(page)
  await field.press('Enter')
  await answered(page, 1)
  expect(chatRequests(gateway)).toHaveLength(1)
  await expect(parts.conversation(page)).toContainText('/g')
})
