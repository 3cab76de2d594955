import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { Conversations } from '../../src/main/storage/conversations.ts'
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
  const conversationTable = new Conversations(database)
  const messageTable = new Messages(database)
  new Preferences(database).set('default-connection', 'environment')
  const start = Date.now() - conversations * messagesEach * 10
  const ids: string[] = []
  database.transaction(() => {
    for (let at = 0; at < conversations; at += 1) {
      const id = randomUUID()
      ids.push(id)
      const conversation = {
        id,
        title: `Conversation ${at + 1} of ${messagesEach} messages`,
        connectionId: 'environment',
        model: 'demo-chat',
        parameters: { ...defaultParameters, contextMessages: 4 },
        pinned: false,
        createdAt: start,
        activeAt: start + (at + 1) * messagesEach * 10,
        snippet: 'seeded',
        leafId: null,
      }
      conversationTable.insert(conversation)
      let parentId: string | null = null
      for (let index = 0; index < messagesEach; index += 1) {
        const messageId = randomUUID()
        messageTable.insert({
          id: messageId,
          conversationId: id,
          parentId,
          role: index % 2 === 0 ? 'user' : 'assistant',
          text: `Message ${index + 1}: ${texts[index % texts.length]}`,
          model: 'demo-chat',
          state: 'done',
          error: null,
          usage: null,
          timing: null,
          finishReason: 'stop',
          createdAt: start + at * messagesEach * 10 + index * 10,
          attachments: [],
        })
        parentId = messageId
      }
      conversationTable.update({ ...conversation, leafId: parentId })
    }
  })
  database.close()
  return ids
}
