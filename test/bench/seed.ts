import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { Conversations } from '../../src/main/storage/conversations.ts'
import type { Database } from '../../src/main/storage/database.ts'
import { Messages } from '../../src/main/storage/messages.ts'
import { openStorage } from '../../src/main/storage/open.ts'
import { Preferences } from '../../src/main/storage/preferences.ts'
import { defaultParameters } from '../../src/shared/chat-limits.ts'

const texts = [
  'What is the difference between a token bucket and a sliding window?',
  'For bursts a **token bucket** fits better:\n\n- it lets a burst through at once\n- then it holds the average\n\n```ts\nconst rate = 10\n```',
  '用 SUMIFS 按季度汇总，怎么写公式？',
  '关键是把**“突发容量”**和**“平均速率”**分开设置。\n\n| 季度 | 合计 |\n|---|---|\n| 一 | 120 |\n| 二 | 98 |',
]

/** Fills a data folder with conversations of equal length, through the app's own storage. Returns their ids, newest last. */
export function seed(folder: string, conversations: number, messagesEach: number): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { database } = openStorage(folder, Date.now())
  new Preferences(database).set('default-connection', 'environment')
  const begun = Date.now() - conversations * messagesEach * 10
  const ids = database.transaction(() =>
    Array.from({ length: conversations }, (_value, at) =>
      seedConversation(database, {
        title: `Conversation ${at + 1} of ${messagesEach} messages`,
        texts: Array.from({ length: messagesEach }, (_text, index) => `Message ${index + 1}: ${texts[index % 4]}`),
        createdAt: begun + at * messagesEach * 10,
      }),
    ),
  )
  database.close()
  return ids
}

/** Stores a conversation with alternating questions and answers, a hundredth of a second apart. Returns its id. */
export function seedConversation(
  database: Database,
  about: { readonly title: string; readonly texts: readonly string[]; readonly createdAt: number },
): string {
  const conversations = new Conversations(database)
  const messages = new Messages(database)
  const id = randomUUID()
  const conversation = {
    id,
    title: about.title,
    connectionId: 'environment',
    model: 'demo-chat',
    parameters: { ...defaultParameters, contextMessages: 4 },
    pinned: false,
    createdAt: about.createdAt,
    activeAt: about.createdAt + about.texts.length * 10,
    snippet: 'seeded',
    leafId: null,
  }
  conversations.insertConversation(conversation)
  let parentId: string | null = null
  for (const [index, text] of about.texts.entries()) {
    const messageId = randomUUID()
    messages.insertMessage({
      id: messageId,
      conversationId: id,
      parentId,
      role: index % 2 === 0 ? 'user' : 'assistant',
      text,
      model: 'demo-chat',
      state: 'done',
      error: null,
      usage: null,
      timing: null,
      finishReason: 'stop',
      createdAt: about.createdAt + index * 10,
      attachments: [],
    })
    parentId = messageId
  }
  conversations.updateConversation({ ...conversation, leafId: parentId })
  return id
}
