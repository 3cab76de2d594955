import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { chatRequests, environmentOf, expect, parts, say, test, wordsOf } from './fixtures.ts'
import { isOnDisk } from './journal.ts'
import { lookInBothThemes } from './looks.ts'

const columns = (page: Page): Locator => page.locator('[data-column]')
const column = (page: Page, model: string): Locator =>
  page.getByRole('article', { name: new RegExp(`^${model}, column`) })

/** Chooses models beside the chat's own, by keyboard alone. */
async function compareWith(page: Page, models: readonly string[]): Promise<void> {
  await expect(page.getByRole('button', { name: /demo-chat/ })).toBeVisible()
  await page.getByRole('button', { name: /Compare models side by side|Side by side:/ }).press('Enter')
  const search = page.getByRole('combobox', { name: 'Search models or type a name' })
  for (const model of models) {
    await expect(search).toBeFocused()
    await search.fill(model)
    await search.press('Enter')
    await expect(page.getByRole('button', { name: `Remove ${model}` })).toBeVisible()
    await search.fill('')
  }
  await search.press('Escape')
  await expect(page.getByRole('button', { name: `Side by side: ${models.length + 1} models` })).toBeVisible()
}

async function allEnded(page: Page, count: number): Promise<void> {
  await expect(columns(page)).toHaveCount(count)
  for (const one of await columns(page).all()) await expect(one).toHaveAttribute('aria-busy', 'false')
}

test.describe('an answer with several columns', () => {
  test('a question to several models warns before one gets more than its context window', async ({
    chat: page,
    gateway,
    atelier,
  }) => {
    await compareWith(page, ['demo-chat-large'])
    await say(page, 'Write about tides')
    await allEnded(page, 2)
    const [chat] = (await atelier.call('chat.list', { query: '', offset: 0, limit: 1 })).conversations
    const models = ['demo-chat', 'demo-chat-large']
    const asked = models.map((model) => ({ connectionId: chat?.connectionId ?? '', model, within: null }))
    const wish = { conversationId: chat?.id ?? '', within: null, asked }
    const [shown = 0, large = 0] = (await atelier.call('chat.measure', wish)).asked ?? []
    expect(large).toBeGreaterThan(shown + 200)
    const window = large - 50
    await atelier.call('settings.update', { modelWindowOf: { 'demo-chat-large': window } })
    await expect(page.getByRole('button', { name: /^The next request sends about/ })).toHaveAccessibleName(
      new RegExp(`demo-chat-large accepts ${window.toLocaleString('en')}`),
    )
    await say(page, 'And now?')
    const note = page.getByRole('alert').filter({ hasText: 'Nothing was sent' })
    await expect(note).toContainText(`demo-chat-large accepts ${window.toLocaleString('en')}`)
    expect(chatRequests(gateway)).toHaveLength(2)
    await note.getByRole('button', { name: 'Send everything anyway' }).click()
    await allEnded(page, 4)
    expect(chatRequests(gateway)).toHaveLength(4)
  })

  test('answers come from each model, continue with all models, and then with the chosen one', async ({
    chat: page,
    gateway,
    atelier,
  }) => {
    await compareWith(page, ['demo-chat-large', 'demo-writer-zh'])
    await say(page, 'Write about tides')
    await allEnded(page, 3)
    const texts = await columns(page).allInnerTexts()
    expect(new Set(texts).size).toBe(3)
    expect(await findings(page)).toEqual([])

    await say(page, 'Repeat exactly: second')
    await allEnded(page, 6)
    expect(chatRequests(gateway)).toHaveLength(6)
    await page.reload()
    await allEnded(page, 6)
    await expect(page.getByRole('button', { name: 'Side by side: 3 models' })).toBeVisible()

    // another chat does not have them
    await parts.newChat(page).click()
    await expect(page.getByRole('button', { name: 'Compare models side by side' })).toBeVisible()
    await parts.row(page, 'Write about tides').getByRole('button').first().click()
    await allEnded(page, 6)

    // by keyboard: from column to column, then to its button
    await column(page, 'demo-chat').last().focus()
    await page.keyboard.press('ArrowRight')
    const second = column(page, 'demo-chat-large').last()
    await expect(second).toBeFocused()
    await second.getByRole('button', { name: 'Continue with this one (demo-chat-large)' }).press('Enter')
    await expect(columns(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /: demo-chat-large / })).toBeVisible()
    await expect(parts.answers(page)).toHaveCount(2)
    await say(page, 'Repeat exactly: third')
    await expect(parts.answers(page)).toHaveCount(3)
    await expect(parts.answers(page).last()).toContainText('third')
    expect(chatRequests(gateway)).toHaveLength(7)

    // nothing is lost: the columns open again
    await parts.answers(page).nth(1).getByRole('button', { name: 'Show 3 answers side by side' }).click()
    await allEnded(page, 3)
    await expect(second).toContainText('Chosen')
    expect((await atelier.messages()).map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'user', 'assistant'],
      ...['user', 'assistant'],
    ])
  })

  test('the text of each column is kept when the process is killed', async ({ chat: page, atelier }) => {
    await compareWith(page, ['demo-chat-large'])
    await say(page, '/fault stall;after=40\nWrite about tides')
    for (const model of ['demo-chat', 'demo-chat-large']) await expect(column(page, model)).toContainText('tides')
    await isOnDisk(atelier.data, 'tides', 2)
    await atelier.kill()
    const again = await atelier.restart()
    await parts
      .row(again, 'Write about tides')
      .or(parts.rows(again).first())
      .first()
      .getByRole('button')
      .first()
      .click()
    await allEnded(again, 2)
    for (const one of await columns(again).all()) {
      await expect(one).toContainText('tides')
      await expect(one.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
    }
    await expect(again.getByRole('button', { name: 'Side by side: 2 models' })).toBeVisible()
  })
})

