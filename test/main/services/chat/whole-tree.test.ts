import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { databasePath } from '../../../../src/main/storage/open.ts'
import type { ChatTarget, Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import { TransferApp } from '../../../fakes/transfer.ts'

const [levels, versions] = [5, 4]
const apps: TransferApp[] = []
let gateway: DemoGateway

beforeEach(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
})
afterEach(async () => {
  for (const app of apps.splice(0)) {
    await app.close()
    app.remove()
  }
  await gateway.close()
})

async function started(folder?: string): Promise<TransferApp> {
  const environment = { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key }
  const app = await TransferApp.start(undefined, folder, environment)
  apps.push(app)
  return app
}

const target = (model: string): ChatTarget => ({ connectionId: 'environment', model })

function message(text: string, conversationId: string): CallInput<'chat.send'> {
  const ids = { conversationId, messageId: randomUUID() }
  return { ...ids, ...target('demo-chat'), parameters: defaultParameters, text, attachments: [] }
}

/** Waits for the end of an answer and of those beside it. */
async function ended(app: TransferApp, answer: Message | undefined): Promise<Message> {
  if (answer === undefined) throw new Error('there is no answer')
  for (const { id } of [answer, ...(answer.beside ?? [])])
    await app.platform.events.until('chat.status', (event) => event.messageId === id && event.stream === null)
  return answer
}

async function attached(app: TransferApp, text: string) {
  const reading = await app.call('files.read', { token: app.give(text, 'tides.txt') })
  if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
  return [reading.file]
}

/** Builds the tree as a user does. */
async function build(app: TransferApp, conversationId: string): Promise<void> {
  const others = [target('demo-chat-large'), target('demo-writer-zh')]
  for (let level = 1; level <= levels; level += 1) {
    const words = level === 3 ? '/fault think;shape=field -- Why tides?' : `Write about tides ${level}`
    const sent = await app.call('chat.send', {
      ...message(words, conversationId),
      ...(level === 2 ? { files: await attached(app, 'the tide table 潮汐表') } : {}),
      ...(level === 4 ? { others } : {}),
    })
    const question = sent.messages[0]?.id ?? ''
    let answer = await ended(app, sent.messages[1])
    const answers = [answer.id]
    for (let version = 2; version <= versions; version += 1) {
      const newMessageId = randomUUID()
      if (level % 2 === 1) {
        const { messages } = await app.call('chat.retry', { messageId: answer.id, newMessageId })
        answer = await ended(app, messages.at(-1))
      } else {
        const edited = { messageId: question, newMessageId, text: `${words}, ${version}` }
        const { messages } = await app.call('chat.edit', level === 4 ? { ...edited, others } : edited)
        answer = await ended(app, messages.at(-1))
      }
      answers.push(answer.id)
    }
    // goes on from another version each time
    await app.call('chat.select', { messageId: answers[level % versions] ?? '', limit: 100 })
  }
}

/** Every branch of a conversation, message by message, as the page gets it. */
async function branches(app: TransferApp, conversationId: string): Promise<Readonly<Record<string, unknown>>> {
  const database = new Database(databasePath(app.folder), { readonly: true })
  const leaves = database
    .prepare(
      'SELECT id FROM messages AS m WHERE NOT EXISTS (SELECT 1 FROM messages WHERE parent_id = m.id) ORDER BY id',
    )
    .all()
    .map((row) => String(row.id))
  database.close()
  const found: Record<string, unknown> = {}
  const { conversation, page } = await app.call('chat.open', { conversationId, limit: 100 })
  const shown = page.messages.at(-1)?.id ?? ''
  for (const leaf of leaves) {
    const opened = await app.call('chat.around', { messageId: leaf, limit: 500 })
    expect(opened.page.messages.at(-1)?.id).toBe(leaf)
    found[leaf] = opened.page.messages
  }
  await app.call('chat.select', { messageId: shown, limit: 100 })
  return { ...found, shown, title: conversation.title, parameters: conversation.parameters }
}

test('five levels of four versions with files, thinking and columns survive a restart and an export', async () => {
  const conversationId = randomUUID()
  const first = await started()
  await build(first, conversationId)
  const before = await branches(first, conversationId)
  const all = Object.values(before).filter(Array.isArray).flat() as readonly Message[]
  const byId = new Map(all.map((one) => [one.id, one]))
  const per = (role: Message['role']) => [...byId.values()].filter((one) => one.role === role)
  // questions: one at each odd level, four at each even one; answers: four a level, three columns each at the fourth
  expect([per('user').length, per('assistant').length]).toEqual([3 + 2 * versions, 4 * versions + versions * 3])
  expect(per('user').filter(({ files }) => files !== undefined)).toHaveLength(versions)
  expect(per('assistant').filter(({ thinking }) => (thinking?.text ?? '') !== '')).toHaveLength(versions)
  expect(per('assistant').filter(({ column }) => column !== undefined)).toHaveLength(versions * 3)

  await first.close()
  apps.splice(apps.indexOf(first), 1)
  const again = await started(first.folder)
  expect(await branches(again, conversationId)).toEqual(before)

  await again.call('transfer.export', { keys: null })
  const elsewhere = await started()
  await elsewhere.call('transfer.import', { token: elsewhere.give(again.exported(), 'Atelier.zip') })
  expect(await branches(elsewhere, conversationId)).toEqual(before)
})
