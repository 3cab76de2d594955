import { readFileSync } from 'node:fs'
import { findings } from './axe.ts'
import { chatRequests, environmentOf, expect, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { restAfterComposition } from './press-twice.ts'
import { openLibrary } from './side-pages.ts'

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string, values: Record<string, string> = {}) =>
    Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), wordsOf(language, key))
  const [query, title, first, second] =
    language === 'en' ? ['trans', 'Translate', 'language', 'text'] : ['翻', '翻译', '目标语言', '原文']

  test(`${language}: a slash inserts a prompt by keyboard alone, and undo removes it`, async ({ atelier, gateway }) => {
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    const field = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    const menu = page.getByRole('listbox', { name: w('offers.menu') })
    const composerTop = async () => (await field.boundingBox())?.y
    const region = page.getByRole('region', { name: w('chat.conversation'), exact: true })
    const before = [await composerTop(), await region.boundingBox()]
    await field.press('/')
    await expect(menu.getByRole('option')).toHaveCount(11)
    // the menu floats: nothing makes room for it
    expect([await composerTop(), await region.boundingBox()]).toEqual(before)
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'prompts-menu', language)
    await field.focus()
    await page.keyboard.insertText(query)
    await expect(menu.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: title })
    await expect(form.getByRole('combobox', { name: first })).toBeFocused()

    // Escape leaves the text as it was
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(`/${query}`)

    await field.press('Backspace')
    await field.fill('')
    await field.pressSequentially('/')
    await page.keyboard.insertText(query)
    await page.keyboard.press('Enter')
    await expect(form.getByRole('combobox', { name: first })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect(form.getByRole('textbox', { name: second })).toBeFocused()
    await page.keyboard.insertText('茶')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.insertText('{{x}}')
    if (process.env.ATELIER_PICTURES === '1') await lookInBothThemes(page, 'prompts-form', language)
    await form.getByRole('textbox', { name: second }).focus()

    // Enter of an input method is its own
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', windowsVirtualKeyCode: 229 })
    await session.send('Input.insertText', { text: '你' })
    await expect(form).toBeVisible()
    await restAfterComposition(page)
    await form.getByRole('textbox', { name: second }).press('Enter')
    await expect(form).toBeHidden()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(
      language === 'en' ? /into Chinese\..*\n\n茶\n\{\{x\}\}你$/s : /翻译成中文。.*\n\n茶\n\{\{x\}\}你$/s,
    )
    expect(chatRequests(gateway)).toHaveLength(0)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(field).toHaveValue(`/${query}`)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(field).toHaveValue(/茶/)
  })

  test(`${language}: prompts are written, found, deleted, exported and imported again`, async ({
    atelier,
    gateway,
  }) => {
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await openLibrary(page, 'prompts', language)
    const list = page.getByRole('list', { name: w('prompts.list') })
    await expect(list.getByRole('listitem')).toHaveCount(10)
    await lookInBothThemes(page, 'prompts-page', language)
    await page.getByRole('button', { name: w('prompts.new') }).click()
    const form = page.getByRole('form', { name: w('prompts.new') })
    await form.getByRole('textbox', { name: w('prompts.title') }).fill('Zebra')
    await form
      .getByRole('textbox', { name: w('prompts.text') })
      .fill('A {{kind: poem|tale}} about {{animal}} on {{date}} {{}}')
    await expect(form.getByRole('list', { name: w('prompts.variables') }).getByRole('listitem')).toHaveCount(3)
    await expect(form.getByRole('status')).toContainText('{{}}')
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'prompts-edit', language)
    await form.getByRole('button', { name: w('prompts.save') }).click()
    await expect(list.getByRole('listitem')).toHaveCount(11)

    await page.getByRole('searchbox', { name: w('prompts.search') }).fill('zebra')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: w('prompts.duplicateOf', { title: 'Zebra' }) }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    const copy = w('prompts.copyTitle', { title: 'Zebra' })
    await page.getByRole('button', { name: w('prompts.deleteOf', { title: copy }) }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: w('app.undo') }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: w('prompts.export') }).click(),
    ])
    const saved = readFileSync(await file.path(), 'utf8')
    expect(JSON.parse(saved).prompts).toHaveLength(12)
    await page.getByRole('button', { name: w('prompts.deleteOf', { title: copy }) }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(saved) })
    const offer = page.getByRole('region', { name: w('prompts.offer', { name: 'mine.json' }) })
    await expect(offer.getByRole('listitem')).toHaveCount(1)
    await lookInBothThemes(page, 'prompts-offer', language)
    await offer.getByRole('button').first().click()
    await expect(offer).toBeHidden()
    await expect(list.getByRole('listitem')).toHaveCount(2)
  })
}