test.describe('an answer with several running columns', () => {
  test.use({ pace: 20 })

  test('answers next to each other stop one by one, are repeated separately, and stop together', async ({
    chat: page,
    gateway,
  }) => {
    await compareWith(page, ['demo-chat-large', 'demo-writer-zh'])
    await say(page, 'Write 6000 characters about tides')
    const [first, second] = [column(page, 'demo-chat'), column(page, 'demo-chat-large')]
    await expect(second).toContainText('tok/s')
    await second.getByRole('button', { name: 'Stop demo-chat-large' }).press('Enter')
    await expect(second).toHaveAttribute('aria-busy', 'false')
    await expect(second).toContainText('Stopped.')
    await expect(first).toHaveAttribute('aria-busy', 'true')

    await second.getByRole('button', { name: 'Ask demo-chat-large again' }).click()
    await expect(second).toHaveAttribute('aria-busy', 'true')
    await expect(first).toHaveAttribute('aria-busy', 'true')
    await expect.poll(() => chatRequests(gateway).length).toBe(4)

    await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible()
    await page.keyboard.press('Escape')
    await allEnded(page, 3)
    await expect(second.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()
    await expect(parts.send(page)).toBeVisible()
  })
})

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`answers in columns fit the window, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    const shoot = (state: string) => lookInBothThemes(page, state, language)
    const composer = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
    await page.getByRole('button', { name: w('compare.pick') }).click()
    const search = page.getByRole('combobox', { name: w('models.search') })
    for (const model of ['demo-chat-large', 'demo-writer-zh']) {
      await search.fill(model)
      await search.press('Enter')
    }
    await search.fill('')
    await shoot('compare-choosing')
    await page.keyboard.press('Escape')
    await composer.fill(language === 'en' ? 'How do tides work? With a table' : '潮汐是怎么回事？用表格说明')
    await composer.press('Enter')
    await allEnded(page, 3)
    await shoot('compare-columns')
  })
}
