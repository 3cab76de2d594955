import type { Locator, Page } from '@playwright/test'
import type { DemoGateway } from '../../src/demo-gateway/server.ts'
import {
  type Atelier,
  answered,
  chatRequests,
  environmentOf,
  exchange,
  expect,
  parts,
  say,
  test,
  wordsOf,
} from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'

interface Body {
  readonly messages: readonly { readonly content: string }[]
}

/** The messages of the newest request. */
function lastSent(gateway: DemoGateway): Body['messages'] {
  const body = chatRequests(gateway).at(-1)?.body
  return body === undefined ? [] : (body as Body).messages
}

test.describe("a conversation that exceeds its model's context window", () => {
  test('a conversation that is too long asks before sending, and continues with the newest messages that fit', async ({
    chat: page,
    gateway,
    atelier,
  }) => {
    for (const [index, word] of ['first', 'second', 'third'].entries())
      await exchange(page, `Repeat exactly: ${`${word} `.repeat(60).trim()}`, index + 1)
    const meter = page.getByRole('button', { name: /^The next request sends about/ })
    await meter.press('Enter')
    const field = page.getByRole('textbox', { name: 'Window of demo-chat, in tokens' })
    await expect(field).toHaveAttribute('placeholder', 'unknown')
    await field.fill('700')
    await page.keyboard.press('Escape')
    await expect(meter).toHaveAccessibleName(/demo-chat accepts 700/)

    await say(page, `Repeat exactly: ${'fourth '.repeat(60).trim()}`)
    const note = page.getByRole('alert').filter({ hasText: 'Nothing was sent' })
    await expect(note).toContainText('demo-chat accepts 700')
    expect(chatRequests(gateway)).toHaveLength(3)
    await note.getByRole('button', { name: 'Cancel' }).click()
    await expect(parts.composer(page)).toHaveValue(/fourth/)
    await parts.send(page).click()
    await note.getByRole('button', { name: /^The newest \d messages/ }).press('Enter')
    await answered(page, 4)
    const sent = lastSent(gateway)
    expect(sent.length).toBeLessThan(7)
    expect(sent[0]?.content).not.toContain('first')
    expect(sent.at(-1)?.content).toContain('fourth')

    // said in the chat, after a reload too, and can be taken back
    await page.reload()
    const start = page.getByRole('region', { name: 'Length of the next request' })
    await expect(start).toContainText('not sent')
    expect(await atelier.messages()).toHaveLength(8)
    await start.getByRole('button', { name: 'Send everything again' }).click()
    await expect(start).toHaveCount(0)
    await say(page, 'Repeat exactly: fifth')
    await note.getByRole('button', { name: 'Send everything anyway' }).click()
    await answered(page, 5)
    expect(lastSent(gateway)).toHaveLength(9)
  })

  test.describe('a conversation whose last answer alone is too long', () => {
    const longChat = async (page: Page, atelier: Atelier): Promise<Locator> => {
      await exchange(page, `Repeat exactly: ${'first '.repeat(2_000).trim()}`, 1)
      await atelier.call('settings.update', { modelWindowOf: { 'demo-chat': 5_800 } })
      await say(page, 'Repeat exactly: second')
      return page.getByRole('alert').filter({ hasText: 'Nothing was sent' })
    }

    test('a conversation whose last answer is too long continues with the new message', async ({
      chat: page,
      gateway,
      atelier,
    }) => {
      const note = await longChat(page, atelier)
      await note.getByRole('button', { name: 'Only the new message' }).press('Enter')
      await answered(page, 2)
      expect(lastSent(gateway).map(({ content }) => content)).toEqual(['Repeat exactly: second'])
      // the line stands after the answer, also after a reload
      await page.reload()
      await expect(page.getByRole('region', { name: 'Length of the next request' })).toContainText('not sent')
      await expect(page.locator('[data-message]').filter({ hasText: 'Messages above this line' })).toContainText(
        'first',
      )
    })

    test('a conversation that is too long continues with a summary of all', async ({
      chat: page,
      gateway,
      atelier,
    }) => {
      const note = await longChat(page, atelier)
      await note.getByRole('button', { name: 'Summarise the rest…' }).press('Enter')
      await page.getByRole('combobox', { name: 'Search models or type a name' }).fill('demo-chat-large')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Length of the next request' })).toContainText('as this summary')
      expect(lastSent(gateway)).toHaveLength(3)
      // a message that is long itself, but fits with the summary
      const long = `Repeat exactly: ${'second '.repeat(2_500).trim()}`
      await say(page, long)
      await expect.poll(() => chatRequests(gateway).length).toBe(3)
      expect(lastSent(gateway)).toHaveLength(1)
      expect(lastSent(gateway)[0]?.content).toMatch(/summary[\s\S]+ second second$/)
    })
  })

  test('a conversation that is too long asks before a retry and an edit too', async ({
    chat: page,
    gateway,
    atelier,
  }) => {
    for (const [index, word] of ['first', 'second', 'third'].entries())
      await exchange(page, `Repeat exactly: ${`${word} `.repeat(60).trim()}`, index + 1)
    await atelier.call('settings.update', { modelWindowOf: { 'demo-chat': 300 } })
    const note = page.getByRole('alert').filter({ hasText: 'Nothing was sent' })
    await page.getByRole('button', { name: 'Ask again' }).last().press('Enter')
    await expect(note).toContainText('demo-chat accepts 300')
    await note.getByRole('button', { name: 'Cancel' }).press('Enter')
    // an edit of the first message sends nothing of what follows it
    await page.getByRole('button', { name: 'Edit', exact: true }).last().press('Enter')
    await page.getByRole('textbox', { name: 'Edit the message' }).press('Enter')
    await expect(note).toContainText('demo-chat accepts 300')
    expect(chatRequests(gateway)).toHaveLength(3)
    // a second Enter right after the first would be taken for a repeat
    await note.getByRole('button', { name: 'Send everything anyway' }).click()
    await expect.poll(() => chatRequests(gateway).length).toBe(4)
  })

  test('a conversation shows the context window of the model list, and asks once per chat', async ({
    chat: page,
    gateway,
  }) => {
    await exchange(page, 'Repeat exactly: one', 1)
    await page.getByRole('button', { name: /Choose a model/ }).click()
    const search = page.getByRole('combobox', { name: 'Search models or type a name' })
    await search.fill('gpt-4o')
    await search.press('Enter')
    await expect(search).toHaveCount(0)
    const meter = page.getByRole('button', { name: /gpt-4o is listed with 128,000$/ })
    // a second Enter right after the first would be taken for a repeat
    await meter.click()
    const field = page.getByRole('textbox', { name: 'Window of gpt-4o, in tokens' })
    await expect(field).toHaveAttribute('placeholder', 'about 128,000')
    await page.keyboard.press('Escape')
    await parts.composer(page).fill('word '.repeat(140_000))
    await expect(page.getByRole('button', { name: /listed with 128,000 \(too long\)$/ })).toBeVisible()
    await parts.composer(page).press('Enter')
    const note = page.getByRole('alert').filter({ hasText: 'Nothing was sent' })
    await expect(note).toContainText('gpt-4o is listed with 128,000; your gateway may accept more')
    expect(chatRequests(gateway)).toHaveLength(1)
    await note.getByRole('button', { name: 'Always send everything here' }).press('Enter')
    await expect.poll(() => chatRequests(gateway).length).toBe(2)
  })

  test('a conversation continues with a summary that a chosen model wrote and the user changed', async ({
    chat: page,
    gateway,
    atelier,
  }) => {
    for (const [index, word] of ['first', 'second', 'third'].entries())
      await exchange(page, `Repeat exactly: ${`${word} `.repeat(60).trim()}`, index + 1)
    await atelier.call('settings.update', { modelWindowOf: { 'demo-chat': 700 } })
    await say(page, `Repeat exactly: ${'fourth '.repeat(60).trim()}`)
    const note = page.getByRole('alert').filter({ hasText: 'Nothing was sent' })
    await note.getByRole('button', { name: 'Summarise the rest…' }).press('Enter')
    await page.getByRole('combobox', { name: 'Search models or type a name' }).fill('demo-chat-large')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The summary is in the chat.')).toBeVisible()
    await expect(note).toHaveCount(0)
    expect(chatRequests(gateway)).toHaveLength(4)

    const start = page.getByRole('region', { name: 'Length of the next request' })
    await start.getByRole('button', { name: 'Edit the summary' }).click()
    await start.getByRole('textbox', { name: 'Summary of earlier messages' }).fill('They said first and second.')
    await start.getByRole('button', { name: 'Save' }).click()
    await expect(start).toContainText('They said first and second.')
    await parts.send(page).click()
    await expect.poll(() => chatRequests(gateway).length).toBe(5)
    expect(lastSent(gateway)[0]?.content).toContain('They said first and second.')
    expect(lastSent(gateway).at(-1)?.content).toContain('fourth')
    expect(await atelier.messages()).toHaveLength(8)
  })
})

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`a long conversation fits the window, in ${language}`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language, modelWindowOf: { 'demo-chat': 700 } })
    const composer = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
    for (const count of [1, 2, 3]) {
      await composer.fill(`Repeat exactly: ${'tides '.repeat(70).trim()}`)
      await composer.press('Enter')
      await answered(page, count)
    }
    await composer.fill(`Repeat exactly: ${'tides '.repeat(70).trim()}`)
    await composer.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: w('length.nothingSent') })).toBeVisible()
    await lookInBothThemes(page, 'length-question', language)
    const messages = await atelier.messages()
    const { conversations } = await atelier.call('chat.list', { query: '', offset: 0, limit: 1 })
    const [conversation] = conversations
    if (conversation === undefined) throw new Error('there is no conversation')
    await atelier.call('chat.update', {
      conversationId: conversation.id,
      parameters: {
        ...conversation.parameters,
        context: { fromId: messages[2]?.id ?? '', summary: 'The person asked about tides, twice.' },
      },
    })
    await page.getByRole('button', { name: w('length.cancel'), exact: true }).click()
    await page.getByRole('button', { name: /demo-chat.*700/ }).click()
    await lookInBothThemes(page, 'length-popover', language)
  })
}
