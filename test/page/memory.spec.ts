import { findings } from '../e2e/axe.ts'
import { lookInBothLanguages, lookInBothThemes } from '../e2e/looks.ts'
import { expect, test, wordsOf } from './fixtures.ts'

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: a model proposes facts by one priced press, and each is kept only by another`, async ({
    atelier,
  }) => {
    const w = (key: string) => wordsOf(language, key)
    const { bridge, chats } = atelier.app
    chats.seed('Tides', ['I write in British English.', 'Noted.'])
    const page = await atelier.start()
    await atelier.call('settings.update', { language, memory: true })
    await page.locator('[data-row]', { hasText: 'Tides' }).click()
    await expect(page.locator('article').first()).toBeVisible()
    await page
      .locator('header')
      .getByRole('button', { name: w('app.more'), exact: true })
      .click()
    await page.getByRole('menuitem', { name: w('memory.find') }).click()
    const dialog = page.getByRole('dialog', { name: w('memory.findTitle') })
    await expect(dialog).toContainText('small-model')
    await expect(dialog).toContainText('¥0.00021')
    expect(await findings(page)).toEqual([])
    expect(bridge.made.filter(({ name }) => name === 'memories.propose')).toEqual([])

    await dialog.getByRole('button', { name: w('memory.findAsk') }).dblclick()
    const facts = dialog.getByRole('list', { name: w('memory.proposed') })
    await expect(facts.getByRole('listitem')).toHaveCount(2)
    expect(bridge.made.filter(({ name }) => name === 'memories.propose')).toHaveLength(1)
    expect(bridge.made.filter(({ name }) => name === 'memories.put')).toEqual([])
    await lookInBothThemes(page, 'memory-proposals', language)

    await facts
      .getByRole('button', { name: w('memory.keep') })
      .first()
      .click()
    // pressed while the first may still be kept
    await facts
      .getByRole('button', { name: w('memory.dismiss') })
      .last()
      .click()
    await expect(facts.getByRole('listitem')).toHaveCount(0)
    const put = bridge.made.filter(({ name }) => name === 'memories.put').map(({ input }) => input)
    expect(put).toMatchObject([{ memories: [{ text: 'I write in British English', isPaused: false }] }])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

test('the library keeps, searches, pauses and deletes facts, and says what is sent', async ({ atelier }) => {
  const page = await atelier.start()
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Library' }).click()
  await page.getByRole('button', { name: 'Memory', exact: true }).click()
  await expect(page.getByText('Memory is off: nothing is sent.')).toBeVisible()
  await page.getByRole('button', { name: 'New fact' }).click()
  await page.getByRole('textbox', { name: 'Fact', exact: true }).fill('I drink tea')
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Facts' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('1 fact goes with each chat')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await lookInBothLanguages(page, 'memory')

  await list.getByRole('button', { name: 'Pause “I drink tea”' }).click()
  await expect(page.getByText('Nothing is sent: no fact is in use.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search facts' }).fill('coffee')
  await expect(page.getByText('No fact matches.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search facts' }).fill('TEA')
  await list.getByRole('button', { name: 'Delete “I drink tea”' }).click()
  await expect(page.getByText('You keep no facts yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('an answer names the facts that went with it, and leads to them', async ({ atelier }) => {
  const { bridge, chats } = atelier.app
  const tides = chats.seed('Tides', ['What moves the sea?', 'The moon does.'])
  const page = await atelier.start()
  await page.locator('[data-row]', { hasText: 'Tides' }).click()
  await expect(page.locator('article').last()).toContainText('The moon does.')
  const { page: shown } = await atelier.call('chat.open', { conversationId: tides, limit: 9 })
  const answer = shown.messages.at(-1)
  if (answer === undefined) throw new Error('there is no answer')
  bridge.emit('chat.message', { ...answer, memories: ['I drink tea', 'I write Go'] })
  await page.getByRole('button', { name: 'Memory: 2 facts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Memory: 2 facts' })
  await expect(dialog.getByRole('listitem')).toHaveText(['I drink tea', 'I write Go'])
  await lookInBothLanguages(page, 'memory-sent')
  await dialog.getByRole('button', { name: 'Edit facts…' }).click()
  await expect(page.getByRole('heading', { name: 'Memory' })).toBeVisible()
})
