import { readFileSync } from 'node:fs'
import { findings } from './axe.ts'
import { answered, chatRequests, environmentOf, exchange, expect, parts, test, wordsOf } from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { openLibrary, openSettings } from './side-pages.ts'

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string, values: Record<string, string> = {}) =>
    Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), wordsOf(language, key))
  const [tutor, level, sceptic, rule] =
    language === 'en'
      ? ['Tutor', 'level', 'Sceptic', 'patient tutor for a school student.']
      : ['辅导老师', '程度', '挑刺者', '学生是中小学生。']

  test(`${language}: a chat begins with an assistant, and @ switches to another one`, async ({ atelier, gateway }) => {
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    const field = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    const row = page.getByRole('region', { name: w('assistants.begin') })
    await row.getByRole('button', { name: tutor }).press('Enter')
    const form = page.getByRole('dialog', { name: tutor })
    await expect(form.getByRole('combobox', { name: level })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
    await expect(row.getByRole('button', { name: tutor })).toHaveAttribute('aria-pressed', 'true')
    await expect(row.getByRole('status')).toContainText(tutor)
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'assistants-begin', language)
    await field.fill('What is a tide?')
    await field.press('Enter')
    if (language === 'en') await answered(page, 1)
    await expect.poll(() => chatRequests(gateway).length).toBe(1)
    expect(JSON.stringify(chatRequests(gateway)[0]?.body)).toContain(rule)
    await expect(page.locator('header').getByTitle(tutor)).toBeVisible()
    await expect(page.getByRole('img', { name: tutor })).toBeVisible()
    await expect(page.getByRole('button', { name: w('composer.send'), exact: true })).toBeVisible()

    await field.fill('@')
    const menu = page.getByRole('listbox', { name: w('offers.mentions') })
    await expect(menu.getByRole('option')).toHaveCount(6)
    await lookInBothThemes(page, 'assistants-menu', language)
    await field.focus()
    await page.keyboard.insertText(sceptic.slice(0, 2))
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('')
    await expect(page.locator('header').getByTitle(sceptic)).toBeVisible()
    await page.getByRole('button', { name: w('app.undo') }).click()
    await expect(page.locator('header').getByTitle(tutor)).toBeVisible()
  })

  test(`${language}: assistants are written, exported and imported again`, async ({ atelier, gateway }) => {
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    await openLibrary(page, 'assistants', language)
    const list = page.getByRole('list', { name: w('assistants.list') })
    await expect(list.getByRole('listitem')).toHaveCount(5)
    await lookInBothThemes(page, 'assistants-page', language)
    await page.getByRole('button', { name: w('assistants.new') }).click()
    const form = page.getByRole('form', { name: w('assistants.new') })
    await expect(form.getByText(w('assistants.filesHint'))).toBeVisible()
    await form.getByRole('textbox', { name: w('assistants.name') }).fill('Zebra')
    await form.getByRole('textbox', { name: w('assistants.system') }).fill('Answer as a zebra.')
    await form.getByRole('combobox', { name: w('assistants.model') }).fill('no-such-model')
    expect(await findings(page)).toEqual([])
    await lookInBothThemes(page, 'assistants-edit', language)
    await form.getByRole('button', { name: w('prompts.save') }).click()
    await expect(list.getByRole('listitem')).toHaveCount(6)

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: w('prompts.export') }).click(),
    ])
    const saved = readFileSync(await file.path())
    await page.getByRole('button', { name: w('assistants.deleteOf', { title: 'Zebra' }) }).click()
    await expect(list.getByRole('listitem')).toHaveCount(5)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: saved })
    const offer = page.getByRole('region', { name: w('assistants.offer', { name: 'mine.json' }) })
    await expect(offer.getByRole('listitem')).toHaveCount(1)
    await offer.getByRole('button').first().click()
    await expect(list.getByRole('listitem')).toHaveCount(6)

    // its model is missing, which is told, and the chat opens with its own
    await page.getByRole('navigation').first().getByRole('button').first().click()
    await page
      .getByRole('region', { name: w('assistants.begin') })
      .getByRole('button', { name: 'Zebra' })
      .click()
    await expect(page.getByText(w('assistants.missing.model', { name: 'Zebra', model: 'no-such-model' }))).toBeVisible()
    await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
    if (language === 'en') await expect(parts.answers(page)).toHaveCount(0)
  })
}

test('a long chat that switches to an assistant keeps its summary, its start and its compared models', async ({
  chat: page,
  atelier,
}) => {
  await exchange(page, 'Repeat exactly: first', 1)
  await exchange(page, 'Repeat exactly: second', 2)
  const { conversations } = await atelier.call('chat.list', { query: '', offset: 0, limit: 1, folderId: null })
  const conversationId = conversations[0]?.id ?? ''
  const opened = await atelier.call('chat.open', { conversationId, limit: 10 })
  const { parameters } = opened.conversation
  const own = {
    context: { fromId: opened.page.messages[2]?.id ?? '', summary: 'They counted.' },
    compare: { on: true, others: [{ connectionId: 'environment', model: 'demo-chat-mini' }] },
    whole: true,
  }
  await atelier.call('chat.update', { conversationId, parameters: { ...parameters, ...own } })
  await expect(page.getByText('They counted.')).toBeVisible()
  const field = parts.composer(page)
  await field.fill('@')
  await field.pressSequentially('Scep')
  await field.press('Enter')
  await expect(page.locator('header').getByTitle('Sceptic')).toBeVisible()
  await expect
    .poll(async () => (await atelier.call('chat.open', { conversationId, limit: 1 })).conversation.parameters)
    .toMatchObject({ ...own, assistant: { name: 'Sceptic' } })
})

test('new chats begin with the instructions and parameters of the settings', async ({ chat: page, gateway }) => {
  await openSettings(page, 'chat')
  const instructions = page.getByRole('textbox', { name: 'Instructions for all chats' })
  await instructions.fill('Answer in rhymes.')
  await page.getByRole('textbox', { name: 'Temperature' }).fill('0.3')
  await page.getByRole('combobox', { name: 'Thinking effort' }).selectOption('low')
  await expect(page.getByText('Instructions of an assistant or project replace them.')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await lookInBothThemes(page, 'settings-new-chats', 'en')
  // the new chat that is shown already follows them
  await page.keyboard.press('Control+1')
  await exchange(page, 'What is a tide?', 1)
  await page.reload()
  await expect(parts.own(page)).toHaveCount(1)
  await page.keyboard.press('Control+n')
  await expect(parts.own(page)).toHaveCount(0)
  await exchange(page, 'What is a wave?', 1)
  for (const { body } of chatRequests(gateway).slice(-2))
    expect(body).toMatchObject({ temperature: 0.3, messages: [{ role: 'system', content: 'Answer in rhymes.' }, {}] })
})
