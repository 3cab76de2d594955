import { randomUUID } from 'node:crypto'
import { defaultParameters } from '../../src/shared/chat-limits.ts'
import {
  answered,
  browserShellOnly,
  chatRequests,
  exchange,
  expect,
  numberedWords,
  parts,
  sentText,
  test,
} from './fixtures.ts'

const conversations = 50

// slow enough that they still stream after the typing
test.use({ pace: 20 })

test('fifty conversations stream at once, and the page stays usable', async ({
  chat: page,
  atelier,
  gateway,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'the conversations are begun by a second page')
  test.slow()
  const client = await atelier.client()
  const words = numberedWords(250)
  const begun = Promise.all(
    Array.from({ length: conversations }, (_, index) =>
      client.call('chat.send', {
        conversationId: randomUUID(),
        messageId: randomUUID(),
        connectionId: 'environment',
        model: 'demo-chat',
        parameters: defaultParameters,
        text: `Repeat exactly: stream ${index} ${words}`,
        attachments: [],
      }),
    ),
  )
  const running = () => chatRequests(gateway).filter((request) => request.outcome === 'open').length
  await expect.poll(running).toBeGreaterThan(conversations / 2)
  await expect(parts.list(page).getByText('demo-chat · writing…').first()).toBeVisible()

  // meanwhile: typing, switching, the palette, and another answer
  await parts.composer(page).pressSequentially('Repeat exactly: typed meanwhile')
  await expect(parts.composer(page)).toHaveValue('Repeat exactly: typed meanwhile')
  expect(running()).toBeGreaterThan(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /Search actions/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await exchange(page, 'Repeat exactly: typed meanwhile', 1)
  await expect(parts.answers(page)).toContainText('typed meanwhile')

  const streaming = async () =>
    (await client.call('chat.list', { query: '', offset: 0, limit: 100 })).conversations.filter((it) => it.streaming)
      .length
  await expect.poll(streaming).toBe(0)
  for (const { conversation } of await begun) {
    const { page: shown } = await client.call('chat.open', { conversationId: conversation.id, limit: 10 })
    const [question, answer] = shown.messages
    expect(answer?.status.state).toBe('done')
    expect(`Repeat exactly: ${answer?.text}`).toBe(question?.text)
  }
  expect(chatRequests(gateway)).toHaveLength(conversations + 1)
  expect(chatRequests(gateway).every((request) => sentText(request) !== '')).toBe(true)
  client.close()
  // any but the open one, which can stand anywhere among those that ended after it
  const other = parts.rows(page).filter({ hasText: 'Repeat exactly: stream' }).first()
  await other.getByRole('button').first().click()
  await expect(await answered(page, 1)).toContainText('word250')
})
